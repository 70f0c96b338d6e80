import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { seedOf, ticketOf } from '../../../src/core/draws/draw.ts';

interface Draw {
  readonly giveaway: { readonly chainId: number | null; readonly hub: string | null; readonly key: string };
  readonly round: { readonly index: number };
  readonly proof: { readonly randomness: string };
}

interface SignedDraw extends Draw {
  readonly proof: Draw['proof'] & {
    readonly signature: string;
    readonly total: number;
    readonly ticket: number;
  };
}

/** The seed of the draw, computed from its terms; undefined while the chain is unknown. */
export function seedOfProof({ giveaway, round, proof }: Draw): string | undefined {
  const { chainId, hub, key } = giveaway;
  if (chainId === null || hub === null) return undefined;
  const terms = {
    randomness: proof.randomness,
    chainId: BigInt(chainId),
    hub,
    giveaway: key,
    round: round.index,
  };
  return seedOf(terms, (bytes) => hashOf(keccak_256, bytes));
}

/** Whether the ticket follows from the signature of the beacon, computed anew. */
export function isRecomputed(draw: SignedDraw): boolean {
  const { signature, randomness, total, ticket } = draw.proof;
  const seed = seedOfProof(draw);
  if (seed === undefined || total <= 0) return false;
  return hashOf(sha256, signature) === randomness.toLowerCase() && ticketOf(seed, total) === ticket;
}

function hashOf(hash: (bytes: Uint8Array) => Uint8Array, bytes: string): string {
  return `0x${bytesToHex(hash(hexToBytes(bytes.slice(2))))}`;
}
