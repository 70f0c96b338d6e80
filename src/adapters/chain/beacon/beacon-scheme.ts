import { bls12_381 } from '@noble/curves/bls12-381.js';
import { createHash } from 'node:crypto';
import type { BeaconScheme } from '../../../core/draws/quicknet.ts';

const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const { shortSignatures } = bls12_381;
const { Point: KeyPoint } = bls12_381.G2;
const { Point: SignaturePoint } = bls12_381.G1;

/** The time at which a round is signed, in seconds. */
export function timeOfRound({ genesis, period }: BeaconScheme, beaconRound: bigint): bigint {
  return BigInt(genesis) + (beaconRound - 1n) * BigInt(period);
}

/** The newest round that is signed at a time in seconds; 0 before the first one. */
export function latestRound({ genesis, period }: BeaconScheme, time: number): bigint {
  return time < genesis ? 0n : BigInt(Math.floor((time - genesis) / period)) + 1n;
}

/** The public key of a secret key of 32 bytes, in drand's format. */
export function toPublicKey(secretKey: Uint8Array): string {
  return shortSignatures.getPublicKey(secretKey).toHex();
}

/** The same key in the contract's format: 0x and the 256 bytes of EIP-2537. Throws for an invalid key. */
export function toContractKey(publicKey: string): string {
  const point = KeyPoint.fromHex(publicKey);
  point.assertValidity();
  const { x, y } = point.toAffine();
  return `0x${[x.c0, x.c1, y.c0, y.c1].map((part) => part.toString(16).padStart(128, '0')).join('')}`;
}

/**
 * A signature (48 bytes, 0x hex) in the form that costs the contract the least gas: both coordinates, 48 bytes each. Bytes that
 * decode to no curve point stay as they are; the contract refuses them.
 */
export function toContractSignature(signature: string): string {
  try {
    const { x, y } = SignaturePoint.fromHex(signature.slice(2)).toAffine();
    return `0x${[x, y].map((part) => part.toString(16).padStart(96, '0')).join('')}`;
  } catch {
    return signature;
  }
}

/** Signs a round: 96 hexadecimal digits. */
export function signRound(secretKey: Uint8Array, beaconRound: bigint): string {
  return shortSignatures.sign(toPoint(beaconRound), secretKey).toHex();
}

/** Whether a signature (96 hexadecimal digits) of this round is valid for the key. */
export function isSignatureOf(publicKey: string, beaconRound: bigint, signature: string): boolean {
  if (!/^[\da-f]{96}$/.test(signature)) return false;
  try {
    return shortSignatures.verify(
      Buffer.from(signature, 'hex'),
      toPoint(beaconRound),
      Buffer.from(publicKey, 'hex'),
    );
  } catch {
    // Bytes that decode to no curve point are not a signature.
    return false;
  }
}

function toPoint(beaconRound: bigint) {
  const round = Buffer.alloc(8);
  round.writeBigUInt64BE(beaconRound);
  return shortSignatures.hash(createHash('sha256').update(round).digest(), DOMAIN);
}
