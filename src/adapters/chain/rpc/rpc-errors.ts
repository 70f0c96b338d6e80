import { RpcError, RpcUnreachable } from './rpc.ts';

/**
 * The meaning of a node's response to a transaction. Only `accepted` is certain; everything else is verified before anything is
 * concluded, because nodes behind a load balancer contradict each other.
 */
export type BroadcastResponse =
  /** The node has the transaction, now or already. */
  | 'accepted'
  /** The nonce is used, by one of our attempts or by another transaction. */
  | 'nonce-too-low'
  /** The node does not have the earlier nonces yet. */
  | 'nonce-too-high'
  /** The pool has another transaction with this nonce, which needs a higher fee to be replaced. */
  | 'replacement-underpriced'
  /** The fee is below the current minimum of blocks or the pool. */
  | 'fee-too-low'
  | 'insufficient-funds'
  /** No node will ever accept these bytes. */
  | 'invalid'
  | 'busy'
  | 'unknown';

// Messages of geth, erigon, nethermind, besu, reth and anvil; the first matching row counts.
const TEXTS: readonly (readonly [BroadcastResponse, RegExp])[] = [
  [
    'accepted',
    /already (known|imported|exists|in (the )?(mem)?pool)|alreadyknown|known transaction|existing tx with same hash/i,
  ],
  [
    'replacement-underpriced',
    /replacement (transaction|tx|fee)|replacementnotallowed|could not replace existing|ownnoncealreadyused|underpriced to replace/i,
  ],
  [
    'nonce-too-low',
    /nonce (is )?too low|oldnonce|nonce .{0,100}below|invalid nonce; got \d+, expected higher/i,
  ],
  [
    'nonce-too-high',
    /nonce (is )?too (high|far|distant)|noncegap|gapped[- ]nonce|nonce is too distant|lower nonce exists|nonce gap|future transaction tries/i,
  ],
  [
    'insufficient-funds',
    /insufficient ?(funds|balance)|upfront cost exceeds|exceeds (account )?balance|not enough funds/i,
  ],
  [
    'fee-too-low',
    /underpriced|max fee per gas less than block base fee|fee ?too ?low|gas ?price (too low|below)|below (current )?base ?fee|fee cap less than/i,
  ],
  [
    'invalid',
    /exceeds block gas limit|gas limit (is )?too high|gaslimitexceeded|gas limit exceeds|intrinsic gas too low|exceeds the configured cap|oversized data|invalid (chain ?id|sender|signature)|gas too high|exceeds maximum|transaction type not supported/i,
  ],
  [
    'busy',
    /pool is full|txpool.{0,100}full|too many requests|rate limit|limit exceeded|limit reached|timed? ?out|timeout/i,
  ],
];

const LIMIT_EXCEEDED = -32005;

/** Classifies the outcome of eth_sendRawTransaction: a result, an RpcError, or an RpcUnreachable. */
export function toBroadcastResponse(outcome: unknown): BroadcastResponse {
  if (outcome instanceof RpcUnreachable) return 'unknown';
  if (!(outcome instanceof RpcError)) return 'accepted';
  const known = TEXTS.find(([, text]) => text.test(outcome.message));
  if (known) return known[0];
  return outcome.code === LIMIT_EXCEEDED ? 'busy' : 'unknown';
}

const REVERTED = 3;
const OUT_OF_GAS = /out ?of ?gas|sentryoog|gas required exceeds|gas uint64 overflow|intrinsic gas/i;
const REVERT = /revert|vm execution error|invalid opcode|vm exception/i;

/**
 * Classifies a failed eth_call: the revert data (0x when the node gave none), out of gas, or undefined when nothing is
 * proven.
 */
export function toRevert(error: unknown): { readonly data: string } | 'out-of-gas' | undefined {
  if (!(error instanceof RpcError)) return undefined;
  if (OUT_OF_GAS.test(error.message)) return 'out-of-gas';
  const data = findBytes(error.data);
  if (error.code !== REVERTED && !REVERT.test(error.message)) return undefined;
  return { data: data ?? '0x' };
}

/** Nodes return the bytes directly, after a word ("Reverted 0x…"), or within an object. */
function findBytes(data: unknown): string | undefined {
  if (typeof data === 'string') return /0x[0-9a-f]*/i.exec(data)?.[0];
  if (typeof data !== 'object' || data === null) return undefined;
  return Object.values(data)
    .map(findBytes)
    .find((found) => found !== undefined);
}

const OVER_RATE =
  /\brate\b|too many requests|requests? (count|limit)|per second|\/second|capacity|quota|credits|daily/i;

/** Whether the node got more requests than it allows, so that another one at once would be refused too. */
export function isOverRate(error: RpcError): boolean {
  return error.code === 429 || OVER_RATE.test(error.message);
}

const UNSUPPORTED =
  /\bmethod\b.{0,99}\bnot\b|\bnot\b.{0,99}\bmethod\b|unsupported|not support|too many arguments/i;

/** Whether the node does not support the method or these parameters; one that lacks a block may have it later. */
export function isUnsupported(error: unknown): boolean {
  return (
    error instanceof RpcError &&
    (error.code === -32601 || error.code === -32602 || UNSUPPORTED.test(error.message))
  );
}
