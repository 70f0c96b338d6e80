import { BLOCK_GAS, hashOf, toBlock, type Mined, type ModelBlock, type ModelTransaction } from './block.ts';
import type { Addresses } from './hub-logs.ts';
import { executeCall, type Execution } from './hub-model.ts';
import type { HubStorage } from './hub-state.ts';

/** The blocks of a chain with its forks, and the state after each of them. */
export interface BlockTree {
  readonly addresses: Addresses;
  /** The head of the canonical chain. */
  tip(): ModelBlock;
  /** Makes the chain that ends with this block the canonical one. */
  setTip(block: ModelBlock): void;
  byHash(hash: string): ModelBlock | undefined;
  /** The block with a number on the chain that ends with `head`. */
  at(head: ModelBlock, number: number): ModelBlock | undefined;
  /** The block of the chain that ends with `head` which has the transaction. */
  find(head: ModelBlock, transactionHash: string): ModelBlock | undefined;
  /** A value of the state after a block; undefined too where it was never set. */
  read(block: ModelBlock, key: string): unknown;
  /** Whether nodes no longer have the state after a block. */
  isPruned(block: ModelBlock): boolean;
  /** Calls the hub on the state after a block, and changes nothing. */
  call(
    block: ModelBlock,
    call: { readonly from: string; readonly data: string; readonly timestamp: number },
  ): Execution;
  /** Makes a block of those of the transactions that fit, in their order. It is not canonical yet. */
  extend(parent: ModelBlock, fields: NewBlock, transactions: readonly ModelTransaction[]): ModelBlock;
}

export interface NewBlock {
  readonly timestamp: number;
  readonly baseFee: bigint;
  /** Tells blocks with the same content apart. */
  readonly salt: string;
  /** What wallets hold from this block on, in wei. */
  readonly balances?: ReadonlyMap<string, bigint> | undefined;
}

export interface BlockTreeOptions {
  readonly name: string;
  readonly addresses: Addresses;
  readonly state: ReadonlyMap<string, unknown>;
  readonly first: Pick<ModelBlock, 'number' | 'timestamp' | 'baseFee'>;
  readonly hasBlooms: boolean;
  /** The states of so many blocks can be read. */
  readonly keptStates: number;
  /** By how much a transaction needs more gas in its block than in a simulation. */
  readonly surpriseOf: (transactionHash: string) => number;
}

const PLAIN_GAS = 21_000;

export const stateKeys = {
  nonce: (address: string) => `nonce ${address}`,
  balance: (address: string) => `balance ${address}`,
};

