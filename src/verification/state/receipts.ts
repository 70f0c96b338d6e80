import { createMerkleProof, createMPT, verifyMerkleProof } from '@ethereumjs/mpt';
import { RLP, type NestedUint8Array } from '@ethereumjs/rlp';
import { encodeHex, isHex, toBytes } from '../abi/hex.ts';
import {
  query,
  parseQuantity,
  toDigits,
  toQuantity,
  type ReportedBlock,
  type ReportingNode,
} from '../node/chain-node.ts';
import { VerificationError } from '../verification-error.ts';
import { decodeHeader, encodeHeader, type BlockHeader } from './header.ts';
import type { MerkleProof } from './state-proof.ts';

/** The proof of a log: its receipt in the trie whose root is in the header of its block. */
export interface LogProof {
  /** The block's header in RLP. */
  readonly header: string;
  /** The index of the transaction in the block, and of the log in the transaction's receipt. */
  readonly transaction: number;
  readonly log: number;
  readonly receipt: MerkleProof;
}

/** A log that a receipt proves. */
export interface ProvedLog {
  readonly header: BlockHeader;
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

interface ReportedReceipt {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly logs: readonly Readonly<Record<string, unknown>>[];
}

const MAX_NODES = 16;

/** Reads the proof of the log with this index in its block. Throws VerificationError when the node does not give one. */
export async function readLogProof(
  node: ReportingNode,
  block: ReportedBlock,
  logIndex: number,
): Promise<LogProof> {
  const header = encodeHeader(block);
  const receipts = await readReceipts(node, block);
  const isLog = ({ logIndex: index }: Readonly<Record<string, unknown>>) =>
    parseQuantity(index, 'the index of a log') === logIndex;
  const transaction = receipts.findIndex(({ logs }) => logs.some(isLog));
  const log = receipts[transaction]?.logs.findIndex(isLog) ?? -1;
  const trie = await createMPT();
  for (const [index, receipt] of receipts.entries()) await trie.put(RLP.encode(index), encode(receipt));
  if (log < 0 || encodeHex(trie.root()) !== decodeHeader(header).receiptsRoot)
    throw new VerificationError(
      'NODE_FAILED',
      `${node.name} reports other receipts of block ${block.number} than the block has.`,
    );
  const proof = await createMerkleProof(trie, RLP.encode(transaction));
  return { header, transaction, log, receipt: proof.map(encodeHex) };
}

/** The log that a proof is of; undefined when the proof is wrong. */
export async function proveLog({
  header: rlp,
  transaction,
  log,
  receipt,
}: LogProof): Promise<ProvedLog | undefined> {
  const header = decodeHeader(rlp);
  if (receipt.length === 0 || receipt.length > MAX_NODES) return undefined;
  try {
    const root = toBytes(header.receiptsRoot);
    const value = await verifyMerkleProof(RLP.encode(transaction), receipt.map(toBytes), { root });
    return value === null ? undefined : decode(header, value, log);
  } catch {
    return undefined;
  }
}

/** The receipts of a block in their order. */
async function readReceipts(node: ReportingNode, block: ReportedBlock): Promise<ReportedReceipt[]> {
  const response = await query(node, 'eth_getBlockReceipts', [toQuantity(block.number)]);
  if (!Array.isArray(response)) throw new VerificationError('NODE_FAILED', `${node.name} has no receipts.`);
  return response.map((value: unknown) => {
    const fields = (typeof value === 'object' ? value : undefined) as ReportedReceipt['fields'] | undefined;
    const logs: unknown = fields?.['logs'];
    if (
      fields === undefined ||
      !Array.isArray(logs) ||
      toDigits(fields['blockHash'], 'a receipt', 32) !== block.hash
    )
      throw new VerificationError('NODE_FAILED', `${node.name} gives a malformed receipt.`);
    return { fields, logs: logs as ReportedReceipt['logs'] };
  });
}

/** A receipt as its block contains it (EIP-2718); the first byte is the type, except for the oldest one. */
function encode({ fields, logs }: ReportedReceipt): Uint8Array {
  const type = parseQuantity(fields['type'] ?? '0x0', 'the type of a receipt');
  const bytes = (value: unknown, length?: number) => toBytes(toDigits(value, 'a receipt', length));
  const payload = RLP.encode([
    parseQuantity(fields['status'], 'the status of a receipt'),
    parseQuantity(fields['cumulativeGasUsed'], 'the gas of a receipt'),
    bytes(fields['logsBloom'], 256),
    logs.map(({ address, topics, data }) => [
      bytes(address, 20),
      (Array.isArray(topics) ? topics : []).map((topic) => bytes(topic, 32)),
      bytes(data),
    ]),
  ]);
  return type === 0 ? payload : Uint8Array.from([type, ...payload]);
}

/** Throws an Error when the value is no receipt of a transaction that succeeded, or has no such log. */
function decode(header: BlockHeader, value: Uint8Array, log: number): ProvedLog | undefined {
  const isTyped = (value[0] ?? 0) < 0xc0;
  const [status, , , logs] = RLP.decode(isTyped ? value.subarray(1) : value) as NestedUint8Array;
  const [address, topics, data] = (logs as NestedUint8Array)[log] as NestedUint8Array;
  const found = {
    header,
    address: encodeHex(address as Uint8Array),
    topics: (topics as Uint8Array[]).map(encodeHex),
    data: encodeHex(data as Uint8Array),
  };
  return encodeHex(status as Uint8Array) === '0x01' && isHex(found.address, 20) ? found : undefined;
}
