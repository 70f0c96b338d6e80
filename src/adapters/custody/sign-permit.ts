import { TypedDataEncoder } from 'ethers/hash';
import type { TransferPermit } from '../../core/wallets/permits.ts';
import type { SigningPolicy } from '../../core/wallets/signing-policy.ts';
import { signDigest } from './secp256k1.ts';

const TYPES = {
  TransferPermit: [
    { name: 'spender', type: 'address' },
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'passportId', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint64' },
  ],
};
const V_OF_PARITY = [27, 28] as const;

/** The EIP-712 digest of a permit that the policy allows, for the passport contract of its spender. */
export function toPermitDigest({ chainId, passports }: SigningPolicy, permit: TransferPermit): string {
  const verifyingContract = passports.get(permit.spender.toLowerCase());
  if (verifyingContract === undefined) throw new Error(`${permit.spender} is not our hub.`);
  const domain = { name: 'Passport', version: '1', chainId, verifyingContract };
  return TypedDataEncoder.hash(domain, TYPES, { ...permit });
}

/** r, s and v in 65 bytes, as 0x hex. */
export function signPermitDigest(digest: string, privateKey: Uint8Array): string {
  const { r, s, yParity } = signDigest(Buffer.from(digest.slice(2), 'hex'), privateKey);
  return `0x${Buffer.concat([r, s, Buffer.of(V_OF_PARITY[yParity])]).toString('hex')}`;
}
