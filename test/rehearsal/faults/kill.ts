import type { Fault } from './fault.ts';

/** A part ends without warning, and starts again later. */
export const KILLS: readonly Fault[] = [
  {
    name: 'kill-gateway',
    what: 'a gateway is killed',
    counted: 'from the fault',
    alert: 'GiveawaysInstanceDown',
    async begin({ gateways: [, second] }) {
      await second.end('SIGKILL');
      return () => second.start();
    },
  },
  {
    name: 'crash-primary',
    what: 'PostgreSQL crashes on the primary',
    counted: 'from the fault',
    async begin(world) {
      (await world.primary()).crash();
      return async () => undefined;
    },
  },
  {
    name: 'kill-primary',
    what: 'the primary and its Patroni are killed',
    counted: 'from the fault',
    async begin(world) {
      const primary = await world.primary();
      await primary.kill();
      return () => primary.start();
    },
  },
  {
    name: 'kill-replica',
    what: 'the replica and its Patroni are killed',
    counted: 'from the fault',
    alert: 'GiveawaysReplicaStale',
    async begin(world) {
      const replica = await world.replica();
      await replica.kill();
      return () => replica.start();
    },
  },
  {
    name: 'kill-database',
    what: 'both nodes of PostgreSQL are killed',
    counted: 'from the return',
    alert: 'GiveawaysDatabaseDown',
    async begin({ nodes }) {
      await Promise.all(nodes.map((node) => node.kill()));
      return async () => {
        await Promise.all(nodes.map((node) => node.start()));
      };
    },
  },
  {
    name: 'kill-etcd',
    what: 'etcd is killed',
    counted: 'from the fault',
    async begin({ etcd }) {
      await etcd.kill();
      return () => etcd.start();
    },
  },
  {
    name: 'kill-pgbouncer',
    what: 'PgBouncer is killed',
    counted: 'from the return',
    async begin({ pgbouncer }) {
      await pgbouncer.kill();
      return () => pgbouncer.start();
    },
  },
  {
    name: 'kill-haproxy',
    what: 'HAProxy is killed',
    counted: 'from the return',
    async begin({ haproxy }) {
      await haproxy.kill();
      return () => haproxy.start();
    },
  },
  {
    name: 'kill-cache',
    what: 'the Redis of the answers is killed',
    counted: 'from the fault',
    alert: 'GiveawaysCacheDown',
    async begin({ redis: { cache } }) {
      await cache.stop();
      return () => cache.start();
    },
  },
  {
    name: 'kill-counters',
    what: 'the Redis of the counters is killed',
    counted: 'from the fault',
    async begin({ redis: { counters } }) {
      await counters.stop();
      return () => counters.start();
    },
  },
  {
    name: 'stop-node',
    what: 'the node of the chain stops',
    counted: 'from the return',
    alert: 'GiveawaysNodeDown',
    async begin({ chain }) {
      await chain.stop();
      return () => chain.start();
    },
  },
];
