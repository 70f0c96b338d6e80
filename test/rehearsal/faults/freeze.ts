import type { World } from '../world.ts';
import type { Fault } from './fault.ts';

/** A part stops answering, and keeps its connections open. */
export const FREEZES: readonly Fault[] = [
  freeze('gateway', 'a gateway', 'from the fault', ({ gateways: [, second] }) => second),
  freeze('primary', 'the primary and its Patroni', 'from the fault', (world) => world.primary()),
  freeze('replica', 'the replica and its Patroni', 'from the fault', (world) => world.replica()),
  freeze('etcd', 'etcd', 'from the fault', ({ etcd }) => etcd),
  freeze('pgbouncer', 'PgBouncer', 'from the return', ({ pgbouncer }) => pgbouncer),
  freeze('haproxy', 'HAProxy', 'from the return', ({ haproxy }) => haproxy),
  freeze('cache', 'the Redis of the answers', 'from the fault', ({ redis }) => redis.cache),
  freeze('counters', 'the Redis of the counters', 'from the fault', ({ redis }) => redis.counters),
  freeze('node', 'the node of the chain', 'from the return', ({ chain }) => chain),
];

interface Freezable {
  freeze(): void;
  thaw(): void;
}

function freeze(
  name: string,
  what: string,
  counted: Fault['counted'],
  find: (world: World) => Freezable | Promise<Freezable>,
): Fault {
  return {
    name: `freeze-${name}`,
    what: `${what}: frozen`,
    counted,
    async begin(world) {
      const part = await find(world);
      part.freeze();
      return async () => part.thaw();
    },
  };
}
