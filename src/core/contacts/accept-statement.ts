import { z } from 'zod';
import { record, type Audited } from '../audit/record.ts';
import type { Caller } from '../access/callers.ts';
import { hubOfPassport } from '../chain/hubs.ts';
import { DomainError, invalidPayload } from '../errors.ts';
import { toPassportId, passportId } from '../passports/passport-id.ts';
import { requirePassport } from '../passports/require-passport.ts';
import type { ContactRecord, ContactSubject, ContactStore } from './contact-store.ts';
import { requireProvider } from '../providers/require-provider.ts';
import { requireAllowance } from '../access/require-allowance.ts';
import { requiredText } from '../values/text.ts';
import { openContact, sealContact, type Contact } from './contact.ts';
import { toContactMessage } from './contact-message.ts';
import type { Contracts } from '../chain/contracts.ts';
import type { Digests } from '../values/digests.ts';
import type { ProviderStore } from '../providers/provider-store.ts';
import type { RateLimits } from '../access/rate-limits.ts';
import type { Sealing } from '../secrets/sealing.ts';
import type { Signatures } from './signatures.ts';

/** The ports of acceptStatement. */
export type StatementPorts = {
  contacts: ContactStore;
  contracts: Contracts;
  digests: Digests;
  providers: ProviderStore;
  rateLimits: RateLimits;
  sealing: Sealing;
  signatures: Signatures;
} & Audited<{ contacts: ContactStore }>;

/** How long a statement can be submitted after it was issued; multi-signature wallets need hours to sign. */
export const STATEMENT_LIFETIME_MS = 24 * 3_600_000;
/** How far `issuedAt` may be in the future. */
const CLOCK_LEEWAY_MS = 60_000;
/** Longer than an ECDSA signature, since contract wallets define their own signatures. */
const MAX_SIGNATURE_BYTES = 4_096;

const signatureMessage = `must be 1 to ${MAX_SIGNATURE_BYTES} bytes as 0x and hexadecimal digits.`;
const instantMessage = 'must be the issuedAt of the message, such as 2026-11-21T12:00:00.000Z.';

/** The input fields that name a passport and a provider. */
export const statementSubject = {
  passportId,
  /** The provider's id, or its key on chain. */
  provider: requiredText(66),
};

/** The input fields that prove a statement. */
export const statementProof = {
  /** The client network of the request; the API sets it, not the caller. */
  network: z.string(),
  issuedAt: z
    .string(instantMessage)
    .refine(isInstant, instantMessage)
    .transform((text) => new Date(text)),
  signature: z
    .string(signatureMessage)
    .max(2 + 2 * MAX_SIGNATURE_BYTES, { error: signatureMessage, abort: true })
    .regex(/^0x(?:[\da-f]{2})+$/i, signatureMessage),
};

interface SignedStatement {
  readonly passportId: number;
  readonly provider: string;
  /** Null revokes. */
  readonly contact: Contact | null;
  readonly issuedAt: Date;
  readonly signature: string;
  readonly network: string;
}

/** A statement that was stored, or had been stored before. */
export interface AcceptedStatement {
  readonly passportId: number;
  /** The provider's key on chain. */
  readonly providerKey: string;
  readonly ownerWallet: string;
  readonly at: Date;
}

/**
 * Stores a statement that the present owner of a passport signed about the contact. Repeating the newest statement
 * changes nothing; older ones are refused, so that a revoked statement cannot be replayed. Failed attempts are limited
 * by client network, and a valid signature of the owner's own key does not count as an attempt.
 */
