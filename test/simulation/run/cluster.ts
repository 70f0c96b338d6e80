import { createIndexer } from '../../../src/adapters/chain/indexer/indexer.ts';
import { startLaneWorker } from '../../../src/adapters/chain/outbox/lane-worker.ts';
import { createOutbox } from '../../../src/adapters/chain/outbox/outbox.ts';
import { requireChain } from '../../../src/adapters/chain/rpc/require-chain.ts';
import { createKnownBlock } from '../../../src/adapters/postgres/read-model/known-chain.ts';
import type { LaneStore } from '../../../src/adapters/ports/lane-store.ts';
import type { OperationStore } from '../../../src/adapters/ports/operation-store.ts';
import type { Projection } from '../../../src/adapters/ports/projection.ts';
import type { Operations } from '../../../src/core/operations/operations.ts';
import { FIRST_BLOCK } from '../chain/network.ts';
import { runIn, type SimulatedProcess } from '../clock/virtual-time.ts';
import { lostConnection, lostNode, rpcOver, storeOver } from '../faults/ports.ts';
import { createWay, NO_FAULTS, type CallFaults, type Way } from '../faults/way.ts';
import { createSigner } from './signer.ts';
import { CHAIN_ID, HUB, PASSPORT, type World } from './world.ts';

/** A process with an outbox and an indexer. */
export interface Instance {
  readonly process: SimulatedProcess;
  readonly operations: Operations;
  /** Ends it in order. */
  stop(): Promise<void>;
}

/** The instances on one database. */
export interface Cluster {
  /** Those that are alive. */
  alive(): readonly Instance[];
  /** Ends an instance without warning; another starts after a while. */
  crash(process: SimulatedProcess): void;
  /** Ends an instance in order; another starts after a while. */
  restart(instance: Instance): void;
  /** Starts as many as there should be, at once. */
  complete(): void;
}

export const FEE_CAP = 200_000_000_000n;
const RESTART_MS = 8_000;

export function createCluster(world: World): Cluster {
  const { scheduler, traits, weather, note, chance } = world;
  const instances = new Set<Instance>();
  const restarts = chance.branch('restarts');
  let started = 0;

  function crash(process: SimulatedProcess): void {
    if (process.isDead) return;
    process.isDead = true;
    note(`${process.name} crashes`);
    for (const instance of instances) if (instance.process === process) instances.delete(instance);
    scheduler.plan(restarts.around(RESTART_MS), startOne);
  }

  function startOne(): void {
    if (instances.size >= traits.instances) return;
    started += 1;
    const process: SimulatedProcess = {
      name: `instance ${started}`,
      isDead: false,
      frozenUntil: 0,
      aheadMs: 0,
    };
    note(`${process.name} starts`);
    instances.add(runIn(process, () => startInstance(world, ways, process)));
  }

  const whileFaulty = (faults: CallFaults) => () => (weather.hasFaults ? faults : NO_FAULTS);
  const ways: Ways = {
    database: createWay({
      scheduler,
      crash,
      chance: chance.branch('way to the database'),
      usualMs: 1,
      patienceMs: 30_000,
      faults: whileFaulty(traits.database),
      isUp: () => weather.databaseUp,
      toFailure: lostConnection,
    }),
    node: createWay({
      scheduler,
      crash,
      chance: chance.branch('way to the node'),
      usualMs: 20,
      patienceMs: 15_000,
      faults: whileFaulty(traits.network),
      isUp: () => weather.nodeUp,
      toFailure: lostNode,
    }),
  };

  return {
    alive: () => [...instances],
    crash,
    restart(instance) {
      const { process } = instance;
      note(`${process.name} stops`);
      instances.delete(instance);
      const end = (how: string) => {
        process.isDead = true;
        note(`${process.name} ${how}`);
        scheduler.plan(restarts.around(RESTART_MS), startOne);
      };
      void runIn(process, () => instance.stop()).then(
        () => end('has stopped'),
        (error: unknown) => end(`could not stop in order: ${String(error)}`),
      );
    },
    complete() {
      while (instances.size < traits.instances) startOne();
    },
  };
}

interface Ways {
  readonly database: Way;
  readonly node: Way;
}

/** The parts as src/app/chain/chain-workers.ts connects them. */
function startInstance(world: World, ways: Ways, process: SimulatedProcess): Instance {
  const { traits, database, weather, chance, view, note } = world;
  const { confirmations } = traits;
  const nodeChance = chance.branch(`answers to ${process.name}`);
  const node = rpcOver(ways.node, process, {
    chance: nodeChance,
    view: () => view(process.name),
    errors: () => (weather.hasFaults ? traits.nodeErrors : 0),
  });
  const hub = { hubIndex: 0, hub: HUB, passport: PASSPORT };
  const warn = (message: string, error: unknown) => note(`${process.name}: ${message} ${String(error)}`);
  const indexer = createIndexer({
    source: { chainId: CHAIN_ID, hubs: [{ ...hub, startBlock: FIRST_BLOCK }] },
    rpc: node,
    projection: storeOver<Projection>(ways.database, process, database.projection),
    writer: process.name,
    confirmations,
    warn,
  });
  const laneStore = storeOver<LaneStore>(ways.database, process, database.laneStore);
  const operationStore = storeOver<OperationStore>(ways.database, process, database.operationStore);
  const outbox = createOutbox(operationStore, (settled) =>
    startLaneWorker({
      chainId: BigInt(CHAIN_ID),
      hubs: new Map([[0, HUB]]),
      confirmations,
      feeCap: () => FEE_CAP,
      symbol: 'ETH',
      laneStore,
      settled,
      rpc: requireChain(node, { chainId: CHAIN_ID, knownBlock: knownBlockOf(world, ways, process) }),
      signer: createSigner(world, ways.database, process),
      owner: process.name,
      note: (event, facts) => note(`${process.name}: ${event} ${JSON.stringify(facts)}`),
      newBlock: indexer.poke,
    }),
  );
  indexer.start();
  return {
    process,
    operations: outbox.operations,
    async stop() {
      await outbox.stop();
      await indexer.stop();
    },
  };
}

/** The statement `find-known-block` on the simulated tables. */
function knownBlockOf({ database: { tables } }: World, ways: Ways, process: SimulatedProcess) {
  return createKnownBlock({
    query: () =>
      ways.database(process, () => {
        const final = tables.cursor?.head?.finalizedNumber ?? 0;
        const [known] = tables.blocks.toSorted(
          (one, other) =>
            Number(one.number > final) - Number(other.number > final) ||
            Math.abs(one.number - final) - Math.abs(other.number - final),
        );
        return known === undefined ? [] : [[String(known.number), known.hash]];
      }),
  });
}
