import { DomainError } from '../../../src/core/errors.ts';
import { RpcError, RpcUnreachable, type Rpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import type { Chance } from '../clock/chance.ts';
import type { SimulatedProcess } from '../clock/virtual-time.ts';
import { respondToCall, type NodeView } from '../chain/node.ts';
import type { Immediate } from '../database/tables.ts';
import type { Way } from './way.ts';

/** The port of a store whose server is reached by this way. */
export function storeOver<Port extends object>(
  way: Way,
  process: SimulatedProcess,
  server: Immediate<Port>,
): Port {
  return new Proxy(server, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return (...values: unknown[]) =>
        way(process, () => (method as (...values: unknown[]) => unknown)(...values));
    },
  }) as unknown as Port;
}

/** As failures.ts translates a broken connection. */
export function lostConnection(): Error {
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    'The database cannot be reached at the moment: try again shortly.',
    {
      retryAfterSeconds: 2,
    },
  );
}

export function lostNode(): Error {
  return new RpcUnreachable('The node cannot be reached.', new Error('socket hang up'));
}

interface NodeFaults {
  readonly chance: Chance;
  /** The node that answers the next request. */
  readonly view: () => NodeView;
  /** The share of calls to which the node answers an error of its own. */
  readonly errors: () => number;
}

const NODE_ERRORS: readonly (readonly [code: number, message: string])[] = [
  [-32_005, 'limit exceeded'],
  [-32_603, 'internal error'],
  [-32_000, 'request timed out'],
];

/** A node's JSON-RPC over this way; each request is answered from one state. */
export function rpcOver(way: Way, process: SimulatedProcess, { chance, view, errors }: NodeFaults): Rpc {
  const batch: Rpc['batch'] = (calls) =>
    calls.length === 0
      ? Promise.resolve([])
      : way(process, () => {
          const seen = view();
          return calls.map((call) =>
            chance.is(errors()) ? new RpcError(...chance.of(NODE_ERRORS)) : respondToCall(seen, call),
          );
        });
  return {
    batch,
    async call(method, params = []) {
      const [outcome] = await batch([{ method, params }]);
      if (outcome instanceof RpcError) throw outcome;
      return outcome;
    },
  };
}
