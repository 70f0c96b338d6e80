import { RpcError } from '../../../src/adapters/chain/rpc/rpc.ts';
import { BEGINNING } from '../clock/virtual-time.ts';
import type { Chance } from '../clock/chance.ts';
import type { Scheduler } from '../clock/scheduler.ts';
import type { ModelBlock, ModelTransaction } from './block.ts';
import { createBlockTree, type BlockTree } from './block-tree.ts';
import type { Addresses } from './hub-logs.ts';
import { createPool, type Pool, type PoolRules } from './pool.ts';

/** What a chain is like. */
export interface ChainTraits extends PoolRules {
  readonly blockSeconds: number;
  readonly hasBlooms: boolean;
  readonly keptStates: number;
  /** How many blocks below the head are final. */
  readonly finalityDepth: number;
  /** The share of blocks that leave some of the ready transactions to later ones. */
  readonly leftOut: number;
  /** The share of transactions that need more gas than their simulation showed. */
  readonly surprises: number;
}

/** A chain that makes blocks by itself, with its pool of transactions. */
export interface Network {
  readonly tree: BlockTree;
  readonly pool: Pool;
  /** The heads of the canonical chain and of forks in this time before now, at most ten minutes, newest first. */
  recentTips(ms: number): readonly ModelBlock[];
  /** The newest final block of the canonical chain. */
  finalized(): ModelBlock;
  /** Wei per gas. */
  setBaseFee(fee: bigint): void;
  /** Sets what a wallet holds, in wei, in the next block. */
  setBalance(address: string, wei: bigint): void;
  /** No blocks are made meanwhile. */
  halt(isHalted: boolean): void;
  /** Replaces the newest blocks by others, `longer` more. Returns how many were replaced. */
  reorganise(depth: number, longer: number): number;
  /** Makes a block without transactions that does not become canonical. Returns it. */
  fork(parent: ModelBlock): ModelBlock;
  /** The bytes of a signed transaction; the same for the same transaction. */
  register(transaction: ModelTransaction): void;
  /** The transaction of signed bytes, by its hash. Throws RpcError for those of another chain. */
  parse(hash: string): ModelTransaction;
}

interface NetworkOptions {
  /** Chains with different names have different blocks. */
  readonly name: string;
  readonly scheduler: Scheduler;
  readonly chance: Chance;
  readonly traits: ChainTraits;
  readonly addresses: Addresses;
  readonly state: ReadonlyMap<string, unknown>;
}

/** The number of the first block, before which the contracts were deployed. */
export const FIRST_BLOCK = 1_000_000;
export const USUAL_FEE = 1_000_000_000n;
const SURPRISE = 3;
const RECENT_MS = 600_000;

/** Starts a chain. */
export function createNetwork({
  name,
  scheduler,
  chance,
  traits,
  addresses,
  state,
}: NetworkOptions): Network {
  const seconds = () => Math.floor((BEGINNING + scheduler.now()) / 1_000);
  const surprising = chance.branch('surprises').next();
  const tree = createBlockTree({
    addresses,
    state,
    name,
    first: { number: FIRST_BLOCK, timestamp: seconds() - 1, baseFee: USUAL_FEE },
    hasBlooms: traits.hasBlooms,
    keptStates: traits.keptStates,
    surpriseOf: (hash) =>
      (parseInt(hash.slice(2, 10), 16) / 2 ** 32 + surprising) % 1 < traits.surprises ? SURPRISE : 1,
  });
  const pool = createPool(tree, traits);
  const registered = new Map<string, ModelTransaction>();
  let baseFee = USUAL_FEE;
  let isHalted = false;
  const tips: { readonly at: number; readonly block: ModelBlock }[] = [];
  let final = tree.tip();
  let salt = 0;
  /** By the number of the block: it is the same after a reorganisation. */
  const balances = new Map<number, Map<string, bigint>>();

  function makeBlock(parent: ModelBlock, time = seconds()): ModelBlock {
    // Some transactions are left to later blocks, each with all that follow it.
    const ready = pool.ready(parent, baseFee);
    const chosen = chance.is(traits.leftOut) ? ready.slice(0, chance.whole(0, ready.length)) : ready;
    salt += 1;
    const timestamp = Math.max(parent.timestamp + 1, time);
    return tree.extend(
      parent,
      { timestamp, baseFee, salt: String(salt), balances: balances.get(parent.number + 1) },
      chosen,
    );
  }

  function advance(): void {
    scheduler.plan(traits.blockSeconds * 1_000 * (0.9 + chance.next() * 0.2), advance);
    if (isHalted) return;
    adopt(makeBlock(tree.tip()));
  }

  function adopt(block: ModelBlock): void {
    tree.setTip(block);
    tips.push({ at: scheduler.now(), block });
    while ((tips[1]?.at ?? Infinity) < scheduler.now() - RECENT_MS) tips.shift();
    const number = tree.tip().number - traits.finalityDepth;
    if (number > final.number) final = tree.at(tree.tip(), number) ?? final;
  }

  scheduler.plan(traits.blockSeconds * 1_000, advance);
  return {
    tree,
    pool,
    recentTips(ms) {
      // The last one before that time was the head when it began.
      const before = tips.findLastIndex(({ at }) => at < scheduler.now() - ms);
      const recent = tips.slice(Math.max(before, 0)).map(({ block }) => block);
      return [tree.tip(), ...recent.toReversed()];
    },
    finalized: () => final,
    setBaseFee: (fee) => void (baseFee = fee),
    setBalance(address, wei) {
      const number = tree.tip().number + 1;
      balances.set(
        number,
        (balances.get(number) ?? new Map<string, bigint>()).set(address.toLowerCase(), wei),
      );
    },
    halt: (halted) => void (isHalted = halted),
    reorganise(depth, longer) {
      const tip = tree.tip();
      const replaced = Math.min(depth, tip.number - final.number);
      if (replaced <= 0) return 0;
      const orphans: ModelTransaction[] = [];
      let parent = tip;
      for (let count = 0; count < replaced; count += 1) {
        orphans.unshift(...parent.mined.map(({ transaction }) => transaction));
        parent = parent.parent ?? parent;
      }
      // Nodes do not all keep what left the chain.
      pool.restore(orphans.filter(() => !chance.is(0.2)));
      for (let count = 0; count < Math.max(1, replaced + longer); count += 1)
        parent = makeBlock(parent, Math.min(seconds(), parent.timestamp + traits.blockSeconds));
      adopt(parent);
      return replaced;
    },
    fork(parent) {
      salt += 1;
      const timestamp = Math.max(parent.timestamp + 1, seconds());
      const block = tree.extend(parent, { timestamp, baseFee, salt: String(salt) }, []);
      tips.push({ at: scheduler.now(), block });
      return block;
    },
    register: (transaction) => void registered.set(transaction.hash, transaction),
    parse(hash) {
      const transaction = registered.get(hash);
      if (transaction === undefined) throw new RpcError(-32_000, 'invalid sender');
      return transaction;
    },
  };
}
