import { LARGEST_TRANSACTION_GAS } from '../../../../core/chain/transaction-gas.ts';

/** What transactions cost, learned from receipts, so that no estimate has to be asked for each. */
export interface GasModel {
  /** The limit for a transaction of this kind with so many items. */
  limitFor(kind: string, items: number): number;
  /** The most that one transaction may have. */
  limit(): number;
  /** How many items fit into one transaction. */
  mostItems(kind: string): number;
  learn(kind: string, items: number, gasUsed: number): void;
  /** Called with the gas limit of each block. */
  setBlockLimit(gasLimit: number): void;
}

const BASE = 60_000;
// Before the first receipt.
const GUESS = 1_000_000;
const GUESS_PER_ITEM = 140_000;
// First entries cost more than later ones, and trees grow a level now and then.
const ROOM = 1.4;
// How fast a costly transaction is forgotten.
const FADING = 0.995;

/** Remembers the costliest item of each kind, fading. */
export function createGasModel(): GasModel {
  const learned = new Map<string, number>();
  let highest = LARGEST_TRANSACTION_GAS;
  const perItem = (kind: string, items: number) =>
    (learned.get(kind) ?? (items > 1 ? GUESS_PER_ITEM : GUESS) / ROOM) * ROOM;

  return {
    limitFor: (kind, items) => Math.min(highest, Math.ceil(BASE + perItem(kind, items) * items)),
    limit: () => highest,
    mostItems: (kind) => Math.max(1, Math.floor((highest - BASE) / perItem(kind, 2))),
    learn(kind, items, gasUsed) {
      const cost = Math.max(gasUsed - 21_000, 1_000) / items;
      learned.set(kind, Math.max(cost, (learned.get(kind) ?? 0) * FADING));
    },
    setBlockLimit(gasLimit) {
      // A transaction as large as a block would wait for an empty one.
      highest = Math.min(LARGEST_TRANSACTION_GAS, Math.floor(gasLimit * 0.6));
    },
  };
}
