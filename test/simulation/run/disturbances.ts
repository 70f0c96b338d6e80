import { hashOf } from '../chain/block.ts';
import { stateKeys } from '../chain/block-tree.ts';
import { USUAL_FEE } from '../chain/network.ts';
import type { Cluster } from './cluster.ts';
import { FEE_CAP } from './cluster.ts';
import type { Disturbance } from './traits.ts';
import { RICH, type World } from './world.ts';

const HOUR_MS = 3_600_000;

/** What happens from time to time while there are faults; how long it lasts is drawn too. */
export function startDisturbances(world: World, cluster: Cluster): void {
  const { scheduler, traits, weather, note } = world;
  for (const [kind, seconds] of traits.disturbances) {
    const chance = world.chance.branch(`disturbance ${kind}`);
    const disturb = toAction(world, cluster, kind);
    const next = () =>
      void scheduler.plan(chance.around(seconds * 1_000), () => {
        if (weather.hasFaults) {
          note(`disturbance: ${kind}`);
          disturb();
        }
        next();
      });
    next();
  }
}

/** Ends everything that is not usual. */
export function calm(world: World): void {
  const { weather, network, signers } = world;
  Object.assign(weather, {
    hasFaults: false,
    databaseUp: true,
    nodeUp: true,
    isOtherChain: false,
    lag: 0,
    databaseAheadMs: 0,
    stuckAt: undefined,
    keysLostUntil: 0,
  });
  weather.forks.clear();
  network.halt(false);
  network.setBaseFee(USUAL_FEE);
  for (const signer of signers) if (weather.everPoor.has(signer)) network.setBalance(signer, RICH);
}

function toAction(world: World, cluster: Cluster, kind: Disturbance): () => void {
  const { scheduler, traits, weather, network, signers, database } = world;
  const chance = world.chance.branch(`${kind} in detail`);
  const later = (meanMs: number, work: () => void) => void scheduler.plan(chance.around(meanMs), work);
  const anyone = () => {
    const alive = cluster.alive();
    return alive.length > 0 ? chance.of(alive) : undefined;
  };
  const jump = () => chance.of([-1, 1]) * chance.around(chance.of([5_000, HOUR_MS]));
  /** Leaves what pays for some transactions; later the wallet is filled, or gets as little again. */
  const drain = (signer: string) => {
    weather.everPoor.add(signer);
    network.setBalance(signer, BigInt(Math.floor(chance.next() * 1_000)) * (traits.poorBalance / 1_000n));
    later(180_000, () => {
      if (weather.hasFaults && chance.is(0.5)) drain(signer);
      else network.setBalance(signer, RICH);
    });
  };
  switch (kind) {
    case 'crash':
      return () => {
        const process = anyone()?.process;
        if (process) cluster.crash(process);
      };
    case 'restart':
      return () => {
        const instance = anyone();
        if (instance) cluster.restart(instance);
      };
    case 'freeze':
      return () => {
        const process = anyone()?.process;
        if (process) process.frozenUntil = scheduler.now() + Math.min(60_000, chance.around(8_000));
      };
    case 'clock jump':
      return () => {
        const process = anyone()?.process;
        if (process) process.aheadMs += jump();
      };
    case 'database clock jump':
      return () => void (weather.databaseAheadMs += jump());
    case 'database outage':
      return () => {
        weather.databaseUp = false;
        later(8_000, () => void (weather.databaseUp = true));
      };
    case 'database crash':
      return () => {
        database.crash();
        weather.databaseUp = false;
        later(3_000, () => void (weather.databaseUp = true));
      };
    case 'node outage':
      return () => {
        weather.nodeUp = false;
        later(15_000, () => void (weather.nodeUp = true));
      };
    case 'node of another chain':
      return () => {
        weather.isOtherChain = true;
        later(20_000, () => void (weather.isOtherChain = false));
      };
    case 'lagging node':
      return () => {
        if (chance.is(0.5)) weather.lag = chance.whole(1, 6);
        else weather.stuckAt = network.tree.tip();
        later(20_000, () => Object.assign(weather, { lag: 0, stuckAt: undefined }));
      };
    case 'forgotten transactions':
      return () => network.pool.forget(() => chance.is(0.7));
    case 'halted chain':
      return () => {
        network.halt(true);
        later(60_000, () => network.halt(false));
      };
    case 'reorganisation':
      return () => void network.reorganise(chance.whole(1, traits.confirmations), chance.whole(-1, 2));
    case 'deep reorganisation':
      return () => void network.reorganise(chance.whole(1, 20), chance.whole(-1, 2));
    case 'dear fees':
      return () => {
        network.setBaseFee(USUAL_FEE * BigInt(chance.of([2, 5, 30, 300])));
        later(60_000, () => network.setBaseFee(USUAL_FEE));
      };
    case 'drained signer':
      return () => drain(chance.of(signers));
    case 'outside use of a key':
      return () => useOutside(world, chance.of(signers), chance.is(0.5));
    case 'node on a fork':
      return () => {
        const process = anyone()?.process;
        if (process) forkNodeOf(world, process.name, chance.around(30_000));
      };
    case 'unusable key':
      return () => void (weather.keysLostUntil = scheduler.now() + chance.around(10_000));
  }
}

/** The node of one instance continues from the present head by blocks of its own, which no other node has. */
function forkNodeOf({ scheduler, network, weather, traits }: World, instance: string, ms: number): void {
  if (weather.forks.has(instance)) return;
  const base = network.tree.tip();
  const until = scheduler.now() + ms;
  const { blockSeconds, finalityDepth } = traits.chain;
  let head = network.fork(base);
  weather.forks.set(instance, head);
  const grow = () => {
    if (weather.forks.get(instance) !== head) return;
    // Final blocks are the same for all nodes.
    const isDeep = network.tree.tip().number - base.number > finalityDepth / 2;
    if (scheduler.now() >= until || isDeep) return void weather.forks.delete(instance);
    // A fork that is left has no more blocks than the chain: for as many the indexer would wait.
    if (head.number <= network.tree.tip().number) head = network.fork(head);
    weather.forks.set(instance, head);
    scheduler.plan(blockSeconds * 1_000, grow);
  };
  scheduler.plan(blockSeconds * 1_000, grow);
}

/** Another program sends a transaction: with the next nonce of the chain, or after those that wait. */
function useOutside(world: World, signer: string, isNext: boolean): void {
  const { network, weather, outside } = world;
  const from = signer.toLowerCase();
  const tip = network.tree.tip();
  const used = Number(network.tree.read(tip, stateKeys.nonce(from)) ?? 0);
  const waiting = network.pool.ready(tip, 0n).filter((each) => each.from === from).length;
  const nonce = isNext ? used : used + waiting;
  const transaction = {
    hash: hashOf(`outside ${from} ${nonce} ${outside.size}`),
    from,
    nonce,
    to: from,
    data: '0x',
    gasLimit: 21_000,
    maxFeePerGas: FEE_CAP * 2n,
    maxPriorityFeePerGas: 50n * USUAL_FEE,
  };
  weather.hasOutsideUse = true;
  outside.add(transaction.hash);
  network.register(transaction);
  try {
    network.pool.add(transaction, tip);
  } catch {
    // The node refuses it, as it may refuse any.
  }
}
