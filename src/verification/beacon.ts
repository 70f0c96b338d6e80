import { bls12_381 } from '@noble/curves/bls12-381.js';
import { QUICKNET, type BeaconScheme } from '../core/draws/quicknet.ts';
import { sha256, toBytes, wordOf } from './abi/hex.ts';

/** The domain of drand's scheme bls-unchained-g1-rfc9380: signatures on G1, keys on G2. */
const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';
const { shortSignatures, G2 } = bls12_381;

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

const KNOWN = {
  round: 1_000n,
  signature:
    '0xb44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
};

/**
 * Checks a known signature of quicknet. The first check takes some times as long as later ones, because it compiles the functions and
 * computes their tables: a caller can do this while it waits for a node. Throws an Error when the result is wrong.
 */
export function prepareBeaconCheck(): void {
  if (!isBeaconSignature(QUICKNET, KNOWN.round, KNOWN.signature))
    throw new Error('The check of signatures does not work here: use another browser.');
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
