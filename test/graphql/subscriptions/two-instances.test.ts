import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { describeWith } from '../../support/describe-with.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { findFreePort } from '../../support/gateway/process.ts';
import { createProviderWithSigner } from '../../support/providers/providers.ts';
import { subscribe } from '../../support/graphql/subscriptions.ts';
import {
  OPERATION,
  ROUND,
  TIMEOUT_MS,
  now,
  connect,
  accept,
  createGiveaway,
  useSubscriptionClients,
} from './clients.ts';
import { chainVariables } from '../../support/chain/chain-variables.ts';

useSubscriptionClients();

describeWith(
  process.env['DATABASE_URL'],
  'DATABASE_URL is not set',
  'two instances on one PostgreSQL',
  () => {
    let database: TestDatabase;
    let first: Gateway;
    let second: Gateway;
    beforeAll(async () => {
      database = (await createTestDatabase()) as TestDatabase;
      const port = await findFreePort();
      first = await startGateway({ DATABASE_URL: database.url, CHAIN: 'on', CHAIN_PORT: String(port) });
      const read = (name: string) => readFile(join(first.directory, name), 'utf8');
      const deployment = JSON.parse(await read('chain/addresses.json'));
      second = await startGateway({
        DATABASE_URL: database.url,
        ...chainVariables(deployment, `http://127.0.0.1:${port}`),
        KEY_ENCRYPTION_KEYS: (await read('key-encryption-keys')).trim(),
      });
    }, TIMEOUT_MS);
    afterAll(async () => {
      await second.stop();
      await first.stop();
      await database.drop();
    });

    it(
      "show each other's changes",
      async () => {
        const { secret: key } = await createProviderWithSigner(first);
        const fields = { giveawayId: 'shared', startTime: now() - 60, determinationType: 0 };
        const giveaway = await createGiveaway(first, key, fields);
        const rounds = subscribe(connect(second), ROUND, { giveaway });
        expect(await rounds.last(Boolean)).toMatchObject({ entriesTotal: 0 });

        const entrantWallet = Wallet.createRandom().address;
        const body = { entrantWallet, giveawayId: 'shared', amount: 3 };
        const { operation } = await accept(first, key, 'provision-entrant', body);
        const operations = subscribe(connect(second, key), OPERATION, { id: operation.id });

        const isDone = ({ status }: Json) => status === 'CONFIRMED' || status === 'FINALIZED';
        expect(isDone(await operations.last(isDone))).toBe(true);
        const messages = await rounds.last(({ entriesTotal }) => entriesTotal === 3);
        expect(messages).toMatchObject({ state: 'OPEN', entriesTotal: 3 });
      },
      TIMEOUT_MS,
    );
  },
);
