import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBlock } from '../../../src/adapters/chain/rpc/block.ts';
import { sendAs, startProviderChain, untilFinal } from '../../support/chain/provider-chain.ts';
import { placeEmbeddedDatabase } from '../../support/database/embedded-database.ts';
import { eventually } from '../../support/eventually.ts';
import { withClockAhead } from '../../support/gateway/clock.ts';
import { startServer, type Server } from '../../support/gateway/server.ts';
import { become, metricOf, partOf } from './status.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(240_000);

const AN_HOUR = 3_600;

describe('the clock of a server with an embedded database', () => {
  let directory: string;
  const ticking = sharedByTests(startProviderChain);
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'gateway-'));
    await placeEmbeddedDatabase(join(directory, 'db'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));
  beforeAll(() => ticking.contracts.rpc.call('evm_setIntervalMining', [1]));

  it('is not compared without a chain, or with the embedded one', async () => {
    for (const CHAIN of ['off', 'on']) {
      const server = await startServer(directory, { CHAIN, DATABASE_URL: '' });
      expect(await partOf(server, 'CLOCK')).toMatchObject({ state: 'OFF' });
      await server.end('SIGTERM');
    }
  });

  /** Enters a giveaway that ends in half an hour by the chain's clock. */
  const enter = async (server: Server, giveawayId: string) => {
    const operatorToken = (await readFile(join(directory, 'operator-token'), 'utf8')).trim();
    const { secret } = await ticking.enroll({ ...server, operatorToken });
    const send = (endpoint: string, body: object) =>
      untilFinal(() => sendAs(server, secret)(endpoint, body, { 'idempotency-key': endpoint }));
    const { timestamp = 0 } = (await readBlock(ticking.contracts.rpc, 'latest')) ?? {};
    const giveaway = { giveawayId, startTime: timestamp - AN_HOUR, endTime: timestamp + AN_HOUR / 2 };
    return [
      await send('create-giveaway', { ...giveaway, determinationType: 0 }),
      await send('provision-entrant', { ownershipMode: 'managed_wallet', giveawayId, amount: 1 }),
    ];
  };

  it.each([
    [0, { state: 'OK', reason: null }],
    [AN_HOUR, { state: 'LATE', reason: 'CHAIN_CLOCK' }],
  ])(
    'is compared with the blocks of a chain, whose time decides about its rounds: %i seconds ahead',
    async (ahead, expected) => {
      const { rpc } = ticking.contracts;
      const variables = { ...ticking.variables(), DATABASE_URL: '', ...withClockAhead(ahead) };
      const server = await startServer(directory, variables);
      // After ten blocks it is known.
      const { number = 0 } = (await readBlock(rpc, 'latest')) ?? {};
      const head = () => metricOf(server, 'chain_head_block ');
      expect(await eventually(head, (block) => block > number + 10, 60_000)).toBeGreaterThan(number + 10);
      expect(await become(server, 'CLOCK', expected)).toMatchObject(expected);
      const responses = await enter(server, `ahead by ${ahead}`);
      expect(responses.map(({ status, body }) => [status, body.error])).toEqual([
        [200, undefined],
        [200, undefined],
      ]);
      await server.end('SIGTERM');
    },
  );
});
