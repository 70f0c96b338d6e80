import { LRUCache } from 'lru-cache';
import { hubInterface } from '../../../src/adapters/chain/hub/hub-interface.ts';

/** A change of entries as the contract reads it; keys, hashes and addresses are lower-case 0x hex. */
export interface DecodedChange {
  readonly opKey: string;
  readonly passportId: number;
  readonly amount: number;
  readonly remove: boolean;
  readonly reasonCode: number;
  readonly evidence: string;
  readonly expectedOwner: string;
}

/** A provision that mints. */
export interface DecodedProvision {
  readonly opKey: string;
  readonly to: string;
  readonly maxTransfers: number;
  /** Zero for none. */
  readonly giveaway: string;
  readonly amount: number;
  readonly reasonCode: number;
  readonly evidence: string;
}

/** The calls of the hub that the simulation makes. */
export type DecodedCall =
  | {
      readonly kind: 'changes';
      readonly giveaway: string;
      readonly changes: readonly DecodedChange[];
      readonly isBatch: boolean;
    }
  | {
      readonly kind: 'provisions';
      readonly provider: string;
      readonly items: readonly DecodedProvision[];
      readonly isBatch: boolean;
    }
  | { readonly kind: 'other'; readonly name: string; readonly args: readonly unknown[] };

const WORD = 64;
const selectorOf = (name: string) => hubInterface.getFunction(name)?.selector ?? '';
const CHANGE = selectorOf('changeEntries');
const CHANGES = selectorOf('changeEntriesBatch');
const PROVISION = selectorOf('provision');
const PROVISIONS = selectorOf('provisionBatch');

const decoded = new LRUCache<string, DecodedCall>({ max: 5_000 });

/** Reads the calldata of a call of the hub. Throws for a call that the hub does not have. */
export function decodeCallData(data: string): DecodedCall {
  let call = decoded.get(data);
  if (call === undefined) decoded.set(data, (call = decode(data)));
  return call;
}

function decode(data: string): DecodedCall {
  const selector = data.slice(0, 10);
  const words = data.slice(10);
  if (selector === CHANGE)
    return { kind: 'changes', giveaway: hexAt(words, 0), changes: [changeAt(words, 1)], isBatch: false };
  if (selector === CHANGES) {
    // The array follows its offset: its length, then seven words for each item.
    const changes = Array.from({ length: numberAt(words, 2) }, (_, item) => changeAt(words, 3 + item * 7));
    return { kind: 'changes', giveaway: hexAt(words, 0), changes, isBatch: true };
  }
  if (selector === PROVISION)
    return { kind: 'provisions', provider: hexAt(words, 0), items: [provisionAt(words, 2)], isBatch: false };
  if (selector === PROVISIONS) {
    // Offsets are relative to the word after the number of items.
    const items = Array.from({ length: numberAt(words, 2) }, (_, item) =>
      provisionAt(words, 3 + numberAt(words, 3 + item) / 32),
    );
    return { kind: 'provisions', provider: hexAt(words, 0), items, isBatch: true };
  }
  const parsed = hubInterface.parseTransaction({ data });
  if (parsed === null) throw new Error(`The model of the hub has no function ${selector}.`);
  return { kind: 'other', name: parsed.name, args: parsed.args.toArray() };
}

function changeAt(words: string, index: number): DecodedChange {
  return {
    opKey: hexAt(words, index),
    passportId: numberAt(words, index + 1),
    amount: numberAt(words, index + 2),
    remove: numberAt(words, index + 3) !== 0,
    reasonCode: numberAt(words, index + 4),
    evidence: hexAt(words, index + 5),
    expectedOwner: addressAt(words, index + 6),
  };
}

function provisionAt(words: string, index: number): DecodedProvision {
  if (numberAt(words, index + 1) !== 0) throw new Error('The model of the hub moves no passports.');
  return {
    opKey: hexAt(words, index),
    to: addressAt(words, index + 3),
    maxTransfers: numberAt(words, index + 4),
    giveaway: hexAt(words, index + 7),
    amount: numberAt(words, index + 8),
    reasonCode: numberAt(words, index + 9),
    evidence: hexAt(words, index + 10),
  };
}

const wordAt = (words: string, index: number) => words.slice(index * WORD, (index + 1) * WORD);
const hexAt = (words: string, index: number) => `0x${wordAt(words, index)}`;
const addressAt = (words: string, index: number) => `0x${wordAt(words, index).slice(24)}`;
const numberAt = (words: string, index: number) => Number(hexAt(words, index));
