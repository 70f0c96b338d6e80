import { z } from 'zod';
import { requireAllowance } from '../access/require-allowance.ts';
import type { RateLimits } from '../access/rate-limits.ts';
import type { AccountMailStore } from '../account-mails/account-mail-store.ts';
import { describeClient } from '../accounts/devices/describe-client.ts';
import { record, type Audited } from '../audit/record.ts';
import { invalidPayload, type DomainError } from '../errors.ts';
import type { Mail } from '../mail.ts';
import { defineUseCase } from '../use-case.ts';
import { optionalLabel } from '../values/text.ts';
import { registeredCredential } from './credentials.ts';
import type { PasskeyCeremonies } from './passkey-ceremonies.ts';
import { challengeInvalid, passkeyInvalid } from './passkey-errors.ts';
import { MAX_PASSKEYS, type Passkey, type PasskeyStore } from './passkey-store.ts';

/** The most characters of a passkey's name. */
export const MAX_PASSKEY_NAME = 60;

/**
 * Adds the passkey that a browser has made to the account, which hears of it by e-mail. A request that is repeated gets the same
 * passkey, while its challenge is valid.
 */
export const registerPasskey = defineUseCase({
  permission: 'account',
  input: z.object({
    credential: registeredCredential,
    name: optionalLabel(MAX_PASSKEY_NAME, null),
    /** The client network and the headers of the request; the API sets them, not the caller. */
    network: z.string(),
    headers: z.instanceof(Headers),
  }),

  async execute(
    ports: { mail: Mail; passkeyCeremonies: PasskeyCeremonies; rateLimits: RateLimits } & Audited<{
      accountMails: AccountMailStore;
      passkeys: PasskeyStore;
    }>,
    caller,
    { credential, network, headers, ...input },
  ): Promise<Passkey> {
    const { accountId } = caller;
    requireAllowance(await ports.rateLimits.consume('passkey-registration', accountId));
    const now = ports.clock.now();
    const { made, challenge } = await ports.passkeyCeremonies.verifyRegistration(accountId, credential, now);
    const client = describeClient(headers.get('user-agent'));
    const name = input.name ?? client ?? 'Passkey';
    return ports.transaction(async (stores) => {
      const id = ports.ids.next('psk');
      const added = await stores.passkeys.add({ ...made, id, accountId, name, createdAt: now });
      if (added === 'full') throw tooManyPasskeys();
      if (added === 'foreign') throw passkeyInvalid('INVALID_PAYLOAD');
      if (!added.isNew) return added.passkey;
      if (!(await stores.passkeys.useChallenge(challenge))) throw challengeInvalid('INVALID_PAYLOAD');
      await record(ports, stores, caller, 'registerPasskey', id, { name });
      const facts = { accountId, passkeyId: id, name, at: now, client, network };
      if (ports.mail.hasServer) await stores.accountMails.queue({ kind: 'PASSKEY_ADDED', ...facts });
      return added.passkey;
    });
  },
});

/** The error for an account with as many passkeys as it can have. */
export function tooManyPasskeys(): DomainError {
  const message = `The account has ${MAX_PASSKEYS} passkeys, which is the limit: remove one first.`;
  return invalidPayload([{ path: [], message }]);
}
