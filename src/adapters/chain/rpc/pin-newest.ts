import { toHex } from './block.ts';
import type { Rpc, RpcCall } from './rpc.ts';

/** The same node, for which the block of this number is the newest: its chain stands still while it is read. */
export function pinNewest(rpc: Rpc, number: number): Rpc {
  const pin = ({ method, params = [] }: RpcCall): RpcCall => ({
    method,
    params:
      method === 'eth_getBlockByNumber' && params[0] === 'latest'
        ? [toHex(number), ...params.slice(1)]
        : params,
  });
  return {
    ...rpc,
    call(method, params) {
      const pinned = pin({ method, ...(params && { params }) });
      return rpc.call(pinned.method, pinned.params);
    },
    batch: (calls) => rpc.batch(calls.map(pin)),
  };
}
