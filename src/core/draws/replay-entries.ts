import { closesAt, hasRound, opensAt, type Schedule } from '../rounds/schedule.ts';
import type { Leaves } from './draw.ts';

/** A change of one round's entries as the chain recorded it (event EntriesChanged). */
export interface RecordedChange {
  /** The round whose entries changed. */
  readonly round: number;
  /** The round that was open: `round` itself, or with carry-over a later one for a removal. */
  readonly openRound: number;
  readonly passportId: bigint;
  readonly removed: boolean;
  readonly amount: number;
  /** The entries of the passport in the round after the change, and of the whole round. */
  readonly entries: number;
  readonly roundTotal: number;
  readonly leaf: number;
  /** The time of its block, in Unix seconds. */
  readonly timestamp: number;
  readonly blockNumber: number;
  readonly logIndex: number;
}

/** The leaves that result from the changes, and where the record contradicts itself or the schedule. */
export interface Replay {
  readonly rounds: ReadonlyMap<number, Leaves>;
  /** At most `REPORTED_CONTRADICTIONS` sentences. */
  readonly contradictions: readonly string[];
  /** The same for the times of the changes. */
  readonly untimely: readonly string[];
}

interface Terms {
  readonly schedule: Schedule;
  readonly carriesOver: boolean;
}

interface Leaf {
  readonly passportId: bigint;
  entries: number;
}

interface RoundLeaves {
  readonly leaves: Leaf[];
  readonly places: Map<bigint, number>;
  total: number;
}

/** The number of contradictions that a replay names; it counts no further ones. */
export const REPORTED_CONTRADICTIONS = 5;

/**
 * Replays changes, given in the order of the chain, and compares each result with the one that the contract recorded.
 * The leaves are those of the last change.
 */
export function replayEntries(changes: readonly RecordedChange[], { schedule, carriesOver }: Terms): Replay {
  const rounds = new Map<number, RoundLeaves>();
  const contradictions: string[] = [];
  const untimely: string[] = [];
  let latestOpen = 0;
  for (const change of changes) {
    const { round, openRound, passportId, removed, amount, entries, roundTotal, leaf } = change;
    const report = (contradiction: string, list = contradictions) => {
      if (list.length < REPORTED_CONTRADICTIONS)
        list.push(`Block ${change.blockNumber}, log ${change.logIndex}: ${contradiction}`);
    };
    if (openRound < latestOpen) report(`round ${openRound} was open after round ${latestOpen}.`);
    latestOpen = Math.max(latestOpen, openRound);
    if (!reaches(change, carriesOver))
      report(`entries of round ${round} changed while round ${openRound} was open.`);
    if (!isOpenAt(schedule, openRound, change.timestamp * 1000))
      report(`entries changed while round ${openRound} was not open.`, untimely);

    const held = holdingOf(rounds, round, passportId);
    if (held.index !== leaf) report(`passport ${passportId} is at leaf ${held.index}, not at ${leaf}.`);
    const difference = removed ? -amount : amount;
    held.leaf.entries += difference;
    held.round.total += difference;
    if (amount === 0) report(`passport ${passportId} got or lost no entries.`);
    if (held.leaf.entries !== entries)
      report(`passport ${passportId} holds ${held.leaf.entries} entries, not ${entries}.`);
    if (held.leaf.entries < 0) report(`passport ${passportId} lost more entries than it held.`);
    if (held.round.total !== roundTotal)
      report(`round ${round} holds ${held.round.total} entries, not ${roundTotal}.`);
  }
  const leaves = new Map([...rounds].map(([round, { leaves }]) => [round, leaves]));
  return { rounds: leaves, contradictions, untimely };
}

/** The open round changes; with carry-over a removal also reaches the rounds before it. */
function reaches({ round, openRound, removed }: RecordedChange, carriesOver: boolean): boolean {
  return round === openRound || (carriesOver && removed && round < openRound);
}

function holdingOf(rounds: Map<number, RoundLeaves>, index: number, passportId: bigint) {
  let round = rounds.get(index);
  if (round === undefined) rounds.set(index, (round = { leaves: [], places: new Map(), total: 0 }));
  let place = round.places.get(passportId);
  if (place === undefined) {
    place = round.leaves.push({ passportId, entries: 0 }) - 1;
    round.places.set(passportId, place);
  }
  return { round, index: place, leaf: round.leaves[place] as Leaf };
}

function isOpenAt(schedule: Schedule, round: number, time: number): boolean {
  const closes = closesAt(schedule, round);
  return (
    hasRound(schedule, round) && time >= opensAt(schedule, round) && (closes === undefined || time < closes)
  );
}
