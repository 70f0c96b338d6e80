import { closesAt, hasRound, type Schedule } from '../rounds/schedule.ts';
import { countedLeaves, passportUnder, seedOf, ticketOf, totalOf, type Keccak256 } from './draw.ts';
import { drawPlaces, type DrawnPlace } from './places.ts';
import { beaconRoundAt, timeOfBeaconRound, type BeaconScheme } from './quicknet.ts';
import { replayEntries, type RecordedChange } from './replay-entries.ts';

/** The inputs and the outcome of a draw, as the chain recorded them. */
export interface DrawRecord {
  readonly chainId: bigint;
  readonly hub: string;
  /** The giveaway's key. */
  readonly giveaway: string;
  readonly round: number;
  readonly isDrawn: boolean;
  readonly schedule: Schedule;
  readonly carriesOver: boolean;
  /** Seconds. */
  readonly beaconMargin: number;
  /** Where the giveaway was created. */
  readonly created: Place;
  /** Every change of entries of the giveaway, in the order of the chain. */
  readonly changes: readonly RecordedChange[];
  /** The event WinnerDrawn of the round. */
  readonly outcome: DrawOutcome;
  /** Where the round has several places: their number, and the events of those after the first one. */
  readonly places?: { readonly count: number; readonly drawn: readonly DrawnPlace[] } | undefined;
}

/** The place of an event in the chain. */
export interface Place {
  /** The time of its block, in Unix seconds. */
  readonly timestamp: number;
  readonly blockNumber: number;
  readonly logIndex: number;
}

export interface DrawOutcome {
  readonly passportId: bigint;
  readonly beaconRound: bigint;
  readonly signature: string;
  readonly randomness: string;
  readonly total: number;
  readonly ticket: number;
  /** The time of its block, in Unix seconds. */
  readonly timestamp: number;
}

/** The beacon that the verifier expects. Its key and times must not be taken from the contract that is verified. */
export interface ExpectedBeacon extends BeaconScheme {
  /** The least margin that the verifier accepts, in seconds. */
  readonly leastMargin: number;
  isSignatureOf(beaconRound: bigint, signature: string): boolean;
}

interface Hashes {
  readonly keccak256: Keccak256;
  readonly sha256: Keccak256;
}

/** One value that was computed again and compared. */
export interface VerificationStep {
  readonly name: string;
  /** The value computed here. */
  readonly found: string;
  /** The value on chain, when it differs. */
  readonly differs?: string;
  /** Whether the value is not known yet: a node did not answer, or its block is not final. */
  readonly isOpen?: true;
}

/** Repeats the draw of a round's winner from the record alone, step by step. */
export function verifyDraw(
  record: DrawRecord,
  beacon: ExpectedBeacon,
  hashes: Hashes,
): readonly VerificationStep[] {
  const { schedule, round, outcome, changes } = record;
  const closes = closesAt(schedule, round);
  if (!hasRound(schedule, round) || closes === undefined)
    return [{ name: 'close', found: 'never', differs: 'a winner was drawn' }];
  const whole = replayEntries(changes, record);
  // A later removal reaches earlier rounds, but not the draws that counted them.
  const before = changes.filter(({ openRound }) => openRound <= round);
  const { rounds } = before.length === changes.length ? whole : replayEntries(before, record);
  const counted = countedLeaves(rounds, round, record.carriesOver);
  const total = totalOf(counted);
  const beaconRound = beaconRoundAt(beacon, closes / 1000 + record.beaconMargin);
  const randomness = hashes.sha256(outcome.signature);
  const seed = seedOf({ ...record, randomness }, hashes.keccak256);
  const ticket = total > 0 ? ticketOf(seed, total) : undefined;
  const passport = ticket === undefined ? undefined : passportUnder(counted, ticket);
  const isSigned = beacon.isSignatureOf(outcome.beaconRound, outcome.signature);
  return [
    compare('determination', 'on-chain random', record.isDrawn ? 'on-chain random' : 'provider-declared'),
    checkCreation(record, closes / 1000, timeOfBeaconRound(beacon, beaconRound)),
    { name: 'close', found: toTime(closes / 1000) },
    checkSettlement(outcome.timestamp, closes / 1000),
    report('entries', `${changes.length} changes, each from an open round`, whole.contradictions),
    report('times of entries', 'each change while its round was open', whole.untimely),
    checkLastChange(before, timeOfBeaconRound(beacon, beaconRound)),
    compare('total', total, outcome.total),
    checkMargin(record.beaconMargin, beacon.leastMargin),
    compare('beacon round', beaconRound, outcome.beaconRound),
    compare('signature', 'of the beacon', isSigned ? 'of the beacon' : 'not of the beacon'),
    compare('randomness', randomness, outcome.randomness),
    { name: 'seed', found: seed },
    compare('ticket', ticket ?? 'none', outcome.ticket),
    compare(
      'winner',
      passport === undefined ? 'nobody' : `passport ${passport}`,
      `passport ${outcome.passportId}`,
    ),
    ...(record.places === undefined
      ? []
      : [
          checkPlaces(
            drawPlaces(counted, { seed, places: record.places.count }, hashes.keccak256),
            record.places.drawn,
          ),
        ]),
  ];
}

