import { keccak_256 } from '@noble/hashes/sha3.js';
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

/**
 * The last hash of a giveaway's chain (`historyOf`): it begins with keccak256(abi.encode(bytes32 provider, uint64 time,
 * GiveawayOptions options)), and each event EntriesChanged continues it with keccak256(abi.encodePacked(bytes32 previous,
 * uint64 passportId, uint32 openRound, uint32 round, uint32 amount, bool removed)).
 */
export function historyHash({ provider, timestamp, options }: Creation, changes: readonly Link[]): string {
  // The event's data is the offset of the options, then the options as abi.encode writes them here too.
  const start = keccak256(`0x${provider.slice(2)}${wordOf(timestamp)}${wordOf(96)}${options.slice(66)}`);
  const packed = new Uint8Array(53);
  const view = new DataView(packed.buffer);
  let hash = toBytes(start);
  for (const { passportId, openRound, round, amount, removed } of changes) {
    packed.set(hash);
    view.setBigUint64(32, passportId);
    view.setUint32(40, openRound);
    view.setUint32(44, round);
    view.setUint32(48, amount);
    packed[52] = removed ? 1 : 0;
    hash = keccak_256(packed);
  }
  return encodeHex(hash);
}
