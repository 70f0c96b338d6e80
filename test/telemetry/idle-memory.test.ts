import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startProviderChain, type ProviderChain } from '../support/chain/provider-chain.ts';
import { createTestDatabase } from '../support/database/database.ts';
import { describeWith } from '../support/describe-with.ts';
import { startServer } from '../support/gateway/server.ts';

describeWith(
  // Linux tells the size of a process in kilobytes.
  process.platform === 'linux' ? process.env['DATABASE_URL'] : undefined,
  'DATABASE_URL is not set, or this is not Linux',
  'an instance on PostgreSQL that has started',
  (url) => {
    let chain: ProviderChain;
    beforeAll(async () => {
      chain = await startProviderChain();
    }, 120_000);
    afterAll(() => chain?.contracts.stop());

    it('takes at most 180 MB before its first document', () => expectIdle(180, {}), 120_000);

    it('takes at most 228 MB with a chain', () => expectIdle(228, chain.variables()), 120_000);

    async function expectIdle(megabytes: number, variables: Readonly<Record<string, string>>): Promise<void> {
      const database = (await createTestDatabase(url))!;
      const directory = await mkdtemp(join(tmpdir(), 'gateway-'));
      const server = await startServer(directory, { ...variables, DATABASE_URL: database.url });
      const read = async () => {
        const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8');
        return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
      };
      // Threads may still start: it is idle when its memory no longer changes.
      let [former, now] = [0, await read()];
      while (Math.abs(now - former) > 2) {
        await setTimeout(4_000);
        [former, now] = [now, await read()];
      }
      await server.end('SIGKILL');
      await database.drop();
      await rm(directory, { recursive: true, force: true });
      expect(now).toBeLessThan(megabytes);
    }
  },
);
