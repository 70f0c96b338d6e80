import type { Schedule } from '../../core/rounds/schedule.ts';
import { keccak256, toBytes, wordOf } from './hex.ts';
import { readWords } from './words.ts';

/** The options that a giveaway was created with, as far as a draw depends on them. */
export interface GiveawayOptions {
  readonly externalId: string;
  /** The bytes of the external id; on chain they need not be valid UTF-8. */
  readonly externalIdBytes: string;
  /** Unix seconds. */
  readonly startTime: number;
  /** Unix seconds; 0 for never. */
  readonly endTime: number;
  /** 0 for winners that the provider declares, 1 for drawn ones. */
  readonly determination: number;
  readonly requiresHandshake: boolean;
  readonly providerPaysReceiptGas: boolean;
  readonly entriesCarryOver: boolean;
  readonly everyDays: number;
  readonly activeDays: number;
  /** The contract that verifies the beacon's signatures. */
  readonly beacon: string;
  /** Seconds. */
  readonly beaconMargin: number;
}

const WORD_BYTES = 32;

/** Decodes the data of the event GiveawayCreated. Throws VerificationError. */
export function decodeOptions(data: string): GiveawayOptions {
  const words = readWords(data, 'the options of the giveaway');
  const start = words.number(0, 32) / WORD_BYTES;
  return {
    externalId: toText(words.bytes(start, start)),
    externalIdBytes: words.bytes(start, start),
    startTime: words.number(start + 1),
    endTime: words.number(start + 2),
    determination: words.number(start + 3, 8),
    requiresHandshake: words.bool(start + 4),
    providerPaysReceiptGas: words.bool(start + 5),
    entriesCarryOver: words.bool(start + 6),
    everyDays: words.number(start + 7, 32),
    activeDays: words.number(start + 8, 32),
    beacon: words.address(start + 9),
    beaconMargin: words.number(start + 10, 32),
  };
}

/** When the rounds of a giveaway with these options open and close. */
export function toSchedule({ startTime, endTime, everyDays, activeDays }: GiveawayOptions): Schedule {
  return {
    startsAt: startTime * 1000,
    endsAt: endTime === 0 ? undefined : endTime * 1000,
    everyDays,
    activeDays,
  };
}

/** The key of a giveaway: keccak256(abi.encode(bytes32 provider, string externalId)), of the bytes of the external id. */
export function keyOfGiveaway(provider: string, externalIdBytes: string): string {
  const digits = externalIdBytes.slice(2);
  const padded = digits.padEnd(Math.ceil(digits.length / 64) * 64, '0');
  return keccak256(`0x${provider.slice(2)}${wordOf(64)}${wordOf(digits.length / 2)}${padded}`);
}

function toText(hex: string): string {
  return new TextDecoder().decode(toBytes(hex));
}
