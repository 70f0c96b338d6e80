import { blockAt, toBlock, toRecord } from './block.ts';
import { RpcUnreachable, type Rpc } from './rpc.ts';
import { callAll } from './rpc-chunks.ts';

/** How old the newest block of a node is. */
export interface PulseReading {
  /** The number of the newest block. */
  readonly number: number;
  /** Seconds since the newest block; null on a chain that makes blocks on demand. */
  readonly age: number | null;
  /** Whether there has been no block for much longer than usual. */
  readonly isStill: boolean;
}

/** The heartbeat of a chain as one node shows it. */
export interface Pulse {
  /** Asks the node; concurrent calls share its response. Throws RpcUnreachable or RpcError. */
  read(): Promise<PulseReading>;
  /** How much older the block of this number is than the newest, in seconds by their times. Throws as `read` does. */
  since(number: number): Promise<number>;
}

interface PulseOptions {
  readonly rpc: Rpc;
  /** The usual seconds between two blocks, 0 for blocks on demand; undefined when the blocks themselves have to tell. */
  readonly usualSeconds?: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Seconds by which that clock is known to be ahead of the chain's, negative when it is behind; 0 by default. */
  readonly ahead?: () => number;
}

interface Block {
  readonly number: number;
  readonly hash: string;
  readonly timestamp: number;
  readonly transactions: number;
}

/** A shorter silence is never unusual. */
const MIN_STILL_SECONDS = 30;
const STILL_AFTER_BLOCKS = 5;
/** How many of the newest blocks tell what is usual. */
const SAMPLE = 16;

/** Reads nothing but the newest block, unless that one is old. */
export function createPulse({ rpc, usualSeconds, now, ahead = () => 0 }: PulseOptions): Pulse {
  const openedAt = now();
  let seen: { readonly hash: string; readonly since: number } | undefined;
  let readAt: number | undefined;
  let usual: { readonly hash: string; readonly seconds: number } | undefined;

  /** Counts from the block's own time, but not from before the last reading that showed another block: clocks differ. */
  function ageOf({ hash, timestamp }: Block): number {
    const time = now();
    const madeAt = (timestamp + ahead()) * 1_000;
    if (seen?.hash !== hash) seen = { hash, since: Math.min(time, Math.max(madeAt, readAt ?? 0)) };
    readAt = time;
    return (time - seen.since) / 1_000;
  }

  async function usualOf(newest: Block): Promise<number> {
    if (usualSeconds !== undefined) return usualSeconds;
    if (usual?.hash !== newest.hash)
      usual = { hash: newest.hash, seconds: usualInterval(await before(newest)) };
    return usual.seconds;
  }

  async function before(newest: Block): Promise<readonly Block[]> {
    // The first block of a chain is older than it says.
    const count = Math.min(SAMPLE, newest.number - 1);
    if (count <= 0) return [newest];
    const calls = Array.from({ length: count }, (_, index) => blockAt(newest.number - count + index));
    return [...(await callAll(rpc, calls)).map(parse), newest];
  }

  let running: Promise<PulseReading> | undefined;

  async function read(): Promise<PulseReading> {
    const [response] = await rpc.batch([blockAt('latest')]);
    const newest = parse(response);
    const age = ageOf(newest);
    const isOnDemand = usualSeconds === 0;
    if (isOnDemand || age < MIN_STILL_SECONDS)
      return { number: newest.number, age: isOnDemand ? null : age, isStill: false };
    const seconds = await usualOf(newest);
    if (seconds === 0) return { number: newest.number, age: null, isStill: false };
    // Until blocks should have come, a chain whose clock is behind looks like one that stands still.
    const watched = Math.min(age, (now() - openedAt) / 1_000);
    return { number: newest.number, age, isStill: watched > seconds * STILL_AFTER_BLOCKS };
  }

  return {
    read: () => (running ??= read().finally(() => (running = undefined))),
    async since(number) {
      const [block, newest] = (await rpc.batch([blockAt(number), blockAt('latest')])).map(parse);
      return block && newest ? newest.timestamp - block.timestamp : 0;
    },
  };
}

/** The median time between these blocks in seconds; 0 when each has one transaction, as on a chain that makes blocks on demand. */
function usualInterval(blocks: readonly Block[]): number {
  if (blocks.every(({ transactions }) => transactions === 1)) return 0;
  const gaps = blocks.slice(1).map(({ timestamp }, index) => timestamp - (blocks[index]?.timestamp ?? 0));
  return Math.max(1, gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 1);
}

function parse(response: unknown): Block {
  if (response instanceof Error) throw response;
  const block = toBlock(response);
  if (block === undefined) throw new RpcUnreachable('The node lacks one of its newest blocks.');
  const { transactions } = toRecord(response, 'block');
  const { number, hash, timestamp } = block;
  return { number, hash, timestamp, transactions: Array.isArray(transactions) ? transactions.length : 0 };
}
