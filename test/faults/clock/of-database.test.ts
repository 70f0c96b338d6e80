import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as PgClient } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { describeWith } from '../../support/describe-with.ts';
import { eventually } from '../../support/eventually.ts';
import { withClockAhead } from '../../support/gateway/clock.ts';
import { startServer } from '../../support/gateway/server.ts';
import { become } from './status.ts';

describeWith(
  process.env['DATABASE_URL'],
  'DATABASE_URL is not set',
  'the clock of a server with a database server',
  () => {
    let directory: string;
    let database: TestDatabase | undefined;
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'gateway-'));
      database = await createTestDatabase();
    });
    afterAll(async () => {
      await database?.drop();
      await rm(directory, { recursive: true, force: true });
    });

    it.each([
      [0, { state: 'OK', lagSeconds: 0, reason: null }],
      [4, { state: 'OK', reason: null }],
      [60, { state: 'LATE', reason: 'DATABASE_CLOCK' }],
      [-60, { state: 'LATE', reason: 'DATABASE_CLOCK' }],
    ])('is compared with it: %i seconds ahead', async (ahead, expected) => {
      const DATABASE_URL = database?.url ?? '';
      const server = await startServer(directory, { DATABASE_URL, ...withClockAhead(ahead) });
      const part = await become(server, 'CLOCK', expected);
      expect(part).toMatchObject(expected);
      expect(Math.abs(part.lagSeconds - Math.abs(ahead))).toBeLessThanOrEqual(1);
      expect(server.output().includes('the clock of this instance differs')).toBe(Math.abs(ahead) > 5);
      await server.end('SIGTERM');
    });

    it('keeps the purge waiting while it is wrong', async () => {
      const client = new PgClient({ connectionString: database?.url });
      await client.connect();
      const untilNext = async () => {
        const { rows } = await client.query(
          `select extract(epoch from start_after - now())::integer as seconds from pgboss.job where name = 'purge'`,
        );
        return Number(rows[0].seconds);
      };
      expect(await untilNext()).toBeGreaterThan(3_600);
      await client.query(`update pgboss.job set start_after = now() where name = 'purge'`);
      const variables = { DATABASE_URL: database?.url ?? '', ...withClockAhead(60) };
      const server = await startServer(directory, variables);
      const seconds = await eventually(untilNext, (each) => each > 0, 30_000);
      await server.end('SIGTERM');
      await client.end();
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(600);
    });
  },
);
