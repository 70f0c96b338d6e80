import { RpcError } from '../../../src/adapters/chain/rpc/rpc.ts';
import { BLOCK_GAS, type ModelBlock, type ModelTransaction } from './block.ts';
import { stateKeys, type BlockTree } from './block-tree.ts';

/** How nodes treat transactions; they differ. */
export interface PoolRules {
  /** Whether a transaction with a later nonce than the next one is refused. */
  readonly refusesGaps: boolean;
  /** Whether a fee below the present base fee is refused. */
  readonly refusesLowFees: boolean;
  /** Whether the balance must cover all open transactions of the sender. */
  readonly countsAllCosts: boolean;
}

/** Transactions that wait for a block. */
export interface Pool {
  /** Adds a transaction as a node with this head does. Throws the node's error. */
  add(transaction: ModelTransaction, head: ModelBlock): void;
  /** Puts transactions back that left the chain. */
  restore(transactions: readonly ModelTransaction[]): void;
  /** The transactions that the next block on `parent` may have, each sender's by nonce. */
  ready(parent: ModelBlock, baseFee: bigint): ModelTransaction[];
  forget(isForgotten: (transaction: ModelTransaction) => boolean): void;
}

const refuse = (message: string): never => {
  throw new RpcError(-32_000, message);
};

export function createPool(tree: BlockTree, rules: PoolRules): Pool {
  const senders = new Map<string, Map<number, ModelTransaction>>();
  const nonceAt = (head: ModelBlock, sender: string) => Number(tree.read(head, stateKeys.nonce(sender)) ?? 0);

  function of(sender: string): Map<number, ModelTransaction> {
    let waiting = senders.get(sender);
    if (waiting === undefined) senders.set(sender, (waiting = new Map()));
    return waiting;
  }

  function requireFunds(transaction: ModelTransaction, head: ModelBlock): void {
    const { from, nonce } = transaction;
    const others = rules.countsAllCosts
      ? [...of(from).values()].filter((each) => each.nonce !== nonce && each.nonce >= nonceAt(head, from))
      : [];
    const balance = (tree.read(head, stateKeys.balance(from)) ?? 0n) as bigint;
    const cost = [...others, transaction].reduce((sum, each) => sum + costOf(each), 0n);
    if (cost > balance)
      refuse(`insufficient funds for gas * price + value: balance ${balance}, tx cost ${cost}`);
  }

  return {
    add(transaction, head) {
      const { from, nonce, hash, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = transaction;
      const next = nonceAt(head, from);
      const waiting = of(from);
      const present = waiting.get(nonce);
      if (present?.hash === hash) refuse('already known');
      if (nonce < next) refuse(`nonce too low: next nonce ${next}, tx nonce ${nonce}`);
      if (gasLimit > BLOCK_GAS) refuse('exceeds block gas limit');
      if (rules.refusesLowFees && maxFeePerGas < head.baseFee)
        refuse('max fee per gas less than block base fee');
      if (rules.refusesGaps && nonce > next && !waiting.has(nonce - 1))
        refuse(`nonce too high: next nonce ${next}, tx nonce ${nonce}`);
      if (present !== undefined) {
        const isHigher =
          maxFeePerGas * 10n >= present.maxFeePerGas * 11n &&
          maxPriorityFeePerGas * 10n >= present.maxPriorityFeePerGas * 11n;
        if (!isHigher) refuse('replacement transaction underpriced');
      }
      requireFunds(transaction, head);
      waiting.set(nonce, transaction);
    },
    restore(transactions) {
      for (const transaction of transactions) {
        const waiting = of(transaction.from);
        if (!waiting.has(transaction.nonce)) waiting.set(transaction.nonce, transaction);
      }
    },
    ready(parent, baseFee) {
      return [...senders].flatMap(([sender, waiting]) => {
        const next = nonceAt(parent, sender);
        for (const nonce of waiting.keys()) if (nonce < next) waiting.delete(nonce);
        const ready: ModelTransaction[] = [];
        for (let nonce = next; ; nonce += 1) {
          const transaction = waiting.get(nonce);
          if (transaction === undefined || transaction.maxFeePerGas < baseFee) return ready;
          ready.push(transaction);
        }
      });
    },
    forget(isForgotten) {
      for (const waiting of senders.values())
        for (const [nonce, transaction] of waiting) if (isForgotten(transaction)) waiting.delete(nonce);
    },
  };
}

const costOf = ({ gasLimit, maxFeePerGas }: ModelTransaction) => BigInt(gasLimit) * maxFeePerGas;
