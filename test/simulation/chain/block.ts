import { createHash } from 'node:crypto';
import { getBytes, keccak256 } from 'ethers';
import { LRUCache } from 'lru-cache';
import { toHex } from '../../../src/adapters/chain/rpc/block.ts';
import type { ModelLog } from './hub-logs.ts';

/** A signed transaction; addresses in lower case. */
export interface ModelTransaction {
  readonly hash: string;
  readonly from: string;
  readonly nonce: number;
  readonly to: string;
  readonly data: string;
  readonly gasLimit: number;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** What became of a transaction in a block. */
export interface Mined {
  readonly transaction: ModelTransaction;
  readonly isSuccess: boolean;
  readonly gasUsed: number;
  readonly price: bigint;
  readonly logs: readonly ModelLog[];
}

/** A block with what it changed; its JSON is what nodes answer. */
export interface ModelBlock {
  readonly number: number;
  readonly hash: string;
  readonly parent: ModelBlock | undefined;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  readonly baseFee: bigint;
  readonly mined: readonly Mined[];
  readonly header: Readonly<Record<string, unknown>>;
  readonly receipts: readonly Readonly<Record<string, unknown>>[];
  readonly logs: readonly Readonly<Record<string, unknown>>[];
  isCanonical: boolean;
}

export const BLOCK_GAS = 30_000_000;
const NO_BLOOM = `0x${'0'.repeat(512)}`;

/** The hash of some text, as 0x hex of 32 bytes. */
export function hashOf(text: string): string {
  return `0x${createHash('sha256').update(text).digest('hex')}`;
}

type Head = Pick<ModelBlock, 'number' | 'hash' | 'parent' | 'timestamp' | 'baseFee'>;

/** The block with these transactions. A chain without blooms has all bits set. */
export function toBlock(head: Head, mined: readonly Mined[], hasBlooms: boolean): ModelBlock {
  const { parent } = head;
  const logs: Readonly<Record<string, unknown>>[] = [];
  const receipts = mined.map((each, index) => toReceipt(head, each, index, logs));
  return {
    ...head,
    mined,
    receipts,
    logs,
    header: {
      number: toHex(head.number),
      hash: head.hash,
      parentHash: parent?.hash ?? hashOf('no block'),
      timestamp: toHex(head.timestamp),
      baseFeePerGas: toHex(head.baseFee),
      gasLimit: toHex(BLOCK_GAS),
      logsBloom: hasBlooms ? toBloom(mined.flatMap((each) => each.logs)) : `0x${'f'.repeat(512)}`,
      transactions: mined.map(({ transaction }) => transaction.hash),
    },
    isCanonical: false,
  };
}

function toReceipt(
  { number, hash }: Head,
  { transaction, isSuccess, gasUsed, price, logs }: Mined,
  index: number,
  all: Readonly<Record<string, unknown>>[],
): Readonly<Record<string, unknown>> {
  const place = { blockNumber: toHex(number), blockHash: hash, transactionHash: transaction.hash };
  const own = logs.map((log) => {
    const answered = { ...log, ...place, logIndex: toHex(all.length), removed: false };
    all.push(answered);
    return answered;
  });
  return {
    ...place,
    transactionIndex: toHex(index),
    from: transaction.from,
    to: transaction.to,
    status: isSuccess ? '0x1' : '0x0',
    gasUsed: toHex(gasUsed),
    effectiveGasPrice: toHex(price),
    logs: own,
  };
}

/** A transaction as nodes answer it. */
export function toResponse(transaction: ModelTransaction): Readonly<Record<string, unknown>> {
  const { hash, from, nonce, to, data, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  return {
    hash,
    from,
    to,
    input: data,
    value: '0x0',
    nonce: toHex(nonce),
    gas: toHex(gasLimit),
    maxFeePerGas: toHex(maxFeePerGas),
    maxPriorityFeePerGas: toHex(maxPriorityFeePerGas),
  };
}

const bitsOf = new LRUCache<string, readonly number[]>({ max: 5_000 });

/** The logs' bloom filter (Ethereum Yellow Paper, section 4.3.1). */
function toBloom(logs: readonly ModelLog[]): string {
  if (logs.length === 0) return NO_BLOOM;
  const bytes = Buffer.alloc(256);
  for (const { address, topics } of logs)
    for (const value of [address, ...topics])
      for (const bit of readBits(value))
        bytes[255 - (bit >> 3)] = (bytes[255 - (bit >> 3)] ?? 0) | (1 << (bit & 7));
  return `0x${bytes.toString('hex')}`;
}

function readBits(value: string): readonly number[] {
  let bits = bitsOf.get(value);
  if (bits === undefined) {
    const hash = getBytes(keccak256(value));
    bits = [0, 2, 4].map((index) => (((hash[index] ?? 0) << 8) | (hash[index + 1] ?? 0)) & 0x7ff);
    bitsOf.set(value, bits);
  }
  return bits;
}
