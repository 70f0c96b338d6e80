import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openDatabase } from '../../src/adapters/postgres/connection/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { describeWith } from '../support/describe-with.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import {
  sendAs,
  startProviderChain,
  type SendToProviderApi,
  type ProviderChain,
  type SigningProvider,
} from '../support/chain/provider-chain.ts';

const PAST_TIME = 1_700_000_000;
const GIVEAWAY = { giveawayId: 'late', startTime: PAST_TIME, determinationType: 0 };

describeWith(
  process.env['DATABASE_URL'],
  'DATABASE_URL is not set',
  'a gateway with a replica that lags behind',
  (url) => {
    let chain: ProviderChain;
    let databases: TestDatabase[];
    let gateway: Gateway;
    let signingProvider: SigningProvider;
    let send: SendToProviderApi;
    beforeAll(async () => {
      const [primary, replica] = (databases = [
        (await createTestDatabase(url))!,
        (await createTestDatabase(url))!,
      ]) as [TestDatabase, TestDatabase];
      const quiet = () => undefined;
      const options = { url: replica.url, readUrl: undefined, directory: '', warn: quiet, note: quiet };
      const [started, migrated] = await Promise.all([startProviderChain(), openDatabase(options)]);
      await migrated.close();
      chain = started;
      gateway = await startGateway({
        ...chain.variables(),
        DATABASE_URL: primary.url,
        DATABASE_READ_URL: replica.url,
      });
      signingProvider = await chain.enroll(gateway);
      send = sendAs(gateway, signingProvider.secret);
      expect((await send('create-giveaway', GIVEAWAY)).status).toBe(200);
    });
    afterAll(async () => {
      await gateway.stop();
      await chain.contracts.stop();
      for (const database of databases) await database.drop();
    });

    const provision = async () => {
      const { body } = await send('provision-entrant', { ownershipMode: 'managed_wallet' });
      return body.result as { readonly passportId: number; readonly managedWallet: string };
    };

    it('returns the result of a mutation from the primary, while queries show the state of the replica', async () => {
      const { passportId } = await provision();
      const { body } = await gateway.graphql(
        `mutation ($passportId: SafeInt!) {
        first: issueEntries(input: { giveawayId: "late", passportId: $passportId, amount: 7 }) {
          entry { entries } round { entriesTotal entries(first: 5) { nodes { entries passport { passportId } } } }
          giveaway { id rounds(first: 1) { nodes { entriesTotal } } }
        }
      }`,
        { passportId },
        signingProvider.secret,
      );
      expect(body.errors).toBeUndefined();
      const { giveaway, ...rest } = body.data.first;
      expect(rest).toEqual({
        entry: { entries: 7 },
        round: { entriesTotal: 7, entries: { nodes: [{ entries: 7, passport: { passportId } }] } },
      });
      expect(giveaway.rounds.nodes).toEqual([{ entriesTotal: 7 }]);
      const read = await gateway.graphql('query ($id: ID!) { node(id: $id) { id } }', { id: giveaway.id });
      expect(read.body.data).toEqual({ node: null });
    });

    it('finds the passport that a wallet has just received', async () => {
      const { passportId, managedWallet } = await provision();
      const { status, body } = await send('provision-entrant', {
        ownershipMode: 'transfer_existing_passport',
        sourceWallet: managedWallet,
        entrantWallet: signingProvider.signer,
      });
      expect({ status, passportId: body.result?.passportId }).toEqual({ status: 200, passportId });
    });
  },
);
