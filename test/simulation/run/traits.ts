import type { Chance } from '../clock/chance.ts';
import type { ChainTraits } from '../chain/network.ts';
import type { NodeTraits } from '../chain/node.ts';
import { NO_FAULTS, type CallFaults } from '../faults/way.ts';

/** What happens around the instances while there are faults. */
export const DISTURBANCES = [
  'crash',
  'restart',
  'freeze',
  'clock jump',
  'database clock jump',
  'database outage',
  'database crash',
  'node outage',
  'node of another chain',
  'lagging node',
  'forgotten transactions',
  'halted chain',
  'reorganisation',
  'deep reorganisation',
  'dear fees',
  'drained signer',
  'outside use of a key',
  'unusable key',
] as const;
export type Disturbance = (typeof DISTURBANCES)[number] | 'node on a fork';

/** What one hour of the simulation is like. */
export interface Traits {
  readonly instances: number;
  readonly signers: number;
  readonly confirmations: number;
  readonly chain: ChainTraits;
  readonly node: NodeTraits;
  readonly database: CallFaults;
  readonly network: CallFaults;
  /** The share of calls that the node answers with an error of its own. */
  readonly nodeErrors: number;
  /** The share of requests for logs whose response lacks some. */
  readonly omittedLogs: number;
  /** The mean seconds between two disturbances of each kind. */
  readonly disturbances: ReadonlyMap<Disturbance, number>;
  /** The mean seconds between two bursts of requests. */
  readonly requestSeconds: number;
  /** The most operations of a burst. */
  readonly largestBurst: number;
  /** Of the wallets that are not rich, in wei. */
  readonly poorBalance: bigint;
}

/** What the hour with this seed is like: a part of all faults, so that none hides another. */
export function drawTraits(chance: Chance): Traits {
  const confirmations = chance.of([1, 2, 5]);
  const faults = chance.of([0, 0.002, 0.01, 0.03]);
  const disturbances = new Map<Disturbance, number>(
    DISTURBANCES.filter(() => chance.is(0.4)).map((kind) => [kind, chance.whole(20, 300)]),
  );
  const fork = chance.branch('fork');
  if (fork.is(0.14)) disturbances.set('node on a fork', fork.whole(20, 300));
  const hasBlooms = chance.is(0.9);
  return {
    instances: chance.of([1, 2, 2, 3]),
    signers: chance.whole(1, 3),
    confirmations,
    chain: {
      refusesGaps: chance.is(0.3),
      refusesLowFees: chance.is(0.3),
      countsAllCosts: chance.is(0.6),
      blockSeconds: chance.of([1, 2, 5, 12]),
      hasBlooms,
      finalityDepth: chance.of([32, 64]),
      // Without older states the outbox cannot tell who used a nonce, and waits for a node that can.
      keptStates: disturbances.has('outside use of a key') ? Number.POSITIVE_INFINITY : 128,
      leftOut: chance.of([0, 0, 0.1, 0.4]),
      surprises: chance.of([0, 0, 0, 0.01]),
    },
    node: {
      hasFinalized: chance.is(0.8),
      hasBlockReceipts: chance.is(0.8),
      hasCallTime: chance.is(0.8),
    },
    database: drawFaults(chance, faults),
    network: { ...drawFaults(chance, faults), doubled: chance.is(0.5) ? faults / 4 : 0 },
    nodeErrors: chance.of([0, 0, 0.001, 0.02]),
    // Without blooms nothing tells that logs are missing.
    omittedLogs: hasBlooms ? chance.of([0, 0, 0.05]) : 0,
    disturbances,
    requestSeconds: chance.whole(15, 90),
    largestBurst: chance.of([1, 3, 12]),
    poorBalance: BigInt(chance.of([1, 2, 4, 8, 30])) * 10n ** 15n,
  };
}

/** Each kind in half of the hours. */
function drawFaults(chance: Chance, total: number): CallFaults {
  const share = () => (chance.is(0.5) ? total / 4 : 0);
  return {
    ...NO_FAULTS,
    lost: share(),
    unanswered: share(),
    late: share(),
    slow: share(),
    // Each takes a restart.
    crash: share() / 10,
  };
}
