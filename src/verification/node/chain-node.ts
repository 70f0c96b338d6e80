import { isHex, wordOf } from '../abi/hex.ts';
import { VerificationError } from '../verification-error.ts';

/** Sends one JSON-RPC request to a node, and returns its result. Rejects when there is none. */
export type Send = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** A node that reports the chain. */
export interface ReportingNode {
  /** How messages name it, such as its host. */
  readonly name: string;
  /** Nodes of one source count once: those of one machine, whatever names it has. The name when left out. */
  readonly source?: string;
  readonly send: Send;
}

/** A block as a node reports it. */
export interface ReportedBlock {
  readonly number: number;
  readonly hash: string;
  /** Unix seconds. */
  readonly timestamp: number;
  /** All its fields under their names in JSON-RPC. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const UPPER_CASE = /[A-F]/;
const QUANTITY = /^0x[0-9a-f]{1,64}$/i;

/** Sends a request; a failure names the node. Throws VerificationError. */
export async function query(
  { name, send }: ReportingNode,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  try {
    return await send(method, params);
  } catch (error) {
    if (error instanceof VerificationError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new VerificationError('NODE_FAILED', `${name} does not answer ${method}: ${reason}`, error);
  }
}

/** A quantity of JSON-RPC as a number. Throws VerificationError. */
export function parseQuantity(value: unknown, name: string): number {
  const number = typeof value === 'string' && QUANTITY.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw malformed(name);
  return number;
}

/** Bytes of JSON-RPC in lower case. Throws VerificationError. */
export function toDigits(value: unknown, name: string, length?: number): string {
  if (!isHex(value, length)) throw malformed(name);
  // Nodes write lower case. The check saves a copy of each text: 10 MB of the logs of 10,000 changes.
  return UPPER_CASE.test(value) ? value.toLowerCase() : value;
}

/** The chain's id. */
export async function readChainId(node: ReportingNode): Promise<bigint> {
  return BigInt(parseQuantity(await query(node, 'eth_chainId', []), 'eth_chainId'));
}

/** A block by its number, its hash or a tag; undefined when the node has none or knows no such tag. */
export async function findBlock(
  node: ReportingNode,
  block: number | string,
): Promise<ReportedBlock | undefined> {
  const method = isHex(block, 32) ? 'eth_getBlockByHash' : 'eth_getBlockByNumber';
  const value = await query(node, method, [typeof block === 'number' ? toQuantity(block) : block, false]);
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Record<string, unknown>;
  return {
    number: parseQuantity(fields['number'], 'the number of a block'),
    hash: toDigits(fields['hash'], 'the hash of a block', 32),
    timestamp: parseQuantity(fields['timestamp'], 'the time of a block'),
    fields,
  };
}

/** The result of a view of a contract at a block, as the node computes it. */
export async function callView(
  node: ReportingNode,
  { to, data, block }: { readonly to: string; readonly data: string; readonly block: number },
): Promise<string> {
  const result = await query(node, 'eth_call', [{ to, data }, toQuantity(block)]);
  return toDigits(result, 'the result of eth_call');
}

/** The code of an account at a block, as the node reports it. */
export async function readCode(node: ReportingNode, address: string, block: number): Promise<string> {
  return toDigits(await query(node, 'eth_getCode', [address, toQuantity(block)]), 'the code of a contract');
}

/** How many independent sources these nodes are. */
export function countSources(nodes: readonly ReportingNode[]): number {
  return new Set(nodes.map(({ name, source }) => source ?? name)).size;
}

/** A number as JSON-RPC writes it. */
export function toQuantity(value: number): string {
  return `0x${value.toString(16)}`;
}

/** Call data: a selector of four bytes, and words. */
export function toCallData(selector: string, words: readonly (string | number)[]): string {
  const digits = words.map((word) => (typeof word === 'number' ? wordOf(word) : word.slice(2)));
  return `${selector.slice(0, 10)}${digits.join('')}`;
}

function malformed(name: string): VerificationError {
  return new VerificationError('MALFORMED', `A node gives a malformed value for ${name}.`);
}
