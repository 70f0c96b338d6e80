import { RpcError, RpcUnreachable } from './rpc.ts';

/**
 * What a node's refusal of a transaction says. Only `accepted` is a fact; everything else is looked into before
 * anything is concluded, because nodes behind a balancer contradict each other.
 */
export type BroadcastAnswer =
  /** The node has the transaction, now or from before. */
  | 'accepted'
  /** The nonce is used: by an attempt of ours, or by somebody else. */
  | 'nonce-too-low'
  /** Earlier nonces have not reached the node yet. */
  | 'nonce-too-high'
  /** Another transaction of this nonce pays too much to be replaced at this fee. */
  | 'replacement-underpriced'
  /** The fee is below what blocks or the pool take now. */
  | 'fee-too-low'
  | 'insufficient-funds'
  /** No node will ever take these bytes. */
  | 'invalid'
  | 'busy'
  | 'unknown';

// The texts of geth, erigon, nethermind, besu, reth and anvil; the first row that fits counts.
const TEXTS: readonly (readonly [BroadcastAnswer, RegExp])[] = [
  [
    'accepted',
    /already (known|imported|exists|in (the )?(mem)?pool)|alreadyknown|known transaction|existing tx with same hash/i,
  ],
  [
    'replacement-underpriced',
    /replacement (transaction|tx|fee)|replacementnotallowed|could not replace existing|ownnoncealreadyused|underpriced to replace/i,
  ],
  ['nonce-too-low', /nonce (is )?too low|oldnonce|nonce .*below|invalid nonce; got \d+, expected higher/i],
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
    /exceeds block gas limit|gas limit (is )?too high|gaslimitexceeded|gas limit exceeds|intrinsic gas too low|exceeds the configured cap|oversized data|invalid (chain ?id|sender|signature)|gas too high|exceeds maximum/i,
  ],
  [
    'busy',
    /pool is full|txpool.*full|too many requests|rate limit|limit exceeded|limit reached|timed? ?out|timeout/i,
  ],
];

const LIMIT_EXCEEDED = -32005;

/** What an answer to eth_sendRawTransaction means: a result, an RpcError, or that nothing was heard. */
export function toBroadcastAnswer(outcome: unknown): BroadcastAnswer {
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
 * What a failed eth_call proves: the revert's bytes (0x when the node gave none), that the gas was too little, or
 * nothing at all.
 */
export function toRevert(error: unknown): { readonly data: string } | 'out-of-gas' | undefined {
  if (!(error instanceof RpcError)) return undefined;
  if (OUT_OF_GAS.test(error.message)) return 'out-of-gas';
  const data = findBytes(error.data);
  if (error.code !== REVERTED && !REVERT.test(error.message)) return undefined;
  return { data: data ?? '0x' };
}

/** Nodes give the bytes plain, behind a word ("Reverted 0x…"), or within an object. */
function findBytes(data: unknown): string | undefined {
  if (typeof data === 'string') return /0x[0-9a-f]*/i.exec(data)?.[0];
  if (typeof data !== 'object' || data === null) return undefined;
  return Object.values(data)
    .map(findBytes)
    .find((found) => found !== undefined);
}

/** Whether the node does not offer the method, or not these parameters of it. */
export function isUnsupported(error: unknown): boolean {
  return (
    error instanceof RpcError &&
    (error.code === -32601 ||
      error.code === -32602 ||
      /not (found|supported|available|exist)|unsupported|too many arguments/i.test(error.message))
  );
}
