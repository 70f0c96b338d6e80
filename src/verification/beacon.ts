import { bls12_381 } from '@noble/curves/bls12-381.js';
import type { BeaconScheme } from '../core/draws/quicknet.ts';
import { sha256, toBytes, wordOf } from './abi/hex.ts';

/** The domain of drand's scheme bls-unchained-g1-rfc9380: signatures on G1, keys on G2. */
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const { shortSignatures, G1, G2 } = bls12_381;

/** Whether a signature, 48 bytes as 0x hexadecimal, is the beacon's for this round. */
export function isBeaconSignature(
  { publicKey }: Pick<BeaconScheme, 'publicKey'>,
  beaconRound: bigint,
  signature: string,
): boolean {
  try {
    const message = toBytes(sha256(`0x${wordOf(beaconRound).slice(-16)}`));
    return shortSignatures.verify(
      toBytes(signature),
      shortSignatures.hash(message, DOMAIN),
      toBytes(`0x${publicKey}`),
    );
  } catch {
    // Bytes that decode to no curve point are not a signature.
    return false;
  }
}

/** A signature of 48 bytes as both coordinates, 48 bytes each, which costs the contract less gas; other bytes stay as they are. */
export function expandSignature(signature: string): string {
  try {
    const { x, y } = G1.Point.fromHex(signature.slice(2)).toAffine();
    return `0x${[x, y].map((part) => part.toString(16).padStart(96, '0')).join('')}`;
  } catch {
    return signature;
  }
}

/**
 * Converts a point of G2 from the 256 bytes of EIP-2537 to drand's 96 bytes, both in hexadecimal without 0x. Undefined when
 * it is no point.
 */
export function compressKey(digits: string): string | undefined {
  const part = (index: number) => BigInt(`0x${digits.slice(index * 128, index * 128 + 128)}`);
  try {
    const point = G2.Point.fromAffine({
      x: { c0: part(0), c1: part(1) },
      y: { c0: part(2), c1: part(3) },
    });
    point.assertValidity();
    return point.toHex();
  } catch {
    return undefined;
  }
}
