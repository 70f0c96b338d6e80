import { closedRounds, hasRound, lastClose } from '../rounds/schedule.ts';
import type { DrawnGiveaway, UnsettledRound } from './due-draws.ts';
import {
  dueTime,
  settleRound,
  type RoundToSettle,
  type KeeperPorts,
  type KeeperRun,
  type KeeperTerms,
  type KeeperState,
} from './settle-round.ts';

export type { KeeperRun } from './settle-round.ts';

/** So long after the last round was settled a reorganisation may revert that. */
const LAST_LOOK_MS = 86_400_000;
const GIVEAWAYS_AT_ONCE = 20;
const MAX_ROUNDS = 200;
const SHORTEST_PAUSE_MS = 15_000;
const MAX_PAUSE_MS = 6 * 3_600_000;

/**
 * Draws every round that is due and that nobody has drawn, and marks rounds void whose beacon has been silent for 30 days, so
 * that no provider can withhold a result. Providers take turns, so that none uses up the budget of all. Stops early when `isOver`;
 * a later run continues. After a clock was ahead, one of the next runs looks at all giveaways again. Throws CHAIN_UNAVAILABLE.
 */
export async function keepRounds(
  ports: KeeperPorts,
  terms: KeeperTerms,
  isOver: () => boolean,
): Promise<KeeperRun> {
  const { contracts, dueDraws } = ports;
  const now = (await contracts.time()) * 1_000;
  const counts = { draws: 0, voids: 0, overBudget: 0, unfunded: 0 };
  const run: KeeperState = { now, counts, funds: undefined, isBudgetSpent: false };
  for (;;) {
    const giveaways = await dueDraws.find(now, GIVEAWAYS_AT_ONCE);
    const looks: Look[] = [];
    for (const giveaway of giveaways) looks.push(await look(ports, terms, giveaway, now));
    const begun = new Set<string>();
    for (const round of inTurns(looks)) {
      if (isOver()) return counts;
      if (await settleRound(ports, terms, round, run)) begun.add(round.giveaway.giveaway);
    }
    for (const { giveaway: drawn, due, at } of looks) {
      const next = begun.has(drawn.giveaway) ? now + SHORTEST_PAUSE_MS : at;
      await dueDraws.checkAgain(drawn.giveaway, due.length, next);
    }
    if (giveaways.length < GIVEAWAYS_AT_ONCE || isOver()) return counts;
  }
}

/** The due rounds of a giveaway, and when to look at it again. */
interface Look {
  readonly giveaway: DrawnGiveaway;
  readonly due: readonly UnsettledRound[];
  readonly at: number | null;
}

async function look(
  { dueDraws }: KeeperPorts,
  { wallet }: KeeperTerms,
  giveaway: DrawnGiveaway,
  now: number,
): Promise<Look> {
  const closed = closedRounds(giveaway.schedule, now);
  const rounds = await dueDraws.unsettled(giveaway, closed, MAX_ROUNDS, wallet);
  const due = rounds.filter(({ index }) => dueTime(giveaway, index) <= now);
  const at = nextCheck(giveaway, { now, closed, oldest: due[0]?.index, next: rounds[due.length]?.index });
  return { giveaway, due, at };
}

/** The due rounds that no claim protects, one of each provider after the other. */
function inTurns(looks: readonly Look[]): RoundToSettle[] {
  const ofProviders = Map.groupBy(
    looks.flatMap(({ giveaway, due }) =>
      due.flatMap(({ index, isTaken }) => (isTaken ? [] : [{ giveaway, index }])),
    ),
    ({ giveaway }) => giveaway.providerKey,
  );
  const turns = Math.max(0, ...[...ofProviders.values()].map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) =>
    [...ofProviders.values()].flatMap((rounds) => rounds[turn] ?? []),
  ).flat();
}

/** When to look at a giveaway again: `oldest` is its oldest round that is due, `next` the first closed one that is not. */
function nextCheck(
  giveaway: DrawnGiveaway,
  rounds: {
    readonly now: number;
    readonly closed: number;
    readonly oldest: number | undefined;
    readonly next: number | undefined;
  },
): number | null {
  const { now, closed, oldest, next } = rounds;
  const toOpen = hasRound(giveaway.schedule, closed) ? closed : undefined;
  const nextDue = Math.min(
    ...[next, toOpen].map((index) =>
      index === undefined ? Number.POSITIVE_INFINITY : dueTime(giveaway, index),
    ),
  );
  if (oldest !== undefined) {
    const pause = (now - dueTime(giveaway, oldest)) / 10;
    return Math.min(nextDue, now + Math.min(Math.max(pause, SHORTEST_PAUSE_MS), MAX_PAUSE_MS));
  }
  if (nextDue !== Number.POSITIVE_INFINITY) return nextDue;
  const end = lastClose(giveaway.schedule) ?? Number.NEGATIVE_INFINITY;
  const last = end + giveaway.beaconMargin * 1_000 + LAST_LOOK_MS;
  return last > now ? last : null;
}
