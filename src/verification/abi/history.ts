import type { PlaceCounts } from '../../core/draws/places.ts';
import { keccakP } from '@noble/hashes/sha3.js';
import { keccak256, toBytes, encodeHex, wordOf } from './hex.ts';

/** A link of the hash chain that a hub keeps for each giveaway. */
interface Link {
  readonly passportId: bigint;
  readonly openRound: number;
  readonly round: number;
  readonly amount: number;
  readonly removed: boolean;
}

interface Creation {
  readonly provider: string;
  /** Unix seconds. */
  readonly timestamp: number;
  /** The data of the event GiveawayCreated: its ABI-encoded options. */
  readonly options: string;
}

const HASH_BYTES = 32;
const LINK_BYTES = 53;
/** The bytes of a message that one permutation takes in (FIPS 202: 1600 bits less twice 256). */
const RATE_BYTES = 136;
const STATE_WORDS = 50;

/**
 * The last hash of a giveaway's chain (`historyOf`): it begins with keccak256(abi.encode(bytes32 provider, uint64 time,
 * GiveawayOptions options)), and each event EntriesChanged continues it with keccak256(abi.encodePacked(bytes32 previous,
 * uint64 passportId, uint32 openRound, uint32 round, uint32 amount, bool removed)). Before them PlacesSet does, in a giveaway with
 * several places, with keccak256(abi.encodePacked(bytes32 previous, uint8 winners, uint8 alternates)).
 */
export function historyHash(
  { provider, timestamp, options }: Creation,
  changes: readonly Link[],
  places?: PlaceCounts,
): string {
  // The event's data is the offset of the options, then the options as abi.encode writes them here too.
  const created = keccak256(`0x${provider.slice(2)}${wordOf(timestamp)}${wordOf(96)}${options.slice(66)}`);
  const start =
    places === undefined
      ? created
      : keccak256(`${created}${byteOf(places.winners)}${byteOf(places.alternates)}`);
  const block = new DataView(new ArrayBuffer(RATE_BYTES));
  for (const [index, byte] of toBytes(start).entries()) block.setUint8(index, byte);
  // The padding of Keccak around a message of 53 bytes.
  block.setUint8(LINK_BYTES, 0x01);
  block.setUint8(RATE_BYTES - 1, 0x80);
  const state = new Uint32Array(STATE_WORDS);
  for (const { passportId, openRound, round, amount, removed } of changes) {
    block.setBigUint64(32, passportId);
    block.setUint32(40, openRound);
    block.setUint32(44, round);
    block.setUint32(48, amount);
    block.setUint8(52, removed ? 1 : 0);
    // A link fits in one block: the permutation alone is keccak256, without the objects that a hash of any length needs.
    state.fill(0);
    for (let at = 0; at < RATE_BYTES; at += 4) state[at / 4] = block.getUint32(at, true);
    keccakP(state);
    for (let at = 0; at < HASH_BYTES; at += 4) block.setUint32(at, state[at / 4] ?? 0, true);
  }
  return encodeHex(new Uint8Array(block.buffer, 0, HASH_BYTES));
}

function byteOf(count: number): string {
  return count.toString(16).padStart(2, '0');
}
