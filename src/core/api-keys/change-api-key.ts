import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import { isProviderScope, type CallerFor, type Scope } from '../access/callers.ts';
import { DomainError, invalidPayload } from '../errors.ts';
import { defineUseCase } from '../use-case.ts';
import { optionalText, requiredLabel } from '../values/text.ts';
import { accountOf, apiKeyReference, noLiveKey } from './account-of.ts';
import { apiKeyScopes, type ApiKey } from './api-key.ts';
import { keyExpiry, requireFuture } from './key-expiry.ts';
import { requireMembership } from './require-membership.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import type { ProviderStore } from '../providers/provider-store.ts';

/** What can be changed of a key. */
type KeyValues = Pick<ApiKey, 'name' | 'scopes' | 'expiresAt'>;

/**
 * Changes the name and the scopes of a live key, which apply from its next request on, and lets it expire earlier; what is left out
 * stays. A change that expects other values than the present ones is refused, unless it would change nothing.
 */
export const changeApiKey = defineUseCase({
  permission: 'api-keys',
  input: apiKeyReference.extend({
    name: requiredLabel(80).nullish(),
    scopes: apiKeyScopes.nullish(),
    expiresAt: keyExpiry,
    /** The values that the caller has seen. */
    expected: z
      .object({
        name: optionalText(80, null),
        scopes: z.array(z.string()).max(100, 'has more than 100 scopes.').nullish(),
      })
      .nullish(),
  }),

  execute(
    ports: Audited<{ accounts: AccountStore; apiKeys: ApiKeyStore; providers: ProviderStore }>,
    caller,
    { id, account, name, scopes, expiresAt, expected },
  ): Promise<ApiKey> {
    const now = ports.clock.now();
    requireFuture(expiresAt, now);
    return ports.transaction(async (stores) => {
      const owner = await accountOf(stores, caller, account, now);
      const key = await findForChange(stores, caller, owner.id, { id, scopes, now });
      const wanted = withPresent({ name, scopes, expiresAt }, key);
      // Also for a change that is repeated because its response was lost.
      if (isSame(key, wanted)) return key;
      if (!isSame(key, withPresent(expected ?? {}, key))) throw keyChanged();
      if (isLater(wanted.expiresAt, key.expiresAt)) throw noLaterEnd();
      const changed = await stores.apiKeys.change(owner.id, id, wanted);
      if (changed === undefined) throw noLiveKey();
      await record(ports, stores, caller, 'changeApiKey', id, {
        account: owner.id,
        ...factsOf(key, changed),
      });
      return changed;
    });
  },
});

interface ForChange {
  readonly id: string;
  /** The new scopes. */
  readonly scopes: readonly Scope[] | null | undefined;
  readonly now: Date;
}

/** The key, locked, when it is live and its account may give it the scopes. Throws NOT_FOUND and INVALID_PAYLOAD. */
async function findForChange(
  stores: { apiKeys: ApiKeyStore; providers: ProviderStore },
  caller: CallerFor<'api-keys'>,
  accountId: string,
  { id, scopes, now }: ForChange,
): Promise<ApiKey> {
  const needsProvider = scopes?.some(isProviderScope) === true;
  const seen = needsProvider ? await stores.apiKeys.findLive(accountId, id) : undefined;
  if (seen?.providerId != null) {
    // First, as by the end of a membership, which then changes the keys.
    await stores.providers.findLocked(seen.providerId);
    await requireMembership(stores, caller, seen.providerId, accountId);
  }
  const { apiKey: key } = (await stores.apiKeys.findLocked(accountId, id)) ?? {};
  if (key === undefined || (key.expiresAt !== null && key.expiresAt <= now)) throw noLiveKey();
  if (needsProvider && key.providerId === null) throw noProviderKey();
  return key;
}

interface GivenValues<Name> {
  readonly name?: string | null | undefined;
  readonly scopes?: readonly Name[] | null | undefined;
  readonly expiresAt?: Date | null;
}

interface Values<Name> {
  readonly name: string;
  readonly scopes: readonly Name[];
  readonly expiresAt: Date | null;
}

/** The values that are given, and the present ones for the rest. */
function withPresent<Name extends string>(given: GivenValues<Name>, key: KeyValues): Values<Name | Scope> {
  const { name, scopes, expiresAt } = given;
  return { name: name ?? key.name, scopes: scopes ?? key.scopes, expiresAt: expiresAt ?? key.expiresAt };
}

function isSame(key: KeyValues, other: Values<string>): boolean {
  return (
    key.name === other.name &&
    isSameSet(key.scopes, other.scopes) &&
    key.expiresAt?.getTime() === other.expiresAt?.getTime()
  );
}

function isLater(end: Date | null, present: Date | null): boolean {
  return end !== null && present !== null && end > present;
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  const set = new Set(some);
  return set.size === new Set(others).size && others.every((each) => set.has(each));
}

/** The old and the new values of what has changed. */
function factsOf(before: KeyValues, after: KeyValues): Record<string, string | readonly string[]> {
  return {
    ...(before.name !== after.name && { oldName: before.name, name: after.name }),
    ...(!isSameSet(before.scopes, after.scopes) && { oldScopes: before.scopes, scopes: after.scopes }),
    ...(before.expiresAt?.getTime() !== after.expiresAt?.getTime() && {
      oldExpiresAt: toText(before.expiresAt),
      expiresAt: toText(after.expiresAt),
    }),
  };
}

function toText(expiresAt: Date | null): string {
  return expiresAt === null ? 'never' : expiresAt.toISOString();
}

function noLaterEnd(): DomainError {
  const message = 'is later than the present end, which can only become earlier: create a new key.';
  return invalidPayload([{ path: ['expiresAt'], message }]);
}

function noProviderKey(): DomainError {
  const message = 'needs a key that acts for a provider: create one with this provider.';
  return invalidPayload([{ path: ['scopes'], message }]);
}

function keyChanged(): DomainError {
  const message = 'is not what the key is now: it was changed meanwhile. Read it, then change it again.';
  return new DomainError('INVALID_PAYLOAD', `expected ${message}`, {
    reason: 'KEY_CHANGED',
    details: [{ path: ['expected'], message }],
  });
}
