import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { createReplicaReads } from '../../src/adapters/postgres/server/replica.ts';
import { watchReplicaLag, type ReplicaLag } from '../../src/adapters/postgres/server/replica-lag.ts';
import type { Sql } from '../../src/adapters/postgres/connection/sql.ts';
import {
  postgresPrograms,
  startCluster,
  type Cluster,
  type Standby,
} from '../support/database/postgres-cluster.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';

const TIMES = { everyMs: 100, behind: 1, abreast: 0.5 };
const NAME = { name: '', text: `select current_setting('port')` };

describeWith(
  postgresPrograms,
  'PostgreSQL is not installed',
  'A replica whose replay stands still',
  (programs) => {
    let cluster: Cluster;
    let standby: Standby;
    let clients: Client[];
    let lag: ReplicaLag;
    let reads: Sql;

    const connect = async (url: string): Promise<Sql> => {
      const client = new Client({ connectionString: url });
      client.on('error', () => undefined);
      await client.connect();
      clients.push(client);
      return {
        query: async ({ text }, values) =>
          (await client.query({ text, values: [...values], rowMode: 'array' })).rows,
      };
    };
    const run = (sql: Sql, text: string) => sql.query({ name: '', text }, []);
    let primary: Sql;
    let replica: Sql;

    beforeAll(async () => {
      clients = [];
      cluster = await startCluster(programs);
      standby = await cluster.startStandby();
      primary = await connect(cluster.url);
      replica = await connect(standby.url);
      lag = watchReplicaLag({ replica, primary, warn: () => undefined, times: TIMES });
      reads = createReplicaReads({ lag, warn: () => undefined }).over(replica, primary);
    });
    afterAll(async () => {
      await lag.close();
      for (const client of clients) await client.end();
      await standby.remove();
      await cluster.remove();
    });

    const isRead = async () => standby.url.includes(`:${String((await reads.query(NAME, []))[0]?.[0])}/`);

    it('is not late while the primary writes nothing', async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect([lag.isBehind(), await isRead()]).toEqual([false, true]);
      expect(lag.seconds()).toBeLessThan(1);
    });

    it('is left out, and read again when it has caught up', async () => {
      await run(replica, 'select pg_wal_replay_pause()');
      await run(primary, 'create table written (number integer)');
      expect(await eventually(isRead, (isReplica) => !isReplica)).toBe(false);
      expect(lag.seconds()).toBeGreaterThan(1);
      await run(replica, 'select pg_wal_replay_resume()');
      expect(await eventually(isRead, Boolean)).toBe(true);
      expect(lag.seconds()).toBeLessThan(1);
    });
  },
);
