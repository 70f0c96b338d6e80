import { closesAt, hasRound, opensAt, type Schedule } from '../rounds/schedule.ts';
import type { Leaves } from './draw.ts';

/** A change of entries as the chain recorded it (event EntriesChanged). */
export interface RecordedChange {
  readonly round: number;
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

/** The leaves that result from all changes, and where the record contradicts itself or the schedule. */
export interface Replay {
  readonly rounds: ReadonlyMap<number, Leaves>;
  readonly contradictions: readonly string[];
}

interface Leaf {
  readonly passportId: bigint;
  entries: number;
}

/** Replays all changes, given in the order of the chain, and compares each result with the one that the contract recorded. */
export function replayEntries(changes: readonly RecordedChange[], schedule: Schedule): Replay {
  const rounds = new Map<number, Leaf[]>();
  const leafIndexes = new Map<string, number>();
  const totals = new Map<number, number>();
  const contradictions: string[] = [];
  for (const change of changes) {
    const { round, passportId, removed, amount, entries, roundTotal, leaf } = change;
    const report = (contradiction: string) =>
      contradictions.push(`Block ${change.blockNumber}, log ${change.logIndex}: ${contradiction}`);
    if (!isOpenAt(schedule, round, change.timestamp * 1000))
      report(`entries of round ${round} changed while it was not open.`);

    const leaves = rounds.get(round) ?? [];
    rounds.set(round, leaves);
    const name = `${round} ${passportId}`;
    const index = leafIndexes.get(name) ?? leaves.push({ passportId, entries: 0 }) - 1;
    leafIndexes.set(name, index);
    if (index !== leaf) report(`passport ${passportId} is at leaf ${index}, not at ${leaf}.`);

    const held = leaves[index] as Leaf;
    held.entries += removed ? -amount : amount;
    const total = (totals.get(round) ?? 0) + (removed ? -amount : amount);
    totals.set(round, total);
    if (held.entries !== entries)
      report(`passport ${passportId} holds ${held.entries} entries, not ${entries}.`);
    if (held.entries < 0) report(`passport ${passportId} lost more entries than it held.`);
    if (total !== roundTotal) report(`round ${round} holds ${total} entries, not ${roundTotal}.`);
  }
  return { rounds, contradictions };
}

function isOpenAt(schedule: Schedule, round: number, time: number): boolean {
  const closes = closesAt(schedule, round);
  return (
    hasRound(schedule, round) && time >= opensAt(schedule, round) && (closes === undefined || time < closes)
  );
}
