import { getAddress, keccak256, toUtf8Bytes } from 'ethers';
import { digests } from '../../../src/adapters/chain/hub/digests.ts';
import type { NewOperation } from '../../../src/core/operations/operation.ts';
import { hashOf, type ModelBlock } from '../chain/block.ts';
import { stateKeys } from '../chain/block-tree.ts';
import type { Addresses } from '../chain/hub-logs.ts';
import { keys, type ModelGiveaway } from '../chain/hub-state.ts';
import { createNetwork, FIRST_BLOCK, type Network } from '../chain/network.ts';
import type { NodeView } from '../chain/node.ts';
import { createChance, type Chance } from '../clock/chance.ts';
import type { Scheduler } from '../clock/scheduler.ts';
import { BEGINNING } from '../clock/virtual-time.ts';
import { createMemoryDatabase, type MemoryDatabase } from '../database/memory-database.ts';
import { drawTraits, type Traits } from './traits.ts';

export const CHAIN_ID = 1_000_001;
export const RICH = 10n ** 21n;
const address = (name: string) => getAddress(`0x${keccak256(toUtf8Bytes(name)).slice(-40)}`);
export const PROVIDER = hashOf('provider');
export const HOLDER = address('holder');
/** The contracts, EIP-55. */
export const HUB = address('hub');
export const PASSPORT = address('passport');
/** Open giveaways, and one that has ended with passport 1 as its winner. */
export const OPEN_GIVEAWAYS = ['first', 'second'].map((name) => digests.giveawayKey(PROVIDER, name));
export const DECIDED_GIVEAWAY = digests.giveawayKey(PROVIDER, 'decided');
export const PASSPORTS = 12;

/** How the surroundings are now; `faults` and what is not usual end when a quiet time begins. */
export interface Weather {
  hasFaults: boolean;
  databaseUp: boolean;
  nodeUp: boolean;
  isOtherChain: boolean;
  /** By how many blocks a share of the requests meets an older state. */
  lag: number;
  /** The newest block of a node that is stuck, which answers a share of the requests. */
  stuckAt: ModelBlock | undefined;
  databaseAheadMs: number;
  /** The newest blocks of nodes that are on a fork, by the names of the instances that they answer. */
  readonly forks: Map<string, ModelBlock>;
  /** Signers that have not always been rich. */
  readonly everPoor: Set<string>;
  /** Whether a key was used outside. */
  hasOutsideUse: boolean;
  /** Until when no instance can use its keys, by the scheduler's clock. */
  keysLostUntil: number;
}

/** One hour: everything that the instances meet. */
export interface World {
  readonly seed: number;
  readonly chance: Chance;
  readonly scheduler: Scheduler;
  readonly traits: Traits;
  readonly weather: Weather;
  readonly network: Network;
  readonly database: MemoryDatabase;
  /** EIP-55. */
  readonly signers: readonly string[];
  /** The node that answers the next request of this instance. */
  readonly view: (instance: string) => NodeView;
  /** Transactions of the signers that no instance signed. */
  readonly outside: Set<string>;
  readonly violations: string[];
  violate(text: string): void;
  /** Notes an event, for the log of the hour. */
  note(text: string): void;
}

export interface WorldOptions {
  readonly seed: number;
  readonly scheduler: Scheduler;
  /** Gets the log, line by line. */
  readonly log?: ((line: string) => void) | undefined;
}

/** The surroundings of the hour with this seed. */
export function createWorld({ seed, scheduler, log }: WorldOptions): World {
  const chance = createChance(seed);
  const traits = drawTraits(chance.branch('traits'));
  const signers = Array.from({ length: traits.signers }, (_, index) => address(`signer ${index}`));
  const addresses: Addresses = { hub: HUB.toLowerCase(), passport: PASSPORT.toLowerCase() };
  const weather: Weather = {
    hasFaults: false,
    databaseUp: true,
    nodeUp: true,
    isOtherChain: false,
    lag: 0,
    databaseAheadMs: 0,
    stuckAt: undefined,
    forks: new Map(),
    everPoor: new Set<string>(),
    hasOutsideUse: false,
    keysLostUntil: 0,
  };
  const chain = { scheduler, traits: traits.chain, addresses };
  const network = createNetwork({
    ...chain,
    name: 'the chain',
    chance: chance.branch('chain'),
    state: firstState(signers),
  });
  const strange = traits.disturbances.has('node of another chain')
    ? createNetwork({
        ...chain,
        name: 'another chain',
        chance: chance.branch('other chain'),
        state: new Map(),
      })
    : undefined;
  const database = createMemoryDatabase(
    () => BEGINNING + scheduler.now() + weather.databaseAheadMs,
    ({ id }: NewOperation) => hashOf(`key of ${id}`),
  );
  const nodeChance = chance.branch('node');
  const violations: string[] = [];
  const time = () => (scheduler.now() / 1_000).toFixed(3).padStart(9);
  return {
    seed,
    chance,
    scheduler,
    traits,
    weather,
    network,
    database,
    signers,
    violations,
    outside: new Set(),
    violate(text) {
      violations.push(text);
      log?.(`${time()} VIOLATION ${text}`);
    },
    note: (text) => log?.(`${time()} ${text}`),
    view(instance) {
      const usual = { chainId: CHAIN_ID, traits: traits.node };
      if (weather.isOtherChain && strange)
        return { ...usual, network: strange, head: strange.tree.tip(), chainId: CHAIN_ID + (seed % 2) };
      const fork = weather.forks.get(instance);
      // A deep reorganisation may let a fork begin below the final block, which is the same for all nodes.
      const final = network.finalized();
      const isLawful = fork !== undefined && network.tree.at(fork, final.number) === final;
      if (isLawful) return { ...usual, network, head: fork };
      const tip = network.tree.tip();
      const behind = weather.lag > 0 && nodeChance.is(0.3) ? nodeChance.whole(1, weather.lag) : 0;
      const behindTip = network.tree.at(tip, Math.max(FIRST_BLOCK, tip.number - behind)) ?? tip;
      const head = weather.stuckAt !== undefined && nodeChance.is(0.3) ? weather.stuckAt : behindTip;
      return { ...usual, network, head, omitsLogs: weather.hasFaults && nodeChance.is(traits.omittedLogs) };
    },
  };
}

function firstState(signers: readonly string[]): Map<string, unknown> {
  const state = new Map<string, unknown>();
  const startTime = Math.floor(BEGINNING / 1_000) - 86_400;
  const usual: ModelGiveaway = { provider: PROVIDER, startTime, endTime: 0, winner: 0 };
  for (const signer of signers) {
    state.set(stateKeys.balance(signer.toLowerCase()), RICH);
    state.set(keys.signer(PROVIDER, signer.toLowerCase()), true);
  }
  for (const giveaway of OPEN_GIVEAWAYS) state.set(keys.giveaway(giveaway), usual);
  const decided = { ...usual, endTime: startTime + 3_600, winner: 1 };
  state.set(keys.giveaway(DECIDED_GIVEAWAY), decided);
  for (let passport = 1; passport <= PASSPORTS; passport += 1)
    state.set(keys.owner(passport), HOLDER.toLowerCase());
  state.set(keys.minted, PASSPORTS);
  return state;
}
