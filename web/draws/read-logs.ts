/** A JSON-RPC call of a node; rejects when the node refuses it or does not answer. */
export type NodeCall = (method: string, parameters: readonly unknown[]) => Promise<unknown>;

/** A log with the time of its block in Unix seconds. */
export interface NodeLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: number;
  readonly logIndex: number;
  readonly timestamp: number;
  readonly removed: boolean | undefined;
}

interface RawLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: string;
  readonly logIndex: string;
  /** Absent from the answers of some nodes. */
  readonly blockTimestamp?: string;
  readonly removed?: boolean;
}

interface LogRange {
  readonly hub: string;
  readonly fromBlock: number;
}

type Topics = readonly (string | readonly string[])[];

const BLOCKS_AT_ONCE = 20;
const TIMEOUT_MS = 30_000;

/** Calls the node at an address by HTTP. */
export function callNode(url: string): NodeCall {
  let id = 0;
  return async (method, parameters) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: (id += 1), method, params: parameters }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { result, error } = (await response.json()) as { result?: unknown; error?: { message?: string } };
    if (error !== undefined || result === undefined || result === null)
      throw new Error(`${method}: ${error?.message ?? 'the node has no answer'}`);
    return result;
  };
}

/** All logs with these topics, in the order of the chain; halves the range of blocks when the node refuses it. */
export async function readLogs(
  call: NodeCall,
  { hub, fromBlock }: LogRange,
  topics: Topics,
): Promise<NodeLog[]> {
  const latest = Number(await call('eth_blockNumber', []));
  const raw = await readRange(call, { address: hub, topics }, fromBlock, latest);
  const times = await readTimes(call, raw);
  return raw
    .map(({ address, topics: own, data, blockNumber, logIndex, removed }) => ({
      address,
      topics: own,
      data,
      removed,
      blockNumber: Number(blockNumber),
      logIndex: Number(logIndex),
      timestamp: times.get(Number(blockNumber)) ?? Number.NaN,
    }))
    .toSorted((one, other) => one.blockNumber - other.blockNumber || one.logIndex - other.logIndex);
}

async function readRange(
  call: NodeCall,
  filter: { readonly address: string; readonly topics: Topics },
  from: number,
  to: number,
): Promise<RawLog[]> {
  const hex = (block: number) => `0x${block.toString(16)}`;
  try {
    return (await call('eth_getLogs', [{ ...filter, fromBlock: hex(from), toBlock: hex(to) }])) as RawLog[];
  } catch (error) {
    if (from >= to) throw error;
  }
  const middle = Math.floor((from + to) / 2);
  const first = await readRange(call, filter, from, middle);
  return [...first, ...(await readRange(call, filter, middle + 1, to))];
}

async function readTimes(call: NodeCall, logs: readonly RawLog[]): Promise<Map<number, number>> {
  const times = new Map<number, number>();
  for (const { blockNumber, blockTimestamp } of logs)
    if (blockTimestamp !== undefined) times.set(Number(blockNumber), Number(blockTimestamp));
  const missing = [...new Set(logs.map(({ blockNumber }) => blockNumber))].filter(
    (block) => !times.has(Number(block)),
  );
  for (let start = 0; start < missing.length; start += BLOCKS_AT_ONCE) {
    const part = missing.slice(start, start + BLOCKS_AT_ONCE);
    const blocks = await Promise.all(part.map((block) => call('eth_getBlockByNumber', [block, false])));
    for (const [index, block] of blocks.entries())
      times.set(Number(part[index]), Number((block as { timestamp: string }).timestamp));
  }
  return times;
}
