import { toBlock, toNumber, blockAt } from './block.ts';
import { NodeLagging } from './node-lagging.ts';
import { OtherChain, otherChainId, otherHistory } from './other-chain.ts';
import { isUnsupported } from './rpc-errors.ts';
import { RpcError, RpcUnreachable, type Rpc, type RpcCall } from './rpc.ts';

/** A block that every node of the chain has. */
export interface KnownBlock {
  readonly number: number;
  /** Lower-case 0x hex. */
  readonly hash: string;
}

export interface RequiredChain {
  readonly chainId: number;
  /** A stored block that no reorganisation replaces; undefined while there is none. Only the chain id is compared by default. */
  readonly knownBlock?: () => Promise<KnownBlock | undefined>;
  /** Called after each request with whether the node has shown that it serves another chain: one that is silent has not. */
  readonly note?: (isOther: boolean) => void;
}

const CHAIN_ID: RpcCall = { method: 'eth_chainId' };
/** The chain id, and the known block. */
const OWN_CALLS = 2;

/**
 * The same node, but each request also asks which chain it serves: a proxy may lead to another node at any time. No response
 * counts without that of the same request about the chain. Throws OtherChain for a node of another chain, NodeLagging when it does
 * not have the known block yet, and RpcUnreachable when the node or `knownBlock` does not tell.
 */
export function requireChain(rpc: Rpc, { chainId, knownBlock, note = () => undefined }: RequiredChain): Rpc {
  const { mostCalls } = rpc;
  let findsByHash = true;

  async function batch(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    if (calls.length === 0) return [];
    const known = await readKnown(knownBlock);
    try {
      const responses = known === undefined ? await callWithId(calls) : await callWithBlock(known, calls);
      note(false);
      return responses;
    } catch (error) {
      note(error instanceof OtherChain);
      throw error;
    }
  }

  async function callWithId(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    const [id, ...responses] = await rpc.batch([CHAIN_ID, ...calls]);
    requireId(id, chainId);
    return responses;
  }

  async function callWithBlock(known: KnownBlock, calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    if (findsByHash) {
      const [count, ...responses] = await callWithId([countAt(known), ...calls]);
      if (typeof count === 'string') return responses;
      if (isUnsupported(count)) findsByHash = false;
    }
    // The node lags behind, has another block, has only the block's header, or answered an error. With the calls again: another
    // node may answer this time.
    const [header, ...responses] = await callWithId([blockAt(known.number), ...calls]);
    requireBlock(header, known);
    return responses;
  }

  return {
    batch,
    ...(mostCalls && { mostCalls: () => mostCalls() - OWN_CALLS }),
    async call(method, params = []) {
      const [outcome] = await batch([{ method, params }]);
      if (outcome instanceof RpcError) throw outcome;
      return outcome;
    },
  };
}

async function readKnown(knownBlock: RequiredChain['knownBlock']): Promise<KnownBlock | undefined> {
  try {
    return await knownBlock?.();
  } catch (error) {
    throw new RpcUnreachable('The stored chain cannot be read, so no answer of the node counts.', error);
  }
}

/** Has a short response: null when the node does not have the block. */
function countAt({ hash }: KnownBlock): RpcCall {
  return { method: 'eth_getBlockTransactionCountByHash', params: [hash] };
}

function requireId(response: unknown, chainId: number): void {
  if (response instanceof RpcError) throw new RpcUnreachable('The node does not name its chain.', response);
  const served = toNumber(response);
  if (served !== chainId) throw otherChainId(served, chainId);
}

function requireBlock(response: unknown, { number, hash }: KnownBlock): void {
  if (response instanceof RpcError)
    throw new RpcUnreachable(`The node does not tell its block ${number}.`, response);
  const block = toBlock(response);
  if (block === undefined) throw new NodeLagging(`The node does not have block ${number} yet.`);
  if (block.hash !== hash) throw otherHistory(number);
}
