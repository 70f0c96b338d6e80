import { secp256k1 } from '@noble/curves/secp256k1.js';
import { getAddress } from 'ethers/address';
import { keccak256 } from 'ethers/crypto';
import { randomBytes } from 'node:crypto';

// A larger table of multiples of the generator makes each signature a fifth cheaper.
const WINDOW_BITS = 8;
let isPrepared = false;

/** Computes the table once in a process, in about 100 ms. Called at the start, so that no request waits for it. */
export function prepareSigning(): void {
  if (isPrepared) return;
  secp256k1.Point.BASE.precompute(WINDOW_BITS, false);
  isPrepared = true;
}

/** An ECDSA signature over secp256k1 with the low s (EIP-2). */
export interface EcdsaSignature {
  /** 32 bytes. */
  readonly r: Uint8Array;
  /** 32 bytes. */
  readonly s: Uint8Array;
  readonly yParity: 0 | 1;
}

/** Signs a digest of 32 bytes; deterministic (RFC 6979). */
export function signDigest(digest: Uint8Array, privateKey: Uint8Array): EcdsaSignature {
  const bytes = secp256k1.sign(digest, privateKey, { prehash: false, lowS: true, format: 'recovered' });
  const [recovery] = bytes;
  // 2 and 3 mean an r beyond the group's order, which Ethereum cannot express; the probability is about 2^-127.
  if (recovery !== 0 && recovery !== 1) throw new Error('The signature cannot be expressed on this chain.');
  return { r: bytes.subarray(1, 33), s: bytes.subarray(33), yParity: recovery };
}

/** A random private key, uniform over 1 to the group's order minus 1. */
export function newPrivateKey(): Uint8Array {
  const seed = randomBytes(secp256k1.lengths.seed ?? 48);
  try {
    return secp256k1.utils.randomSecretKey(seed);
  } finally {
    seed.fill(0);
  }
}

export function isPrivateKey(bytes: Uint8Array): boolean {
  return secp256k1.utils.isValidSecretKey(bytes);
}

/** The address of a private key, EIP-55 mixed case. */
export function addressOf(privateKey: Uint8Array): string {
  const point = secp256k1.getPublicKey(privateKey, false);
  return getAddress(`0x${keccak256(point.subarray(1)).slice(-40)}`);
}
