import type { ChainCall } from '../chain/chain-call.ts';
import { DomainError } from '../errors.ts';
import type { BeaconSource } from './beacon-source.ts';
import type { Contracts } from '../chain/contracts.ts';
import type { Ids } from '../ids.ts';
import type { Operations } from '../operations/operations.ts';
import type { RoundClaims } from '../rounds/round-claims.ts';
import { closedRounds } from '../rounds/closed-rounds.ts';
import { closesAt, hasRound, lastClose } from '../rounds/schedule.ts';
import type { DrawnGiveaway, DueDraws, UnsettledRound } from './due-draws.ts';

/** The keeper's wallet (EIP-55), and what its transactions may cost in a day, in wei. */
export interface KeeperTerms {
  readonly wallet: string;
  readonly budget: bigint;
}

/** What one run of the keeper did. */
export interface KeeperRun {
  readonly draws: number;
  readonly voids: number;
  /** Rounds that wait for the next day's budget. */
  readonly overBudget: number;
  /** Rounds that wait for money in the keeper's wallet. */
  readonly unfunded: number;
}

type KeeperPorts = {
  beacon: BeaconSource;
  contracts: Contracts;
  ids: Ids;
  operations: Operations;
  roundClaims: RoundClaims;
} & {
  readonly dueDraws: DueDraws;
};

/** A round is due so long after its beacon round is signed; until then its provider may draw it. */
const GRACE_MS = 300_000;
/** After this time without a signature a round may be marked void. */
const SILENCE_MS = 30 * 86_400_000;
/** So long after the last round was settled a reorganisation may revert that. */
const LAST_LOOK_MS = 86_400_000;
/** More than a draw uses. */
const GAS = 400_000n;
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
  const run: Run = { now, counts, cost: 0n, balance: undefined, isBudgetSpent: false };
  for (;;) {
    const giveaways = await dueDraws.find(now, GIVEAWAYS_AT_ONCE);
    const looks: Look[] = [];
    for (const giveaway of giveaways) looks.push(await look(ports, terms, giveaway, now));
    for (const round of inTurns(looks)) {
      if (isOver()) return counts;
      await settle(ports, terms, round, run);
    }
    for (const { giveaway, due, at } of looks) await dueDraws.checkAgain(giveaway.giveaway, due.length, at);
    if (giveaways.length < GIVEAWAYS_AT_ONCE || isOver()) return counts;
  }
}

interface Run {
  readonly now: number;
  readonly counts: { -readonly [Name in keyof KeeperRun]: number };
  /** Wei that an operation may cost, and that the wallet has left; read when they are first needed. */
  cost: bigint;
  balance: bigint | undefined;
  isBudgetSpent: boolean;
}

/** The due rounds of a giveaway, and when to look at it again. */
interface Look {
  readonly giveaway: DrawnGiveaway;
  readonly due: readonly UnsettledRound[];
  readonly at: number | null;
}

interface DueRound {
  readonly giveaway: DrawnGiveaway;
  readonly index: number;
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
function inTurns(looks: readonly Look[]): DueRound[] {
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

/** When a round is due: the grace time after its beacon round; infinity for a round that never closes. */
function dueTime({ schedule, beaconMargin }: DrawnGiveaway, index: number): number {
  return (closesAt(schedule, index) ?? Number.POSITIVE_INFINITY) + beaconMargin * 1_000 + GRACE_MS;
}

/** Submits the first call that the contracts accept: the draw, else the end of a round whose beacon is silent. */
async function settle(
  ports: KeeperPorts,
  { wallet, budget }: KeeperTerms,
  { giveaway: drawn, index }: DueRound,
  run: Run,
): Promise<void> {
  const { dueDraws, ids, operations, roundClaims } = ports;
  const { giveaway, providerKey } = drawn;
  if (run.isBudgetSpent) {
    run.counts.overBudget += 1;
    return;
  }
  const signature = await signatureFor(ports, giveaway, index);
  const isSilent = run.now >= dueTime(drawn, index) - GRACE_MS + SILENCE_MS;
  const call = await firstAccepted(ports, wallet, [
    ...(signature === undefined ? [] : [{ kind: 'draw-winner', giveaway, round: index, signature } as const]),
    ...(isSilent ? [{ kind: 'void-round', giveaway, round: index } as const] : []),
  ]);
  if (call === undefined) return;
  if (!(await isFunded(ports, wallet, run))) {
    run.counts.unfunded += 1;
    return;
  }
  const operationId = ids.next('opn');
  const claim = { giveaway, need: 'winner', round: index, operationId, keeper: wallet } as const;
  if (!(await roundClaims.take(claim))) return;
  if (!(await dueDraws.reserve({ operationId, providerKey, cost: run.cost }, budget))) {
    await roundClaims.release(operationId);
    run.isBudgetSpent = true;
    run.counts.overBudget += 1;
    return;
  }
  await operations.submit([{ id: operationId, providerKey, signer: wallet, call }]);
  if (call.kind === 'draw-winner') run.counts.draws += 1;
  else run.counts.voids += 1;
}

/** Whether the wallet can pay for one more operation besides those of this run. */
async function isFunded({ contracts }: KeeperPorts, wallet: string, run: Run): Promise<boolean> {
  if (run.balance === undefined) {
    const [[balance = 0n], fee] = await Promise.all([contracts.balances([wallet]), contracts.feePerGas()]);
    run.balance = balance;
    run.cost = GAS * fee;
  }
  if (run.balance < run.cost) return false;
  run.balance -= run.cost;
  return true;
}

/** The beacon's signature that decides a round; undefined while there is none, or no relay answers. */
async function signatureFor(
  { beacon, contracts }: { beacon: BeaconSource; contracts: Contracts },
  giveaway: string,
  index: number,
): Promise<string | undefined> {
  const beaconRound = await contracts.beaconRound(giveaway, index).catch(undefinedIfRefused);
  return beaconRound === undefined
    ? undefined
    : beacon.signatureOf(beaconRound).catch((error: unknown) => {
        if (error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE') return undefined;
        throw error;
      });
}

async function firstAccepted(
  { contracts }: { contracts: Contracts },
  wallet: string,
  calls: readonly ChainCall[],
): Promise<ChainCall | undefined> {
  for (const call of calls) {
    const isAccepted = await contracts.attempt(call, wallet).then(() => true, undefinedIfRefused);
    if (isAccepted) return call;
  }
  return undefined;
}

/** Throws again what is no refusal by the contracts. */
function undefinedIfRefused(error: unknown): undefined {
  if (error instanceof DomainError && error.code !== 'CHAIN_UNAVAILABLE') return undefined;
  throw error;
}
