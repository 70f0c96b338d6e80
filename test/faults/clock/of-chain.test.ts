import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBlock } from '../../../src/adapters/chain/rpc/block.ts';
import { startProviderChain, type ProviderChain } from '../../support/chain/provider-chain.ts';
import { placeEmbeddedDatabase } from '../../support/database/embedded-database.ts';
import { eventually } from '../../support/eventually.ts';
import { withClockAhead } from '../../support/gateway/clock.ts';
import { startServer } from '../../support/gateway/server.ts';
import { become, metricOf, partOf } from './status.ts';

const FOR_A_WHILE = 240_000;

describe('the clock of a server with an embedded database', () => {
  let directory: string;
  let ticking: ProviderChain;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'gateway-'));
    await placeEmbeddedDatabase(join(directory, 'db'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));
  beforeAll(async () => {
    ticking = await startProviderChain();
    await ticking.contracts.rpc.call('evm_setIntervalMining', [1]);
  }, FOR_A_WHILE);
  afterAll(() => ticking.contracts.stop());

  it('is not compared without a chain, or with the embedded one', async () => {
    for (const CHAIN of ['off', 'on']) {
      const server = await startServer(directory, { CHAIN, DATABASE_URL: '' });
      expect(await partOf(server, 'CLOCK')).toMatchObject({ state: 'OFF' });
      await server.end('SIGTERM');
    }
  }, 90_000);

  it.each([
    [0, { state: 'OK', reason: null }],
    [60, { state: 'LATE', reason: 'CHAIN_CLOCK' }],
  ])(
    'is compared with the blocks of a chain: %i seconds ahead',
    async (ahead, expected) => {
      const { rpc } = ticking.contracts;
      const variables = { ...ticking.variables(), DATABASE_URL: '', ...withClockAhead(ahead) };
      const server = await startServer(directory, variables);
      // After ten blocks it is known.
      const { number = 0 } = (await readBlock(rpc, 'latest')) ?? {};
      const head = () => metricOf(server, 'chain_head_block ');
      expect(await eventually(head, (block) => block > number + 10, 60_000)).toBeGreaterThan(number + 10);
      expect(await become(server, 'CLOCK', expected)).toMatchObject(expected);
      await server.end('SIGTERM');
    },
    150_000,
  );
});
