import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { placeEmbeddedDatabase } from '../../support/database/embedded-database.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { newEmail } from '../../support/listings.ts';
import { sendAs, untilFinal, type SigningProvider } from '../../support/chain/provider-chain.ts';
import { startServer, type Server } from '../../support/gateway/server.ts';
import {
  TIMEOUT_MS,
  PAST_TIME,
  OWNER_OF,
  newWallet,
  withKey,
  chain,
  nodeProxy,
  hubState,
  useChainBehindProxy,
} from './chain-behind-proxy.ts';

useChainBehindProxy();

describe('a server killed during a request with an Idempotency-Key', () => {
  let directory: string;
  let database: TestDatabase | undefined;
  let variables: Record<string, string>;
  let signingProvider: SigningProvider;
  let server: Server;
  const send = (endpoint: string, body: object, headers: Readonly<Record<string, string>>) =>
    sendAs(server, signingProvider.secret)(endpoint, body, headers);
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'gateway-'));
    database = await createTestDatabase();
    if (!database) await placeEmbeddedDatabase(join(directory, 'db'));
    variables = { DATABASE_URL: database?.url ?? '', ...chain.variables(nodeProxy.url) };
    const gateway = await startGateway({ ...variables, DATA_DIR: directory });
    signingProvider = await chain.enroll(gateway);
    const giveaway = { giveawayId: 'kept', startTime: PAST_TIME, determinationType: 0 };
    expect((await sendAs(gateway, signingProvider.secret)('create-giveaway', giveaway)).status).toBe(200);
    await gateway.stop();
  }, TIMEOUT_MS);
  beforeEach(async () => {
    server = await startServer(directory, variables);
  }, TIMEOUT_MS);
  afterEach(async () => {
    nodeProxy.set('open');
    await chain.contracts.setMining(true);
    await server.end('SIGKILL');
  });
  afterAll(async () => {
    await database?.drop();
    await rm(directory, { recursive: true, force: true });
  });
  async function killAndStartAgain(): Promise<void> {
    await server.end('SIGKILL');
    nodeProxy.set('open');
    await chain.contracts.setMining(true);
    await chain.contracts.mine();
    server = await startServer(directory, variables);
  }

  it(
    'returns the result when it was killed after acceptance, and the operation happens once',
    async () => {
      const email = newEmail();
      const body = { entrantWallet: newWallet(), giveawayId: 'kept', amount: 3, notify: true, email };
      const provision = () => send('provision-entrant', body, withKey('accepted'));
      await eventually(
        () => send('issue-entries', { giveawayId: 'kept', passportId: 99, amount: 1 }, {}),
        ({ status }) => status === 404,
      );
      const before = await hubState.countOf('Provisioned');
      await chain.contracts.setMining(false);
      const unanswered = provision().catch(() => 'no answer');
      const waiting = await eventually(
        async () => (await chain.contracts.rpc.call('txpool_status')) as { readonly pending: string },
        ({ pending }) => Number(pending) > 0,
        30_000,
      );
      expect(Number(waiting.pending)).toBe(1);

      await killAndStartAgain();

      expect(await unanswered).toBe('no answer');
      // The killed server's claim must expire first.
      const response = await untilFinal(provision);
      expect(response).toMatchObject({
        status: 200,
        body: { result: { entries: 3, notification: 'QUEUED' } },
      });
      expect((await provision()).body).toEqual(response.body);
      expect(await hubState.countOf('Provisioned')).toBe(before + 1);
      const { passportId } = response.body.result;
      expect(await hubState.entriesOf(signingProvider.provider, 'kept', passportId)).toBe(3);
    },
    TIMEOUT_MS,
  );

  it(
    'carries out the repeated request once when it was killed before acceptance',
    async () => {
      const managed = await eventually(
        () => send('provision-entrant', { ownershipMode: 'managed_wallet' }, withKey('managed')),
        ({ status }) => status === 200,
        30_000,
      );
      const { managedWallet, passportId } = managed.body.result;
      const before = await hubState.countOf('Provisioned');
      const body = {
        ownershipMode: 'transfer_existing_passport',
        sourceWallet: managedWallet,
        passportId,
        entrantWallet: newWallet(),
      };
      const move = () => send('provision-entrant', body, withKey('moved'));
      // The gateway reads the owner from the chain before it accepts the operation.
      nodeProxy.set('silent');
      const unanswered = move().catch(() => 'no answer');
      const isRequested = async () => nodeProxy.unanswered.some((requested) => requested.includes(OWNER_OF));
      expect(await eventually(isRequested, Boolean, 30_000)).toBe(true);

      await killAndStartAgain();

      expect(await unanswered).toBe('no answer');
      expect(await hubState.countOf('Provisioned')).toBe(before);
      const moved = await untilFinal(move);
      expect(moved).toMatchObject({
        status: 200,
        body: { result: { passportId, ownerWallet: body.entrantWallet } },
      });
      expect((await move()).body).toEqual(moved.body);
      expect(await hubState.countOf('Provisioned')).toBe(before + 1);
    },
    TIMEOUT_MS,
  );

  it(
    'takes one place of a round for each request that was under way',
    async () => {
      const several = { giveawayId: 'several', startTime: PAST_TIME, determinationType: 0, winners: 3 };
      const endTime = (await chain.contracts.now()) + 3_600;
      await eventually(
        () => send('create-giveaway', { ...several, endTime }, {}),
        ({ status }) => status === 200,
        30_000,
      );
      const passports: number[] = [];
      for (let holder = 0; holder < 3; holder += 1) {
        const entrant = { entrantWallet: newWallet(), giveawayId: 'several', amount: 1 };
        passports.push((await send('provision-entrant', entrant, {})).body.result.passportId);
      }
      await chain.contracts.mine(1, 7_200);
      const count = async () => [
        await hubState.countOf('WinnerDeclared'),
        await hubState.countOf('PlaceDeclared'),
      ];
      const [winners = 0, places = 0] = await count();
      const declare = (passportId: number) =>
        send('declare-winner', { giveawayId: 'several', passportId }, withKey(`winner-${passportId}`));
      await chain.contracts.setMining(false);
      const unanswered = passports.map((passportId) => declare(passportId).catch(() => 'no answer'));
      await eventually(
        async () => (await chain.contracts.rpc.call('txpool_status')) as { readonly pending: string },
        ({ pending }) => Number(pending) > 0,
        30_000,
      );

      await killAndStartAgain();

      expect(await Promise.all(unanswered)).toEqual(['no answer', 'no answer', 'no answer']);
      const declared = [];
      for (const passportId of passports) declared.push(await untilFinal(() => declare(passportId)));
      expect(declared.map(({ status }) => status)).toEqual([200, 200, 200]);
      const taken = declared.map(({ body }) => Number(body.result.place ?? 0));
      expect(new Set(taken)).toEqual(new Set([0, 1, 2]));
      expect(await count()).toEqual([winners + 1, places + 2]);
    },
    TIMEOUT_MS,
  );
});
