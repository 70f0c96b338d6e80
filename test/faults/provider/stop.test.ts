import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { placeEmbeddedDatabase } from '../../support/database/embedded-database.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { sendAs, untilFinal, type SigningProvider } from '../../support/chain/provider-chain.ts';
import { startServer, type Server } from '../../support/gateway/server.ts';
import {
  TIMEOUT_MS,
  chain,
  hubState,
  newWallet,
  nodeProxy,
  useChainBehindProxy,
  withKey,
} from './chain-behind-proxy.ts';

const STOPS_WITHIN_MS = 10_000;

useChainBehindProxy();

describe('SIGTERM while requests wait for the chain', () => {
  let directory: string;
  let database: TestDatabase | undefined;
  let server: Server;
  let signingProvider: SigningProvider;
  const variables = () => ({ DATABASE_URL: database?.url ?? '', ...chain.variables(nodeProxy.url) });
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'gateway-'));
    database = await createTestDatabase();
    if (!database) await placeEmbeddedDatabase(join(directory, 'db'));
    const gateway = await startGateway({ ...variables(), DATA_DIR: directory });
    signingProvider = await chain.enroll(gateway);
    await gateway.stop();
    server = await startServer(directory, variables());
  }, TIMEOUT_MS);
  afterAll(async () => {
    await server.end('SIGKILL');
    await database?.drop();
    await rm(directory, { recursive: true, force: true });
  });

  const provision = (entrantWallet: string, wait: number) =>
    sendAs(server, signingProvider.secret)(
      'provision-entrant',
      { entrantWallet },
      withKey(entrantWallet, wait),
    );

  it(
    'answers them with the accepted operations, which the next server carries out',
    async () => {
      const wallets = [newWallet(), newWallet()];
      const before = await hubState.countOf('Provisioned');
      await chain.contracts.setMining(false);
      const waiting = wallets.map((wallet) => provision(wallet, 60));
      const pending = async () => {
        const pool = await chain.contracts.rpc.call('txpool_status');
        return Number((pool as { readonly pending: string }).pending);
      };
      expect(await eventually(pending, (count) => count > 0, 30_000)).toBeGreaterThan(0);

      const tooLate = new Promise((resolve) => setTimeout(resolve, STOPS_WITHIN_MS, 'it runs on').unref());
      expect(await Promise.race([server.end('SIGTERM'), tooLate])).toBe(0);

      const responses = await Promise.all(waiting);
      for (const { status, body } of responses)
        expect({ status, body }).toMatchObject({ status: 202, body: { operation: { status: 'SENT' } } });
      await chain.contracts.setMining(true);
      await chain.contracts.mine();
      server = await startServer(directory, variables());
      for (const [index, wallet] of wallets.entries()) {
        const { status, body } = await untilFinal(() => provision(wallet, 20));
        expect(status).toBe(200);
        expect(body.operation.id).toBe(responses[index]?.body.operation.id);
      }
      expect(await hubState.countOf('Provisioned')).toBe(before + 2);
    },
    TIMEOUT_MS,
  );
});
