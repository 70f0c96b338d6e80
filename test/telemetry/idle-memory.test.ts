import { expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../support/database/database.ts';
import { describeWith } from '../support/describe-with.ts';
import { startServer } from '../support/gateway/server.ts';

/** Of Linux, which tells the size of a process in kilobytes. */
const MAX_IDLE_MB = 180;

describeWith(
  process.platform === 'linux' ? process.env['DATABASE_URL'] : undefined,
  'DATABASE_URL is not set, or this is not Linux',
  'an instance on PostgreSQL that has started',
  (url) => {
    it('takes at most 180 MB before its first document', async () => {
      const database = (await createTestDatabase(url))!;
      const directory = await mkdtemp(join(tmpdir(), 'gateway-'));
      const server = await startServer(directory, { DATABASE_URL: database.url });
      const status = () => readFile(`/proc/${server.child.pid}/status`, 'utf8');
      const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(await status()) ?? [];
      expect(Number(kilobytes) / 1_024).toBeLessThan(MAX_IDLE_MB);
      await server.end('SIGKILL');
      await database.drop();
      await rm(directory, { recursive: true, force: true });
    }, 120_000);
  },
);
