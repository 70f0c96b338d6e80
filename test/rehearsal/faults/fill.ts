import { Redis } from 'ioredis';
import type { Fault } from './fault.ts';

/** A part has no room left. */
export const FILLS: readonly Fault[] = [
  {
    name: 'fill-database',
    what: 'the disk of the primary is full',
    counted: 'from the return',
    alert: 'GiveawaysDiskFull',
    missing: ({ disks }) => (disks ? undefined : 'no file system can be mounted in memory'),
    async begin(world) {
      const primary = await world.primary();
      const disk = world.disks?.[world.nodes.indexOf(primary)];
      await disk?.fill();
      return async () => disk?.free();
    },
  },
  fillRedis('cache', 'the Redis of the answers'),
  fillRedis('counters', 'the Redis of the counters'),
];

function fillRedis(name: 'cache' | 'counters', what: string): Fault {
  return {
    name: `fill-${name}`,
    what: `${what} is full`,
    counted: 'from the fault',
    async begin({ redis }) {
      const setLimit = async (bytes: number) => {
        const client = new Redis(redis[name].url);
        await client.config('SET', 'maxmemory', bytes);
        client.disconnect();
      };
      await setLimit(1);
      return () => setLimit(0);
    },
  };
}
