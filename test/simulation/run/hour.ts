import { setTimeout as after } from 'node:timers/promises';
import { checkQuiet, findUnfinished } from '../checks/quiet.ts';
import { checkReadModel } from '../checks/read-model.ts';
import { watchStore } from '../checks/watch-store.ts';
import { createScheduler } from '../clock/scheduler.ts';
import { installVirtualTime } from '../clock/virtual-time.ts';
import { isFree } from '../database/tables.ts';
import { createClients, type Clients } from './clients.ts';
import { createCluster, type Cluster } from './cluster.ts';
import { calm, startDisturbances } from './disturbances.ts';
import { createWorld, type World } from './world.ts';

export interface HourOptions {
  readonly seed: number;
  /** Gets the log, line by line. */
  readonly log?: ((line: string) => void) | undefined;
}

export interface HourReport {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly operations: number;
  readonly blocks: number;
  /** How much time passed in the simulation. */
  readonly seconds: number;
}

const HOUR_MS = 3_600_000;
const LOOK_MS = 5_000;
/** A lower head of a node counts after a quarter of a minute. */
const CALM_MS = 40_000;
/** Longer than any lease of a lane. Where a clock went back, a lease may seem longer, and its lane is free. */
const LONGEST_LEASE_MS = 60_000;
/** Blocks are final that are so deep, where the node does not tell. */
const DEFAULT_FINALITY = 96;

/** Runs the hour with this seed: times with faults, and after each a quiet time in which everything has to come to its end. */
export async function runHour({ seed, log }: HourOptions): Promise<HourReport> {
  const scheduler = createScheduler();
  const bare = createWorld({ seed, scheduler, log });
  const world: World = { ...bare, database: { ...bare.database, laneStore: watchStore(bare) } };
  installVirtualTime(scheduler, world.chance.branch('chance of the process'));
  const onRejection = (error: unknown) => world.violate(`an unhandled rejection: ${String(error)}`);
  process.on('unhandledRejection', onRejection);
  const cluster = createCluster(world);
  const clients = createClients(world, cluster);
  await scheduler.run(() => pass(world, cluster, clients));
  process.off('unhandledRejection', onRejection);
  return {
    seed,
    violations: world.violations,
    operations: clients.sent.length,
    blocks: world.network.tree.tip().number - 1_000_000,
    seconds: Math.round(scheduler.now() / 1_000),
  };
}

async function pass(world: World, cluster: Cluster, clients: Clients): Promise<void> {
  const { scheduler, chance, weather, violations, note } = world;
  const phases = chance.branch('phases');
  world.note(describe(world));
  cluster.complete();
  startDisturbances(world, cluster);
  // Until a block is stored, nothing tells a node of another chain.
  while (world.database.tables.blocks.length === 0) await after(LOOK_MS);
  while (scheduler.now() < HOUR_MS && violations.length === 0) {
    clients.go();
    weather.hasFaults = true;
    await after(phases.whole(120, 600) * 1_000);
    note('quiet');
    calm(world);
    clients.rest();
    cluster.complete();
    await settle(world, cluster, clients);
  }
  if (violations.length === 0) await expectReleased(world);
}

const describe = ({ traits }: World) =>
  JSON.stringify(traits, (_key, value: unknown) =>
    value instanceof Map ? Object.fromEntries(value) : typeof value === 'bigint' ? String(value) : value,
  );

/** Waits until nothing is under way, at most for the time that this may take, and compares. */
async function settle(world: World, cluster: Cluster, clients: Clients): Promise<void> {
  const { scheduler, violate } = world;
  const deadline = scheduler.now() + boundMs(world);
  let unfinished: string[];
  await after(CALM_MS);
  do {
    await after(LOOK_MS);
    cluster.complete();
    unfinished = findUnfinished(world, clients.sent);
  } while (unfinished.length > 0 && scheduler.now() < deadline);
  for (const each of unfinished.slice(0, 5)) violate(`unfinished after ${boundMs(world) / 1_000} s: ${each}`);
  if (unfinished.length > 0) return;
  checkQuiet(world, clients.sent);
  checkReadModel(world);
}

/** How long everything may take once there are no faults: the longest pauses of the outbox, and the blocks that it waits for. */
function boundMs({ traits, weather }: World): number {
  const { finalityDepth, surprises, blockSeconds } = traits.chain;
  // A delivery whose nonce was used up otherwise is made again when that is final. One that was overtaken is refused then.
  const mayWait =
    weather.hasOutsideUse || surprises > 0 || traits.nodeErrors > 0 || weather.everPoor.size > 0;
  const finality = mayWait ? (traits.node.hasFinalized ? finalityDepth : DEFAULT_FINALITY) : 0;
  return 240_000 + (traits.confirmations + 40 + finality) * blockSeconds * 1_000;
}

/** When all transactions are final, nobody holds a lane. An instance that could not give its lane back leaves a lease that ends. */
async function expectReleased({ traits, database, scheduler, violate }: World): Promise<void> {
  const deadline = scheduler.now() + 60_000 + 130 * traits.chain.blockSeconds * 1_000;
  const { lanes, now } = database.tables;
  const held = () =>
    [...lanes.values()].filter(({ leaseUntil }) => !isFree(leaseUntil, LONGEST_LEASE_MS, now()));
  while (held().length > 0 && scheduler.now() < deadline) await after(LOOK_MS);
  for (const { signer, owner } of held()) violate(`${owner} still holds the lane of ${signer}`);
}
