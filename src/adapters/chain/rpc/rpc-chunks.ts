import { RpcUnreachable, type Rpc, type RpcCall } from './rpc.ts';

/** The calls of a request: nodes and proxies refuse more than 25, with the two of require-chain.ts. */
export const MAX_CALLS = 23;
// Half of the bytes that anvil and many proxies accept.
const MAX_BYTES = 700_000;

/**
 * Sends many calls in few requests, one request after the other. Returns each call's result, its RpcError, or the
 * RpcUnreachable of its request.
 */
export async function callInChunks(rpc: Rpc, calls: readonly RpcCall[]): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (const chunk of toChunks(calls, MAX_CALLS)) {
    try {
      outcomes.push(...(await rpc.batch(chunk)));
    } catch (error) {
      if (!(error instanceof RpcUnreachable)) throw error;
      outcomes.push(...chunk.map(() => error));
    }
  }
  return outcomes;
}

/**
 * The same for calls whose responses are all needed: throws the first RpcError or RpcUnreachable. `most` is for calls with
 * large responses.
 */
export async function callAll(
  rpc: Rpc,
  calls: readonly RpcCall[],
  limit: number = MAX_CALLS,
): Promise<unknown[]> {
  const responses: unknown[] = [];
  for (const chunk of toChunks(calls, limit)) {
    for (const response of await rpc.batch(chunk)) {
      if (response instanceof Error) throw response;
      responses.push(response);
    }
  }
  return responses;
}

/** Groups calls by the limits of a request. */
function toChunks(calls: readonly RpcCall[], limit: number): RpcCall[][] {
  const chunks: RpcCall[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const call of calls) {
    const size = sizeOf(call);
    if (bytes + size > MAX_BYTES || (chunks.at(-1)?.length ?? limit) >= limit) {
      chunks.push([]);
      bytes = 0;
    }
    chunks.at(-1)?.push(call);
    bytes += size;
  }
  return chunks;
}

function sizeOf({ params = [] }: RpcCall): number {
  return params.reduce<number>((sum, param) => {
    if (typeof param === 'string') return sum + param.length;
    if (typeof param !== 'object' || param === null || !('data' in param)) return sum;
    return sum + String(param.data).length;
  }, 200);
}
