import { toHex } from '../../../src/adapters/chain/rpc/block.ts';
import { RpcError, type RpcCall } from '../../../src/adapters/chain/rpc/rpc.ts';
import { toResponse, type ModelBlock } from './block.ts';
import { stateKeys } from './block-tree.ts';
import type { Network } from './network.ts';

/** What a node does not support. */
export interface NodeTraits {
  readonly hasFinalized: boolean;
  readonly hasBlockReceipts: boolean;
  /** The time of a call's block can be set. */
  readonly hasCallTime: boolean;
}

export interface NodeView {
  /** The newest block that the node knows. */
  readonly network: Network;
  readonly head: ModelBlock;
  readonly chainId: number;
  readonly traits: NodeTraits;
  /** The response to eth_getLogs lacks all logs of the newest block that has some. */
  readonly omitsLogs?: boolean;
}

type Params = readonly unknown[];
type Method = (view: NodeView, params: Params) => unknown;

const TIP = 1_000_000_000n;
const unsupported = (method: string) =>
  new RpcError(-32_601, `the method ${method} does not exist/is not available`);

/** The JSON-RPC of a node: the result of a call, or its error. */
export function respondToCall(view: NodeView, { method, params = [] }: RpcCall): unknown {
  const response = METHODS[method];
  if (response === undefined) return unsupported(method);
  try {
    return response(view, params);
  } catch (error) {
    if (error instanceof RpcError) return error;
    throw error;
  }
}

const METHODS: Readonly<Record<string, Method>> = {
  eth_chainId: ({ chainId }) => toHex(chainId),
  eth_blockNumber: ({ head }) => toHex(head.number),
  eth_maxPriorityFeePerGas: () => toHex(TIP),
  eth_getBalance: (view, [address, tag]) =>
    toHex((view.network.tree.read(stateAt(view, tag), stateKeys.balance(lower(address))) ?? 0n) as bigint),
  eth_getTransactionCount: (view, [address, tag]) =>
    toHex(Number(view.network.tree.read(stateAt(view, tag), stateKeys.nonce(lower(address))) ?? 0)),
  eth_getBlockByNumber(view, [tag, isFull]) {
    if (tag === 'finalized' && !view.traits.hasFinalized)
      throw new RpcError(-32_602, 'unsupported tag: finalized');
    const block = blockOf(view, tag);
    if (block === undefined) return null;
    if (isFull !== true) return block.header;
    return { ...block.header, transactions: block.mined.map(({ transaction }) => toResponse(transaction)) };
  },
  eth_getBlockByHash: (view, [hash]) => onChain(view, hash)?.header ?? null,
  eth_getBlockTransactionCountByHash(view, [hash]) {
    const block = onChain(view, hash);
    return block ? toHex(block.mined.length) : null;
  },
  eth_getTransactionByHash(view, [hash]) {
    const block = view.network.tree.find(view.head, String(hash));
    const found = block?.mined.find(({ transaction }) => transaction.hash === hash);
    return found && block
      ? { ...toResponse(found.transaction), blockHash: block.hash, blockNumber: toHex(block.number) }
      : null;
  },
  eth_getTransactionReceipt: (view, [hash]) =>
    view.network.tree
      .find(view.head, String(hash))
      ?.receipts.find(({ transactionHash }) => transactionHash === hash) ?? null,
  eth_getBlockReceipts(view, [place]) {
    if (!view.traits.hasBlockReceipts) throw unsupported('eth_getBlockReceipts');
    const isHash = String(place).length === 66;
    return (isHash ? onChain(view, place) : blockOf(view, place))?.receipts ?? null;
  },
  eth_getLogs: (view, [filter]) => readLogs(view, filter as LogFilter),
  eth_call: (view, params) => callHub(view, params),
  eth_estimateGas: (view, [call]) => toHex(execute(view, [call, 'latest']).gas),
  eth_sendRawTransaction({ network, head }, [raw]) {
    const transaction = network.parse(`0x${String(raw).slice(-64)}`);
    network.pool.add(transaction, head);
    return transaction.hash;
  },
};

const lower = (address: unknown) => String(address).toLowerCase();

function blockOf({ network, head }: NodeView, tag: unknown): ModelBlock | undefined {
  if (tag === 'latest') return head;
  if (tag !== 'finalized') return network.tree.at(head, Number(tag));
  const final = network.finalized();
  return final.number > head.number ? head : network.tree.at(head, final.number);
}

function stateAt(view: NodeView, tag: unknown): ModelBlock {
  const block = blockOf(view, tag ?? 'latest');
  if (block === undefined) throw new RpcError(-32_000, 'header not found');
  if (view.network.tree.isPruned(block)) throw new RpcError(-32_000, 'missing trie node');
  return block;
}

/** The block with this hash, if it is on the node's chain. */
function onChain({ network, head }: NodeView, hash: unknown): ModelBlock | undefined {
  const block = network.tree.byHash(String(hash));
  return block && network.tree.at(head, block.number) === block ? block : undefined;
}

interface LogFilter {
  readonly address?: readonly string[];
  readonly topics?: readonly (readonly string[])[];
  readonly blockHash?: string;
  readonly fromBlock?: string;
  readonly toBlock?: string;
}

const MOST_BLOCKS = 2_000;

function readLogs(view: NodeView, filter: LogFilter): unknown[] {
  const { blockHash, fromBlock, toBlock } = filter;
  const blocks: ModelBlock[] = [];
  if (blockHash === undefined) {
    const [from, to] = [Number(fromBlock), Number(toBlock)];
    if (to - from >= MOST_BLOCKS) throw new RpcError(-32_005, 'query exceeds the limit of blocks');
    for (let number = from; number <= to; number += 1) {
      const block = view.network.tree.at(view.head, number);
      if (block) blocks.push(block);
    }
  } else {
    const block = onChain(view, blockHash);
    if (block === undefined) throw new RpcError(-32_000, 'unknown block');
    blocks.push(block);
  }
  const addresses = filter.address && new Set(filter.address.map(lower));
  const topics = filter.topics && new Set(filter.topics[0]);
  const logs = blocks.flatMap((block) =>
    block.logs.filter(
      ({ address, topics: own }) =>
        addresses?.has(String(address)) !== false && topics?.has((own as string[])[0] ?? '') !== false,
    ),
  );
  const newest = view.omitsLogs === true ? logs.at(-1)?.['blockHash'] : undefined;
  return newest === undefined ? logs : logs.filter((log) => log['blockHash'] !== newest);
}

function callHub(view: NodeView, params: Params): string {
  if (params.length > 2 && !view.traits.hasCallTime)
    throw new RpcError(-32_602, 'too many arguments, want at most 2');
  const { revert, output, gas } = execute(view, params);
  const [{ gas: limit }] = params as readonly [{ readonly gas?: string }];
  if (limit !== undefined && gas > Number(limit)) throw new RpcError(-32_000, 'out of gas');
  if (revert !== undefined) throw new RpcError(3, 'execution reverted', revert);
  return output;
}

function execute(view: NodeView, [call, tag, , block]: Params) {
  const { from, to, data } = call as Readonly<Record<string, string>>;
  const at = stateAt(view, tag);
  if (lower(to) !== view.network.tree.addresses.hub)
    throw new RpcError(-32_000, 'The model calls the hub alone.');
  const { time } = (block ?? {}) as { readonly time?: string };
  const timestamp = time === undefined ? at.timestamp : Number(time);
  return view.network.tree.call(at, { from: lower(from), data: lower(data), timestamp });
}
