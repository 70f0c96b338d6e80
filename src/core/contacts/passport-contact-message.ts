import { z } from 'zod';
import { invalidPayload } from '../errors.ts';
import { requirePassport } from '../passports/require-passport.ts';
import type { TypedData } from './signatures.ts';
import { requireProvider } from '../providers/require-provider.ts';
import { requireAllowance } from '../access/require-allowance.ts';
import { defineUseCase } from '../use-case.ts';
import { STATEMENT_LIFETIME_MS, statementSubject } from './accept-statement.ts';
import { contactFields } from './contact.ts';
import { hubOfPassport } from '../chain/hubs.ts';
import { CONTACT_ACTIONS, toContactMessage } from './contact-message.ts';
import type { ContactStore } from './contact-store.ts';
import type { Clock } from '../clock.ts';
import type { Contracts } from '../chain/contracts.ts';
import type { Digests } from '../values/digests.ts';
import type { ProviderStore } from '../providers/provider-store.ts';
import type { RateLimits } from '../access/rate-limits.ts';

/** A message for the present owner of a passport to sign. */
export interface PassportContactMessage {
  /** The argument of eth_signTypedData_v4. */
  readonly typedData: TypedData;
  readonly ownerWallet: string;
  readonly issuedAt: Date;
  /** After this moment the signed message is refused. */
  readonly expiresAt: Date;
}

/** Creates the message by which the present owner shares a contact (SHARE, which needs an e-mail) or revokes it. Stores nothing. */
export const passportContactMessage = defineUseCase({
  permission: 'public',
  input: z.object({
    ...statementSubject,
    action: z.enum(CONTACT_ACTIONS, `must be one of ${CONTACT_ACTIONS.join(', ')}.`),
    email: contactFields.email.nullish(),
    name: contactFields.name,
    /** The client network of the request; the API sets it, not the caller. */
    network: z.string(),
  }),

  async execute(
    ports: {
      clock: Clock;
      contacts: ContactStore;
      contracts: Contracts;
      digests: Digests;
      providers: ProviderStore;
      rateLimits: RateLimits;
    },
    _caller,
    { passportId, provider: reference, action, email, name, network },
  ) {
    if (action === 'SHARE' && email == null) throw noEmail();
    requireAllowance(await ports.rateLimits.consume('contact-statement-by-network', network));
    requireAllowance(await ports.rateLimits.consume('contact-message', network, String(passportId)));
    const { id, chainKey: provider } = await requireProvider(ports, reference);
    const { owner, transfersUsed } = await requirePassport(ports, passportId);
    const issuedAt = await issueAfter(ports, id, passportId);
    const contact = action === 'SHARE' && email != null ? { email, name } : null;
    const statement = { provider, passportId, owner, transfersUsed, contact, issuedAt };
    const message: PassportContactMessage = {
      typedData: toContactMessage(ports, await ports.contracts.site(hubOfPassport(passportId)), statement),
      ownerWallet: owner,
      issuedAt,
      expiresAt: new Date(issuedAt.getTime() + STATEMENT_LIFETIME_MS),
    };
    return message;
  },
});

/** Now, or just after the newest statement: that is in the future after a clock was ahead, and an older one would be refused. */
async function issueAfter(
  { clock, contacts }: { clock: Clock; contacts: ContactStore },
  providerId: string,
  passportId: number,
): Promise<Date> {
  const now = clock.now();
  const statedAt = (await contacts.find(providerId, passportId))?.statedAt ?? now;
  return statedAt > now ? new Date(statedAt.getTime() + 1) : now;
}

function noEmail() {
  return invalidPayload([{ path: ['email'], message: 'is required to share: send an e-mail address.' }]);
}
