import type { DrawnPlace, PlaceCounts } from '../../core/draws/places.ts';
import type { DrawOutcome, Place } from '../../core/draws/verify-draw.ts';
import type { RecordedChange } from '../../core/draws/replay-entries.ts';
import type { HubLog } from '../node/logs.ts';
import { decodeOptions } from './options.ts';
import { wordsOf, type Words } from './words.ts';

/** The event GiveawayCreated. */
export interface Creation extends Place {
  /** The provider's 32 bytes. */
  readonly provider: string;
  /** The data of the event: the ABI-encoded options. */
  readonly options: string;
}

/** The event WinnerDrawn. */
export interface RecordedDraw extends DrawOutcome, Place {
  readonly round: number;
  readonly blockHash: string;
  readonly transactionHash: string;
}

/** The event PlaceDrawn. */
export interface RecordedPlace extends DrawnPlace, Place {
  readonly round: number;
}

/** The event RoundVoided. */
export interface RecordedVoid extends Place {
  readonly round: number;
}

/** Decodes GiveawayCreated; its options are decoded too, so that malformed ones are found here. Throws VerificationError, as do the functions below. */
export function toCreation(log: HubLog): Creation {
  decodeOptions(log.data);
  return { ...placeOf(log), provider: topicWord(log, 2).bytes32(0), options: log.data };
}

/** Decodes EntriesChanged. */
export function toChange(log: HubLog): RecordedChange {
  const words = wordsOf(log.data);
  return {
    ...placeOf(log),
    round: indexed(log, 2),
    passportId: topicWord(log, 3).uint(0, 64),
    openRound: words.number(1, 32),
    removed: words.bool(2),
    amount: words.number(3, 32),
    entries: words.number(4, 32),
    roundTotal: words.number(5, 32),
    leaf: words.number(6, 32),
  };
}

/** Decodes WinnerDrawn. */
export function toDraw(log: HubLog): RecordedDraw {
  const words = wordsOf(log.data);
  return {
    ...placeOf(log),
    blockHash: log.blockHash,
    transactionHash: log.transactionHash,
    round: indexed(log, 2),
    passportId: topicWord(log, 3).uint(0, 64),
    beaconRound: words.uint(1, 64),
    signature: words.bytes(2),
    randomness: words.bytes32(3),
    total: words.number(4, 32),
    ticket: words.number(5, 32),
  };
}

/** Decodes PlacesSet. */
export function toPlaceCounts(log: HubLog): PlaceCounts & Place {
  const words = wordsOf(log.data);
  return { ...placeOf(log), winners: words.number(0, 8), alternates: words.number(1, 8) };
}

/** Decodes PlaceDrawn. */
export function toDrawnPlace(log: HubLog): RecordedPlace {
  const words = wordsOf(log.data);
  return {
    ...placeOf(log),
    round: indexed(log, 2),
    passportId: topicWord(log, 3).uint(0, 64),
    place: words.number(0, 8),
    drawn: words.number(1, 32),
    total: words.number(2, 32),
    ticket: words.number(3, 32),
  };
}

/** Decodes RoundVoided. */
export function toVoid(log: HubLog): RecordedVoid {
  return { ...placeOf(log), round: indexed(log, 2) };
}

function placeOf({ timestamp, blockNumber, logIndex }: HubLog): Place {
  return { timestamp, blockNumber, logIndex };
}

/** An indexed argument by its place. Throws VerificationError. */
export function topicWord(log: HubLog, index: number): Words {
  return wordsOf(log.topics[index] ?? '0x', 'a topic of a log');
}

function indexed(log: HubLog, index: number): number {
  return topicWord(log, index).number(0, 32);
}
