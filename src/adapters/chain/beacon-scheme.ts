import { bls12_381 } from '@noble/curves/bls12-381.js';
import { createHash } from 'node:crypto';

const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const { shortSignatures } = bls12_381;
const { Point: KeyPoint } = bls12_381.G2;

/** A beacon of drand's scheme bls-unchained-g1-rfc9380: whose key signs which round when. */
export interface BeaconScheme {
  /** A compressed point of G2, 192 hexadecimal digits, as drand publishes it. */
  readonly publicKey: string;
  /** Seconds; when round 1 is signed. */
  readonly genesis: number;
  /** Seconds from one round to the next. */
  readonly period: number;
}

/** drand's network quicknet. */
export const QUICKNET: BeaconScheme = {
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesis: 1_692_803_367,
  period: 3,
};

/** When a round is signed, in seconds. */
export function timeOfRound({ genesis, period }: BeaconScheme, beaconRound: bigint): bigint {
  return BigInt(genesis) + (beaconRound - 1n) * BigInt(period);
}

/** The newest round that is signed at a time in seconds; 0 before the first. */
export function latestRound({ genesis, period }: BeaconScheme, time: number): bigint {
  return time < genesis ? 0n : BigInt(Math.floor((time - genesis) / period)) + 1n;
}

/** The public key of a secret one of 32 bytes, as drand publishes it. */
export function toPublicKey(secretKey: Uint8Array): string {
  return shortSignatures.getPublicKey(secretKey).toHex();
}

/** The same key as the contract takes it: 0x and the 256 bytes of EIP-2537. Throws when it is no key. */
export function toContractKey(publicKey: string): string {
  const point = KeyPoint.fromHex(publicKey);
  point.assertValidity();
  const { x, y } = point.toAffine();
  return `0x${[x.c0, x.c1, y.c0, y.c1].map((part) => part.toString(16).padStart(128, '0')).join('')}`;
}

/** Signs a round: 96 hexadecimal digits. */
export function signRound(secretKey: Uint8Array, beaconRound: bigint): string {
  return shortSignatures.sign(toPoint(beaconRound), secretKey).toHex();
}

/** Whether a signature, 96 hexadecimal digits, is the key's over this round. */
export function isSignatureOf(publicKey: string, beaconRound: bigint, signature: string): boolean {
  if (!/^[\da-f]{96}$/.test(signature)) return false;
  try {
    return shortSignatures.verify(
      Buffer.from(signature, 'hex'),
      toPoint(beaconRound),
      Buffer.from(publicKey, 'hex'),
    );
  } catch {
    // What is no point is no signature.
    return false;
  }
}

function toPoint(beaconRound: bigint) {
  const round = Buffer.alloc(8);
  round.writeBigUInt64BE(beaconRound);
  return shortSignatures.hash(createHash('sha256').update(round).digest(), DOMAIN);
}