export async function acceptStatement(
  ports: StatementPorts,
  caller: Caller,
  action: string,
  { passportId, provider: reference, contact, issuedAt, signature, network }: SignedStatement,
): Promise<AcceptedStatement> {
  requireRecent(issuedAt, ports.clock.now());
  requireAllowance(await ports.rateLimits.consume('contact-statement-by-network', network));
  const provider = await requireProvider(ports, reference);
  const { owner, transfersUsed } = await requirePassport(ports, passportId);
  await requireNotAhead(ports, issuedAt, { providerId: provider.id, passportId });
  const message = toContactMessage(ports, await ports.contracts.site(hubOfPassport(passportId)), {
    provider: provider.chainKey,
    passportId,
    owner,
    transfersUsed,
    contact,
    issuedAt,
  });
  const digest = ports.signatures.digest(message);
  if (ports.signatures.signerOf(digest, signature) !== owner) {
    requireAllowance(await ports.rateLimits.consume('contact-statement', network, String(passportId)));
    if (!(await ports.contracts.acceptsSignature(owner, digest, signature))) throw notSigned(owner);
  }

  const subject = { providerId: provider.id, passportId, ownerWallet: owner, transfersUsed };
  const now = ports.clock.now();
  const sealed = contact && (await sealContact(ports, contact, subject));
  const isStored = await ports.transaction(async (stores) => {
    if (!(await stores.contacts.state({ ...subject, statedAt: issuedAt, now, sealed }))) return false;
    const facts = { provider: provider.id, owner };
    await record(ports, stores, caller, action, toPassportId(passportId), facts);
    return true;
  });
  const accepted = { passportId, providerKey: provider.chainKey, ownerWallet: owner };
  if (isStored) return { ...accepted, at: now };
  const newest = await ports.contacts.find(provider.id, passportId);
  if (!newest || !(await isRepetition(ports, newest, subject, contact, issuedAt))) throw outdated();
  return { ...accepted, at: newest.givenAt };
}

/** Whether the text is an instant of this century in the form that the message has (ISO 8601, UTC, ms). */
function isInstant(text: string): boolean {
  const time = /^20\d\d-/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

function requireRecent(issuedAt: Date, now: Date): void {
  if (now.getTime() - issuedAt.getTime() <= STATEMENT_LIFETIME_MS) return;
  throw notInTime('is more than a day ago');
}

/** A message follows the newest statement, which is in the future after a clock was ahead. */
async function requireNotAhead(
  ports: Pick<StatementPorts, 'clock' | 'contacts'>,
  issuedAt: Date,
  { providerId, passportId }: Pick<ContactSubject, 'providerId' | 'passportId'>,
): Promise<void> {
  const latest = issuedAt.getTime() - CLOCK_LEEWAY_MS;
  if (latest <= ports.clock.now().getTime()) return;
  const newest = await ports.contacts.find(providerId, passportId);
  if (newest?.statedAt && latest <= newest.statedAt.getTime()) return;
  throw notInTime('is in the future');
}

function notInTime(what: string): DomainError {
  return invalidPayload([{ path: ['issuedAt'], message: `${what}: ask for a new message and sign that.` }]);
}

async function isRepetition(
  ports: { sealing: Sealing },
  newest: ContactRecord,
  subject: ContactSubject,
  contact: Contact | null,
  issuedAt: Date,
): Promise<boolean> {
  const { ownerWallet, transfersUsed, statedAt, sealed } = newest;
  if (statedAt?.getTime() !== issuedAt.getTime()) return false;
  if (ownerWallet !== subject.ownerWallet || transfersUsed !== subject.transfersUsed) return false;
  if (sealed === null || contact === null) return sealed === contact;
  const { email, name } = await openContact(ports, sealed, newest);
  return email === contact.email && name === contact.name;
}

function notSigned(owner: string): DomainError {
  return new DomainError(
    'UNAUTHORIZED',
    `The signature is not one of ${owner}, which owns the passport now, over this message: ask for the message, and ` +
      'sign exactly that with the wallet of the owner.',
    { reason: 'SIGNATURE_INVALID' },
  );
}

function outdated(): DomainError {
  return new DomainError(
    'UNAUTHORIZED',
    'A newer statement about this contact exists: ask for a new message and sign that.',
    { reason: 'STATEMENT_OUTDATED' },
  );
}
