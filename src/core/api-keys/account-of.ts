import { z } from 'zod';
import { emailAddress } from '../values/email.ts';
import type { CallerFor } from '../access/callers.ts';
import { DomainError, invalidPayload } from '../errors.ts';
import { requiredText } from '../values/text.ts';
import type { AccountStore } from '../accounts/account-store.ts';

/** The input that names a key by its id; the operator also names its account. */
export const apiKeyReference = z.object({ id: requiredText(64), account: emailAddress.nullish() });

interface KeyHolder {
  readonly id: string;
  readonly publisherId: string;
}

/** The account whose keys the request is about: the caller's own, or the one that the operator names. Throws INVALID_PAYLOAD. */
export async function accountOf(
  { accounts }: { accounts: AccountStore },
  caller: CallerFor<'api-keys'>,
  email: string | null | undefined,
  now: Date,
): Promise<KeyHolder> {
  if (caller.kind === 'account') {
    if (!email || email === caller.email) return { id: caller.accountId, publisherId: caller.publisherId };
    throw invalidPayload([{ path: ['account'], message: 'must be left out: these are your own keys.' }]);
  }
  if (email) return accounts.findOrCreate(email, now);
  throw invalidPayload([
    { path: ['account'], message: 'is required from the operator: send an e-mail address.' },
  ]);
}

/** The error for a key that does not exist, belongs to another account, or is revoked. */
export function noLiveKey(): DomainError {
  return new DomainError(
    'NOT_FOUND',
    'This account has no live key with this id: list its keys to find the right one.',
  );
}
