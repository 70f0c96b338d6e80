import type { IncomingMessage, ServerResponse } from 'node:http';
import { startHttpServer } from '../http/http-server.ts';

/** What a node, or the connection to it, can do to a request. */
export type Fault =
  /** The node executes it, and the connection closes without a response. */
  | 'swallowed'
  /** The node executes it, and the response comes after the caller's timeout. */
  | 'late'
  /** The connection breaks before the request reaches the node. */
  | 'reset'
  | 'busy'
  | 'down'
  /** A new transaction is refused as already used; the node never receives it. */
  | 'nonce-too-low'
  /** A transaction is acknowledged and dropped. */
  | 'forgotten'
  /** Receipts that exist are reported as missing. */
  | 'no-receipts'
  /** Logs that exist are left out. */
  | 'no-logs';

/** The faults for the outbox, which reads no logs. */
export const FAULTS: readonly Fault[] = [
  'swallowed',
  'late',
  'reset',
  'busy',
  'down',
  'nonce-too-low',
  'forgotten',
  'no-receipts',
];

/** The faults that can hit a single transaction of a batch; `reset` and `swallowed` are then a meaningless error. */
export type BroadcastFault = Extract<Fault, 'swallowed' | 'reset' | 'nonce-too-low' | 'forgotten'>;

/** A proxy of a node that causes faults. */
export interface FaultProxy {
  readonly url: string;
  /** The number of requests that met each fault. */
  readonly counts: ReadonlyMap<Fault, number>;
  /** Since `failBroadcasts`: the number of transactions sent, and the number that met one of its faults. */
  readonly broadcasts: { readonly all: number; readonly failed: number };
  /** From now on this share of requests meets one of these faults; 0 turns faults off. */
  set(share: number, faults?: readonly Fault[]): void;
  /**
   * From now on every `nth` transaction meets the next of these faults, and no other in its request does. `set` then
   * applies to requests without transactions.
   */
  failBroadcasts(nth: number, faults: readonly BroadcastFault[]): void;
  stop(): Promise<void>;
}

const LATE_MS = 1_200;

/** Starts a proxy of `target`; the same seed gives the same faults to the same requests. */
export async function startFaultProxy(target: string, seed: number): Promise<FaultProxy> {
  const random = createRandom(seed);
  const counts = new Map<Fault, number>();
  let share = 0;
  let faults: readonly Fault[] = FAULTS;
  const broadcasts = { all: 0, failed: 0 };
  let nth = Number.POSITIVE_INFINITY;
  let broadcastFaults: readonly BroadcastFault[] = [];

  const { url, stop } = await startHttpServer((request, response) => {
    void respond(request, response).catch(() => response.destroy());
  });

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const calls = toCalls(await read(request));
    const isSpared = broadcastFaults.length > 0 && calls.list.some(isBroadcast);
    const fault = !isSpared && random() < share ? faults[Math.floor(random() * faults.length)] : undefined;
    if (fault) counts.set(fault, (counts.get(fault) ?? 0) + 1);
    switch (fault) {
      case 'reset':
        response.destroy();
        return;
      case 'busy':
        response.writeHead(429, { 'retry-after': '1' }).end('Too Many Requests');
        return;
      case 'down':
        response.writeHead(503).end('Service Unavailable');
        return;
      case 'swallowed':
        await Promise.all(calls.list.map((call) => forward(target, call)));
        response.destroy();
        return;
      case 'late':
        await Promise.all(calls.list.map((call) => forward(target, call)));
        await new Promise((resolve) => setTimeout(resolve, LATE_MS));
        response.destroy();
        return;
      default: {
        const responses: unknown[] = [];
        for (const call of calls.list) responses.push(await carryOut(call, fault ?? broadcastFaultOf(call)));
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(calls.isBatch ? responses : responses[0]));
      }
    }
  }

  async function carryOut(call: Call, fault: Fault | undefined): Promise<unknown> {
    if (fault === 'swallowed') await forward(target, call);
    return lie(fault, call) ?? forward(target, call);
  }

  function broadcastFaultOf(call: Call): BroadcastFault | undefined {
    if (!isBroadcast(call)) return undefined;
    broadcasts.all += 1;
    if (broadcasts.all % nth !== 0) return undefined;
    broadcasts.failed += 1;
    return broadcastFaults[broadcasts.failed % broadcastFaults.length];
  }

  return {
    url,
    counts,
    broadcasts,
    set(newShare, newFaults = FAULTS) {
      share = newShare;
      faults = newFaults;
    },
    failBroadcasts(newNth, newFaults) {
      Object.assign(broadcasts, { all: 0, failed: 0 });
      nth = newNth;
      broadcastFaults = newFaults;
    },
    stop,
  };
}

interface Call {
  readonly id: unknown;
  readonly method: string;
}

const isBroadcast = ({ method }: Call) => method === 'eth_sendRawTransaction';

function lie(fault: Fault | undefined, call: Call): unknown {
  const { id, method } = call;
  const isTransaction = isBroadcast(call);
  if (fault === 'nonce-too-low' && isTransaction)
    return { jsonrpc: '2.0', id, error: { code: -32000, message: 'nonce too low' } };
  if (fault === 'forgotten' && isTransaction) return { jsonrpc: '2.0', id, result: `0x${'0'.repeat(64)}` };
  if (fault === 'reset' || fault === 'swallowed')
    return { jsonrpc: '2.0', id, error: { code: -32603, message: 'The connection broke.' } };
  if (fault === 'no-receipts' && /^eth_get(TransactionReceipt|BlockReceipts)$/.test(method))
    return { jsonrpc: '2.0', id, result: null };
  if (fault === 'no-logs' && method === 'eth_getLogs') return { jsonrpc: '2.0', id, result: [] };
  return undefined;
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function toCalls(body: string): { readonly list: readonly Call[]; readonly isBatch: boolean } {
  const parsed = JSON.parse(body) as Call | readonly Call[];
  return Array.isArray(parsed)
    ? { list: parsed as readonly Call[], isBatch: true }
    : { list: [parsed as Call], isBatch: false };
}

async function forward(target: string, call: Call): Promise<unknown> {
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call),
  });
  return response.json();
}

/** Mulberry32: a small generator with the same sequence on every platform. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
