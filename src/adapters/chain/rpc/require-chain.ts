import { toBlock, toNumber, blockAt } from './block.ts';
import { NodeLagging } from './node-lagging.ts';
import { OtherChain, otherChainId, otherHistory } from './other-chain.ts';
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
  /** Called after each answer with whether the node serves another chain. */
  readonly note?: (isOther: boolean) => void;
}

const CHAIN_ID: RpcCall = { method: 'eth_chainId' };

/**
 * The same node, but each request also asks which chain it serves: a proxy may lead to another node at any time. Throws
 * OtherChain instead of any answer of a node of another chain, NodeLagging when it does not have the known block yet.
 */
export function requireChain(rpc: Rpc, { chainId, knownBlock, note = () => undefined }: RequiredChain): Rpc {
  async function batch(calls: readonly RpcCall[]): Promise<readonly unknown[]> {
    if (calls.length === 0) return [];
    const known = await knownBlock?.();
    const checks = known === undefined ? [CHAIN_ID] : [CHAIN_ID, isStored(known)];
    const answers = await rpc.batch([...checks, ...calls]);
    try {
      requireId(answers[0], chainId);
      if (known !== undefined && answers[1] === null) await requireBlock(rpc, known);
    } catch (error) {
      if (error instanceof OtherChain) note(true);
      throw error;
    }
    note(false);
    return answers.slice(checks.length);
  }

  return {
    batch,
    async call(method, params = []) {
      const [outcome] = await batch([{ method, params }]);
      if (outcome instanceof RpcError) throw outcome;
      return outcome;
    },
  };
}

/** Has a short answer: null when the node does not have the block. An error of a node without this method proves nothing. */
function isStored({ hash }: KnownBlock): RpcCall {
  return { method: 'eth_getBlockTransactionCountByHash', params: [hash] };
}

function requireId(answer: unknown, chainId: number): void {
  if (answer instanceof RpcError) throw new RpcUnreachable('The node does not name its chain.', answer);
  const served = toNumber(answer);
  if (served !== chainId) throw otherChainId(served, chainId);
}

/** Finds out whether a node without the block lags behind, has another one, or has only its header. */
async function requireBlock(rpc: Rpc, { number, hash }: KnownBlock): Promise<void> {
  const { method, params } = blockAt(number);
  const block = toBlock(await rpc.call(method, params));
  if (block === undefined) throw new NodeLagging(`The node does not have block ${number} yet.`);
  if (block.hash !== hash) throw otherHistory(number);
}