/** Compares the places after the first one, which a draw may decide in several transactions. */
function checkPlaces(expected: readonly DrawnPlace[], recorded: readonly DrawnPlace[]): VerificationStep {
  const further = expected.slice(1);
  const describe = (places: readonly DrawnPlace[]) =>
    places.map(({ place, passportId }) => `${place + 1}. passport ${passportId}`).join(', ');
  const step = { name: 'further places', found: describe(further) || 'none' };
  const wrong = recorded.find((found, index) => {
    const place = further[index];
    return (
      place === undefined || Object.entries(place).some(([name, value]) => found[name as 'place'] !== value)
    );
  });
  if (wrong !== undefined) {
    const { place, passportId, total, ticket } = wrong;
    return { ...step, differs: `${place + 1}. passport ${passportId} with ticket ${ticket} of ${total}` };
  }
  const missing = further.length - recorded.length;
  return missing === 0 ? step : { ...step, differs: `${missing} places are not drawn yet`, isOpen: true };
}

/** A step that compares the value computed here with the recorded one. */
export function compare(
  name: string,
  found: string | number | bigint,
  recorded: string | number | bigint,
): VerificationStep {
  return String(found) === String(recorded)
    ? { name, found: String(found) }
    : { name, found: String(found), differs: String(recorded) };
}

/** A step that holds unless there are contradictions. */
export function report(name: string, found: string, contradictions: readonly string[]): VerificationStep {
  return { name, found, ...(contradictions.length > 0 && { differs: contradictions.join(' ') }) };
}

/** Options that are chosen when the signature is public choose the winner. */
function checkCreation({ created, changes }: DrawRecord, closes: number, signedAt: number): VerificationStep {
  const [first] = changes;
  const contradictions = [
    ...(created.timestamp < closes
      ? []
      : [`the round closed at ${toTime(closes)}; its beacon round was signed at ${toTime(signedAt)}.`]),
    ...(first === undefined || isBefore(created, first)
      ? []
      : [`the first entries are in block ${first.blockNumber}, log ${first.logIndex}.`]),
  ];
  const found = `${toTime(created.timestamp)}, before the first entries, the close and the beacon round`;
  return report('creation', found, contradictions);
}

/** Entries that change when the signature is public choose the winner. */
function checkLastChange(counted: readonly RecordedChange[], signedAt: number): VerificationStep {
  const last = Math.max(...counted.map(({ timestamp }) => timestamp));
  const found = `before the beacon round was signed at ${toTime(signedAt)}`;
  if (last < signedAt) return { name: 'last change', found };
  return { name: 'last change', found, differs: toTime(last) };
}

function isBefore(one: Place, other: Place): boolean {
  if (one.timestamp > other.timestamp) return false;
  return one.blockNumber === other.blockNumber
    ? one.logIndex < other.logIndex
    : one.blockNumber < other.blockNumber;
}

function checkSettlement(settledAt: number, closes: number): VerificationStep {
  const found = toTime(settledAt);
  return settledAt >= closes
    ? { name: 'settled', found }
    : { name: 'settled', found, differs: 'before the round closed' };
}

function checkMargin(seconds: number, least: number): VerificationStep {
  if (seconds >= least) return { name: 'margin', found: `${seconds} s` };
  return { name: 'margin', found: `at least ${least} s`, differs: `${seconds} s` };
}

function toTime(timestamp: number): string {
  return Number.isFinite(timestamp) && Math.abs(timestamp) < 8.64e12
    ? new Date(timestamp * 1000).toISOString()
    : String(timestamp);
}
