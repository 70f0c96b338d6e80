import { RpcUnreachable, TooManyCalls, type Rpc, type RpcCall } from './rpc.ts';

/** The calls of a request, unless the node is known to take fewer. */
const MAX_CALLS = 23;
// Half of the bytes that anvil and many proxies accept.
const MAX_BYTES = 700_000;

/** Calls that begin each request, so that their responses are of the node that answers the others. */
interface Leading {
  readonly calls: readonly RpcCall[];
  /** Gets their responses, and throws when the others do not count. */
  check(responses: readonly unknown[]): void;
}

interface ChunkOptions {
  /** None by default. */
  readonly leading?: Leading;
  /** For calls with large responses. */
  readonly limit?: number;
}

/**
 * Sends many calls in few requests, one request after the other. Returns each call's result, its RpcError, or the
 * RpcUnreachable of its request.
 */
export async function callInChunks(
  rpc: Rpc,
  calls: readonly RpcCall[],
  options: ChunkOptions = {},
): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for await (const { chunk, responses } of send(rpc, calls, options))
    outcomes.push(...(responses instanceof Error ? chunk.map(() => responses) : responses));
  return outcomes;
}

/** The same for calls whose responses are all needed: throws the first RpcError or RpcUnreachable. */
export async function callAll(
  rpc: Rpc,
  calls: readonly RpcCall[],
  options: ChunkOptions = {},
): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const { responses } of send(rpc, calls, options)) {
    if (responses instanceof Error) throw responses;
    for (const response of responses) {
      if (response instanceof Error) throw response;
      all.push(response);
    }
  }
  return all;
}

interface Answered {
  readonly chunk: readonly RpcCall[];
  readonly responses: readonly unknown[] | RpcUnreachable;
}

async function* send(
  rpc: Rpc,
  calls: readonly RpcCall[],
  { leading = { calls: [], check: () => undefined }, limit = MAX_CALLS }: ChunkOptions,
): AsyncGenerator<Answered> {
  const before = leading.calls;
  for (let rest = calls; rest.length > 0;) {
    const room = Math.min(limit, (rpc.mostCalls?.() ?? MAX_CALLS) - before.length);
    const chunk = takeChunk(rest, Math.max(1, room));
    const responses = await rpc.batch([...before, ...chunk]).catch(toUnreachable);
    if (responses instanceof TooManyCalls && rpc.mostCalls) continue;
    rest = rest.slice(chunk.length);
    if (responses instanceof Error) {
      yield { chunk, responses };
      continue;
    }
    leading.check(responses.slice(0, before.length));
    yield { chunk, responses: responses.slice(before.length) };
  }
}

function toUnreachable(error: unknown): RpcUnreachable {
  if (error instanceof RpcUnreachable) return error;
  throw error;
}

/** The first calls that fit into one request, at least one. */
function takeChunk(calls: readonly RpcCall[], most: number): readonly RpcCall[] {
  let bytes = 0;
  const end = calls.findIndex((call, index) => {
    bytes += sizeOf(call);
    return index >= most || (index > 0 && bytes > MAX_BYTES);
  });
  return end === -1 ? calls : calls.slice(0, end);
}

function sizeOf({ params = [] }: RpcCall): number {
  return params.reduce<number>((sum, param) => {
    if (typeof param === 'string') return sum + param.length;
    if (typeof param !== 'object' || param === null || !('data' in param)) return sum;
    return sum + String(param.data).length;
  }, 200);
}
