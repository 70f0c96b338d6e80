import type { ContractSite } from '../chain/contracts.ts';
import { toNumberOnChain } from '../chain/hubs.ts';
import type { Digests } from '../values/digests.ts';
import type { TypedData } from './signatures.ts';
import type { Contact } from './contact.ts';

/** The two statements that an owner can sign. */
export const CONTACT_ACTIONS = ['SHARE', 'REVOKE'] as const;
export type ContactAction = (typeof CONTACT_ACTIONS)[number];

/** A statement of a passport's owner to one provider. */
export interface ContactStatement {
  /** The provider's key on chain. */
  readonly provider: string;
  readonly passportId: number;
  readonly owner: string;
  /** How often the passport has changed hands: a statement is valid for one ownership. */
  readonly transfersUsed: number;
  /** Null revokes. */
  readonly contact: Contact | null;
  readonly issuedAt: Date;
}

/**
 * The message that the owner signs (EIP-712), in the domain of the passport contract. It contains the contact as
 * keccak256 of the UTF-8 bytes of e-mail address, line feed and name, so that the message discloses nothing.
 */
export function toContactMessage(
  { digests }: { digests: Digests },
  { chainId, passport }: ContractSite,
  { provider, passportId, owner, transfersUsed, contact, issuedAt }: ContactStatement,
): TypedData {
  const message = {
    provider,
    passportId: String(toNumberOnChain(passportId)),
    owner,
    transfersUsed: String(transfersUsed),
    issuedAt: issuedAt.toISOString(),
  };
  const domain = { name: 'Passport', version: '1', chainId, verifyingContract: passport };
  if (contact === null) {
    return { domain, primaryType: REVOKE, types: { EIP712Domain: DOMAIN, [REVOKE]: STATEMENT }, message };
  }
  const contactHash = digests.keccak256(`${contact.email}\n${contact.name ?? ''}`);
  const fields = [...STATEMENT, { name: 'contactHash', type: 'bytes32' }];
  return {
    domain,
    primaryType: SHARE,
    types: { EIP712Domain: DOMAIN, [SHARE]: fields },
    message: { ...message, contactHash },
  };
}

const SHARE = 'SharePassportContact';
const REVOKE = 'RevokePassportContact';
const DOMAIN = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];
const STATEMENT = [
  { name: 'provider', type: 'bytes32' },
  { name: 'passportId', type: 'uint256' },
  { name: 'owner', type: 'address' },
  { name: 'transfersUsed', type: 'uint256' },
  { name: 'issuedAt', type: 'string' },
];
