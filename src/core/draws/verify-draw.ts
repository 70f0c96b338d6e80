import { closesAt, hasRound, type Schedule } from '../rounds/schedule.ts';
import { countedLeaves, passportUnder, seedOf, ticketOf, totalOf, type Keccak256 } from './draw.ts';
import { LEAST_BEACON_MARGIN } from './quicknet.ts';
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
  /** Every change of entries of the giveaway, in the order of the chain. */
  readonly changes: readonly RecordedChange[];
  /** The event WinnerDrawn of the round. */
  readonly outcome: DrawOutcome;
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
export interface VerifiedBeacon {
  /** The first round that is signed at or after a time in Unix seconds. */
  roundAt(timestamp: number): bigint;
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
}

/** Repeats the draw of a round's winner from the record alone, step by step. */
export function verifyDraw(
  record: DrawRecord,
  beacon: VerifiedBeacon,
  hashes: Hashes,
): readonly VerificationStep[] {
  const { schedule, round, outcome } = record;
  const closes = closesAt(schedule, round);
  if (!hasRound(schedule, round) || closes === undefined)
    return [{ name: 'close', found: 'never', differs: 'a winner was drawn' }];
  const { rounds, contradictions } = replayEntries(record.changes, schedule);
  const counted = countedLeaves(rounds, round, record.carriesOver);
  const total = totalOf(counted);
  const beaconRound = beacon.roundAt(closes / 1000 + record.beaconMargin);
  const randomness = hashes.sha256(outcome.signature);
  const seed = seedOf({ ...record, randomness }, hashes.keccak256);
  const ticket = total === 0 ? undefined : ticketOf(seed, total);
  const passport = ticket === undefined ? undefined : passportUnder(counted, ticket);
  const isSigned = beacon.isSignatureOf(outcome.beaconRound, outcome.signature);
  return [
    check('determination', 'on-chain random', record.isDrawn ? 'on-chain random' : 'provider-declared'),
    { name: 'close', found: new Date(closes).toISOString() },
    later('settled', outcome.timestamp, closes / 1000),
    {
      name: 'entries',
      found: `${record.changes.length} changes, each while its round was open`,
      ...(contradictions.length > 0 && { differs: contradictions.join(' ') }),
    },
    check('total', total, outcome.total),
    atLeast('margin', record.beaconMargin, LEAST_BEACON_MARGIN),
    check('beacon round', beaconRound, outcome.beaconRound),
    check('signature', 'of the beacon', isSigned ? 'of the beacon' : 'not of the beacon'),
    check('randomness', randomness, outcome.randomness),
    { name: 'seed', found: seed },
    check('ticket', ticket ?? 'none', outcome.ticket),
    check(
      'winner',
      passport === undefined ? 'nobody' : `passport ${passport}`,
      `passport ${outcome.passportId}`,
    ),
  ];
}

function check(
  name: string,
  found: string | number | bigint,
  recorded: string | number | bigint,
): VerificationStep {
  return String(found) === String(recorded)
    ? { name, found: String(found) }
    : { name, found: String(found), differs: String(recorded) };
}

function atLeast(name: string, seconds: number, least: number): VerificationStep {
  if (seconds >= least) return { name, found: `${seconds} s` };
  return { name, found: `at least ${least} s`, differs: `${seconds} s` };
}

function later(name: string, timestamp: number, closes: number): VerificationStep {
  const found = new Date(timestamp * 1000).toISOString();
  return timestamp >= closes ? { name, found } : { name, found, differs: 'before the round closed' };
}