export function createBlockTree(options: BlockTreeOptions): BlockTree {
  const { addresses, hasBlooms, keptStates, surpriseOf } = options;
  const hashes = new Map<string, ModelBlock>();
  const canonical = new Map<number, ModelBlock>();
  const holders = new Map<string, ModelBlock[]>();
  const first = { ...options.first, hash: hashOf(`the first block of ${options.name}`), parent: undefined };
  /** Of each key the values that blocks have set. */
  const versions = new Map<string, { readonly block: ModelBlock; readonly value: unknown }[]>();
  let tip = toBlock(first, [], hasBlooms);
  add(tip, new Map());
  setTip(tip);

  function add(block: ModelBlock, changes: ReadonlyMap<string, unknown>): void {
    hashes.set(block.hash, block);
    for (const [key, value] of changes) {
      const earlier = versions.get(key);
      if (earlier === undefined) versions.set(key, [{ block, value }]);
      else earlier.push({ block, value });
    }
    for (const { transaction } of block.mined)
      holders.set(transaction.hash, [...(holders.get(transaction.hash) ?? []), block]);
  }

  function setTip(block: ModelBlock): void {
    for (let number = tip.number; number > block.number; number -= 1) {
      const left = canonical.get(number);
      if (left) left.isCanonical = false;
      canonical.delete(number);
    }
    for (let each: ModelBlock | undefined = block; each && !each.isCanonical; each = each.parent) {
      const replaced = canonical.get(each.number);
      if (replaced) replaced.isCanonical = false;
      each.isCanonical = true;
      canonical.set(each.number, each);
    }
    tip = block;
  }

  function at(head: ModelBlock, number: number): ModelBlock | undefined {
    if (number > head.number) return undefined;
    for (let block: ModelBlock | undefined = head; block; block = block.parent) {
      if (block.number === number) return block;
      if (block.isCanonical) return canonical.get(number);
    }
    return undefined;
  }

  function read(block: ModelBlock, key: string): unknown {
    const version = versions
      .get(key)
      ?.findLast((each) => each.block.number <= block.number && at(block, each.block.number) === each.block);
    return version === undefined ? options.state.get(key) : version.value;
  }

  return {
    addresses,
    tip: () => tip,
    setTip,
    byHash: (hash) => hashes.get(hash),
    at,
    find: (head, hash) => holders.get(hash)?.find((block) => at(head, block.number) === block),
    read,
    isPruned: (block) => block.number < tip.number - keptStates,
    call: (block, call) =>
      executeCall(
        addresses,
        overlay((key) => read(block, key), new Map()),
        call,
      ),
    extend(parent, { timestamp, baseFee, salt, balances = new Map() }, transactions) {
      const changes = new Map<string, unknown>();
      for (const [address, wei] of balances) changes.set(stateKeys.balance(address), wei);
      const storage = overlay((key) => read(parent, key), changes);
      const mined: Mined[] = [];
      let gas = 0;
      for (const transaction of transactions) {
        const done = execute(storage, transaction, { timestamp, baseFee });
        if (done === undefined || gas + done.gasUsed > BLOCK_GAS) continue;
        gas += done.gasUsed;
        for (const [key, value] of done.changes) changes.set(key, value);
        mined.push(done);
      }
      const number = parent.number + 1;
      const content = mined.map(({ transaction }) => transaction.hash).join(' ');
      const hash = hashOf(`${parent.hash} ${timestamp} ${salt} ${content}`);
      const block = toBlock({ number, hash, parent, timestamp, baseFee }, mined, hasBlooms);
      add(block, changes);
      return block;
    },
  };

  /** Undefined for a transaction that no block may have now. */
  function execute(
    storage: HubStorage,
    transaction: ModelTransaction,
    { timestamp, baseFee }: { readonly timestamp: number; readonly baseFee: bigint },
  ): (Mined & { readonly changes: ReadonlyMap<string, unknown> }) | undefined {
    const { from, nonce, to, data, gasLimit, maxFeePerGas, maxPriorityFeePerGas, hash } = transaction;
    const nonceKey = stateKeys.nonce(from);
    const balanceKey = stateKeys.balance(from);
    const balance = (storage.get(balanceKey) ?? 0n) as bigint;
    if (Number(storage.get(nonceKey) ?? 0) !== nonce || maxFeePerGas < baseFee) return undefined;
    if (BigInt(gasLimit) * maxFeePerGas > balance) return undefined;
    const own = new Map<string, unknown>();
    const execution: Execution =
      to === addresses.hub
        ? executeCall(
            addresses,
            overlay((key) => storage.get(key), own),
            { from, data, timestamp },
          )
        : { output: '0x', logs: [], gas: PLAIN_GAS };
    const needed = Math.ceil(execution.gas * (to === addresses.hub ? surpriseOf(hash) : 1));
    const isSuccess = execution.revert === undefined && needed <= gasLimit;
    if (!isSuccess) own.clear();
    const gasUsed = Math.min(needed, gasLimit);
    const tip = maxFeePerGas - baseFee < maxPriorityFeePerGas ? maxFeePerGas - baseFee : maxPriorityFeePerGas;
    const price = baseFee + tip;
    own.set(nonceKey, nonce + 1);
    own.set(balanceKey, balance - BigInt(gasUsed) * price);
    return { transaction, isSuccess, gasUsed, price, logs: isSuccess ? execution.logs : [], changes: own };
  }
}

/** The storage with further changes. */
function overlay(below: (key: string) => unknown, changes: Map<string, unknown>): HubStorage {
  return {
    get: (key) => (changes.has(key) ? changes.get(key) : below(key)),
    set: (key, value) => void changes.set(key, value),
  };
}
