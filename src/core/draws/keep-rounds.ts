import type { ChainCall } from '../chain/chain-call.ts';
import { DomainError } from '../errors.ts';
import type { Uses } from '../ports.ts';
import { closedRounds } from '../rounds/closed-rounds.ts';
import { closesAt, hasRound, lastClose } from '../rounds/schedule.ts';
import type { DrawnGiveaway, DueDraws } from './due-draws.ts';

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
}

type KeeperPorts = Uses<'beacon' | 'contracts' | 'ids' | 'operations' | 'roundClaims'> & {
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
 * that no provider can withhold a result. Stops early when `isOver`; a later run continues. Throws CHAIN_UNAVAILABLE.
 */
export async function keepRounds(
  ports: KeeperPorts,
  terms: KeeperTerms,
  isOver: () => boolean,
): Promise<KeeperRun> {
  const { contracts, dueDraws } = ports;
  const run = { draws: 0, voids: 0, overBudget: 0 };
  const now = (await contracts.time()) * 1_000;
  for (;;) {
    const giveaways = await dueDraws.find(now, GIVEAWAYS_AT_ONCE);
    for (const giveaway of giveaways) {
      if (isOver()) return run;
      await keepGiveaway(ports, terms, giveaway, { now, run, isOver });
    }
    if (giveaways.length < GIVEAWAYS_AT_ONCE) return run;
  }
}

type Counts = { -readonly [Name in keyof KeeperRun]: number };

interface Run {
  readonly now: number;
  readonly run: Counts;
  readonly isOver: () => boolean;
}

/** Settles the due rounds of a giveaway, and stores when to look at it again. */
async function keepGiveaway(
  ports: KeeperPorts,
  terms: KeeperTerms,
  giveaway: DrawnGiveaway,
  { now, run, isOver }: Run,
): Promise<void> {
  const closed = closedRounds(giveaway.schedule, now);
  const rounds = await ports.dueDraws.unsettled(giveaway, closed, MAX_ROUNDS);
  const due = rounds.filter(({ index }) => dueTime(giveaway, index) <= now);
  for (const { index, isTaken } of due) {
    if (isOver()) break;
    if (!isTaken) await settle(ports, terms, giveaway, { index, now, run });
  }
  const at = nextCheck(giveaway, { now, closed, oldest: due[0]?.index, next: rounds[due.length]?.index });
  await ports.dueDraws.checkAgain(giveaway.giveaway, due.length, at);
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

interface DueRound {
  readonly index: number;
  readonly now: number;
  readonly run: Counts;
}

/** Submits the first call that the contracts accept: the draw, else the end of a round whose beacon is silent. */
async function settle(
  ports: KeeperPorts,
  { wallet, budget }: KeeperTerms,
  { giveaway, providerKey, ...rest }: DrawnGiveaway,
  { index, now, run }: DueRound,
): Promise<void> {
  const { contracts, dueDraws, ids, operations, roundClaims } = ports;
  const signature = await signatureFor(ports, giveaway, index);
  const isSilent = now >= dueTime({ giveaway, providerKey, ...rest }, index) - GRACE_MS + SILENCE_MS;
  const call = await firstAccepted(ports, wallet, [
    ...(signature === undefined ? [] : [{ kind: 'draw-winner', giveaway, round: index, signature } as const]),
    ...(isSilent ? [{ kind: 'void-round', giveaway, round: index } as const] : []),
  ]);
  if (call === undefined) return;
  if (!(await dueDraws.spend(GAS * (await contracts.feePerGas()), budget))) {
    run.overBudget += 1;
    return;
  }
  const operationId = ids.next('opn');
  if (!(await roundClaims.take({ giveaway, need: 'winner', round: index, operationId }))) return;
  await operations.submit([{ id: operationId, providerKey, signer: wallet, call }]);
  if (call.kind === 'draw-winner') run.draws += 1;
  else run.voids += 1;
}

/** The beacon's signature that decides a round; undefined while there is none, or no relay answers. */
async function signatureFor(
  { beacon, contracts }: Uses<'beacon' | 'contracts'>,
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
  { contracts }: Uses<'contracts'>,
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
