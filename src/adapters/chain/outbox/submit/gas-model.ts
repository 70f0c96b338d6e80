import { MAX_TRANSACTION_GAS, toTransactionGas } from '../../../../core/chain/transaction-gas.ts';
import { isBatchKind, type BatchKind } from './batch-kind.ts';

/** The gas of transactions, learned from receipts, so that no estimate is requested for each. */
export interface GasModel {
  /** The gas limit of a transaction of this kind with this number of items. */
  limitFor(kind: string, items: number): number;
  /** The maximum gas limit of one transaction. */
  limit(): number;
  /**
   * The gas of a simulation whose transaction would get this limit: less, because the state may be another one, and dearer to
   * change, when the transaction is mined.
   */
  simulated(kind: string, limit: number): number;
  /** The number of items that fit into one transaction of this kind. */
  mostItems(kind: BatchKind): number;
  /** Learns from a transaction that used as much gas, or from a simulation that needed more. */
  learn(kind: string, items: number, gasUsed: number): void;
  /** Called with the gas limit of each block. */
  setBlockLimit(gasLimit: number): void;
}

const BASE = 60_000;
/** The hub refuses a batch with a permit unless as much gas is left when the permit's turn comes (GasTooLow). */
const PERMIT_RESERVE = 600_000;
// Before the first receipt.
const GUESS = 1_000_000;
const GUESS_PER_ITEM: Readonly<Record<BatchKind, number>> = {
  changes: 140_000,
  removals: 140_000,
  provisions: 280_000,
};
// The first entry of a passport costs more than later ones, and a tree sometimes grows by a level.
const MARGIN = 1.4;
// The share of the items' gas that a simulation gets.
const SIMULATED = 0.8;
// The decay of the highest cost. Few removals reach many rounds, so their cost is forgotten sooner.
const DECAY = 0.995;
const DECAY_OF_REMOVALS = 0.9;

const baseOf = (kind: string) => BASE + (kind === 'provisions' ? PERMIT_RESERVE : 0);

/** Remembers the highest cost per item of each kind, with decay. */
export function createGasModel(): GasModel {
  const learned = new Map<string, number>();
  let highest = MAX_TRANSACTION_GAS;
  const perItem = (kind: string, items: number) =>
    (learned.get(kind) ?? (items > 1 && isBatchKind(kind) ? GUESS_PER_ITEM[kind] : GUESS) / MARGIN) * MARGIN;

  return {
    limitFor: (kind, items) => Math.min(highest, Math.ceil(baseOf(kind) + perItem(kind, items) * items)),
    limit: () => highest,
    simulated(kind, limit) {
      const base = Math.min(baseOf(kind), limit);
      return Math.floor(base + (limit - base) * SIMULATED);
    },
    mostItems: (kind) => Math.max(1, Math.floor((highest - baseOf(kind)) / perItem(kind, 2))),
    learn(kind, items, gasUsed) {
      const cost = Math.max(gasUsed - 21_000, 1_000) / items;
      const decay = kind === ('removals' satisfies BatchKind) ? DECAY_OF_REMOVALS : DECAY;
      learned.set(kind, Math.max(cost, (learned.get(kind) ?? 0) * decay));
    },
    setBlockLimit(gasLimit) {
      highest = toTransactionGas(gasLimit);
    },
  };
}
