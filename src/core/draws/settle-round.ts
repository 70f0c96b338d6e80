import type { ChainCall } from '../chain/chain-call.ts';
import { DomainError } from '../errors.ts';
import type { BeaconSource } from './beacon-source.ts';
import type { Contracts } from '../chain/contracts.ts';
import type { Ids } from '../ids.ts';
import type { Operations } from '../operations/operations.ts';
import type { PlaceRange, RoundClaims } from '../rounds/round-claims.ts';
import { countPlaces } from '../rounds/places.ts';
import { closesAt } from '../rounds/schedule.ts';
import { placesFor } from '../rounds/take-round.ts';
import { findStep, GAS_OF_DRAW, mostGas } from './draw-steps.ts';
import type { DrawnGiveaway, DueDraws, KeeperOperation } from './due-draws.ts';

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

/** What the keeper needs. */
export type KeeperPorts = {
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
/** A run of the keeper. */
export interface KeeperState {
  readonly now: number;
  readonly counts: { -readonly [Name in keyof KeeperRun]: number };
  /** Read when it is first needed. */
  funds: Funds | undefined;
  isBudgetSpent: boolean;
}

/** Wei per gas, and wei that the wallet has left. */
interface Funds {
  readonly fee: bigint;
  readonly balance: bigint;
}

/** A call that the contracts accept, and gas that it does not exceed. */
interface KeeperStep {
  readonly call: ChainCall;
  readonly gas: number;
}

/** A round that is due. */
export interface RoundToSettle {
  readonly giveaway: DrawnGiveaway;
  readonly index: number;
}

/** When a round is due: the grace time after its beacon round; infinity for a round that never closes. */
export function dueTime({ schedule, beaconMargin }: DrawnGiveaway, index: number): number {
  return (closesAt(schedule, index) ?? Number.POSITIVE_INFINITY) + beaconMargin * 1_000 + GRACE_MS;
}

/**
 * Submits the first call that the contracts accept: the draw, else the end of a round whose beacon is silent. Returns whether it is
 * a draw of several places, which further ones may go on with.
 */
export async function settleRound(
  ports: KeeperPorts,
  { wallet, budget }: KeeperTerms,
  { giveaway: drawn, index }: RoundToSettle,
  run: KeeperState,
): Promise<boolean> {
  const { ids, operations, roundClaims } = ports;
  const { giveaway, providerKey } = drawn;
  if (run.isBudgetSpent) {
    run.counts.overBudget += 1;
    return false;
  }
  const round = await readRound(ports, giveaway, index);
  if (round === undefined) return false;
  const signature = await signatureFor(ports, giveaway, index);
  const isSilent = run.now >= dueTime(drawn, index) - GRACE_MS + SILENCE_MS;
  const accepted = await firstAccepted(ports, { wallet, run, ...round }, [
    ...(signature === undefined ? [] : [{ kind: 'draw-winner', giveaway, round: index, signature } as const]),
    ...(isSilent ? [{ kind: 'void-round', giveaway, round: index } as const] : []),
  ]);
  if (accepted === undefined) return false;
  const { fee, balance } = await readFunds(ports, wallet, run);
  if (balance < BigInt(accepted.gas) * fee) {
    run.counts.unfunded += 1;
    return false;
  }
  const operationId = ids.next('opn');
  const { places } = round;
  const claim = { giveaway, need: 'winner', round: index, operationId, places, keeper: wallet } as const;
  if (!(await roundClaims.take(claim))) return false;
  const step = await reserve(ports, { operationId, providerKey, wallet, budget, fee }, accepted);
  if (step === undefined) {
    await roundClaims.release(operationId);
    run.isBudgetSpent = true;
    run.counts.overBudget += 1;
    return false;
  }
  run.funds = { fee, balance: balance - BigInt(step.gas) * fee };
  await operations.submit([{ id: operationId, providerKey, signer: wallet, call: step.call }]);
  if (step.call.kind === 'draw-winner') run.counts.draws += 1;
  else run.counts.voids += 1;
  return step.call.kind === 'draw-winner' && round.isSeveral;
}

/** The places that a draw of the round decides next; undefined when there are none. */
async function readRound(
  ports: Pick<KeeperPorts, 'contracts'>,
  giveaway: string,
  index: number,
): Promise<{ readonly isSeveral: boolean; readonly places: PlaceRange } | undefined> {
  const counts = await ports.contracts.places(giveaway);
  if (counts === undefined || countPlaces(counts) === 1) return { isSeveral: false, places: [0, 0] };
  const places = await placesFor(ports, { giveaway, need: 'winner', winners: 1 }, index);
  return places && { isSeveral: true, places };
}

/** Wei per gas, and wei of the wallet that no operation of this run may cost. */
async function readFunds(
  { contracts }: Pick<KeeperPorts, 'contracts'>,
  wallet: string,
  run: KeeperState,
): Promise<Funds> {
  if (run.funds === undefined) {
    const [[balance = 0n], fee] = await Promise.all([contracts.balances([wallet]), contracts.feePerGas()]);
    run.funds = { fee, balance };
  }
  return run.funds;
}

/**
 * Adds the most that a step may cost to the costs of the day. Of a round with several places, the draw of fewer tickets when the
 * budget is too small for all; undefined when it is for one.
 */
async function reserve(
  ports: KeeperPorts,
  terms: KeeperTerms & Omit<KeeperOperation, 'cost'> & Pick<Funds, 'fee'>,
  step: KeeperStep,
): Promise<KeeperStep | undefined> {
  const { operationId, providerKey, wallet, budget, fee } = terms;
  const cost = BigInt(step.gas) * fee;
  if (await ports.dueDraws.reserve({ operationId, providerKey, cost }, budget)) return step;
  const { call, gas } = step;
  if (call.kind !== 'draw-winner' || gas <= GAS_OF_DRAW) return undefined;
  const limit = Math.max(GAS_OF_DRAW, Math.floor(gas / 2));
  const smaller = await findStep(ports, call, { signer: wallet, from: limit, limit }).catch(
    undefinedIfRefused,
  );
  return smaller && reserve(ports, terms, smaller);
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
  ports: KeeperPorts,
  {
    wallet,
    run,
    isSeveral,
  }: { readonly wallet: string; readonly run: KeeperState; readonly isSeveral: boolean },
  calls: readonly ChainCall[],
): Promise<KeeperStep | undefined> {
  for (const call of calls) {
    const step =
      isSeveral && call.kind === 'draw-winner'
        ? await affordableStep(ports, wallet, call, run)
        : await ports.contracts
            .attempt(call, wallet)
            .then(() => ({ call, gas: GAS_OF_DRAW }), undefinedIfRefused);
    if (step) return step;
  }
  return undefined;
}

/** The draw of as many tickets as a transaction may draw and the wallet can pay for, at least one. */
async function affordableStep(
  ports: KeeperPorts,
  wallet: string,
  call: Parameters<typeof findStep>[1],
  run: KeeperState,
): Promise<KeeperStep | undefined> {
  const { fee, balance } = await readFunds(ports, wallet, run);
  const most = await mostGas(ports);
  const paid = fee === 0n ? most : Number(balance / fee);
  const limit = Math.min(most, Math.max(GAS_OF_DRAW, paid));
  return findStep(ports, call, { signer: wallet, from: GAS_OF_DRAW, limit }).catch(undefinedIfRefused);
}

/** Rethrows errors that are not contract reverts. */
function undefinedIfRefused(error: unknown): undefined {
  if (error instanceof DomainError && error.code !== 'CHAIN_UNAVAILABLE') return undefined;
  throw error;
}
