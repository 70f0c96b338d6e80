import { callInChunks } from './rpc-chunks.ts';
import type { Rpc, RpcCall } from './rpc.ts';

interface GatheredCall {
  readonly call: RpcCall;
  readonly result: PromiseWithResolvers<unknown>;
}

/**
 * Sends all calls of one turn of the event loop as one request. Equal calls share a response, so they must not change
 * anything. Rejects with RpcError for an error of the node, and with RpcUnreachable without a response.
 */
export function gatherCalls(rpc: Rpc): (method: string, params?: readonly unknown[]) => Promise<unknown> {
  let gathered = new Map<string, GatheredCall>();

  async function send(): Promise<void> {
    const requests = [...gathered.values()];
    gathered = new Map();
    try {
      const outcomes = await callInChunks(
        rpc,
        requests.map(({ call }) => call),
      );
      outcomes.forEach((outcome, index) => {
        const result = requests[index]?.result;
        if (outcome instanceof Error) result?.reject(outcome);
        else result?.resolve(outcome);
      });
    } catch (error) {
      for (const { result } of requests) result.reject(error);
    }
  }

  return (method, params = []) => {
    if (gathered.size === 0) setImmediate(() => void send());
    const key = JSON.stringify([method, params]);
    let request = gathered.get(key);
    if (request === undefined) {
      request = { call: { method, params }, result: Promise.withResolvers() };
      gathered.set(key, request);
    }
    return request.result.promise;
  };
}
