import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { describeWith } from '../support/describe-with.ts';
import { placeEmbeddedDatabase } from '../support/database/embedded-database.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { Answer } from '../support/http/http.ts';
import { newEmail } from '../support/listings.ts';
import {
  sendAs,
  hubStateOf,
  openNodeProxy,
  startProviderChain,
  untilFinal,
  type NodeProxy,
  type HubState,
  type ProviderChain,
  type SigningProvider,
} from '../support/chain/provider-chain.ts';
import { startServer, type Server } from '../support/gateway/server.ts';
import { startSmtp, type Smtp } from '../support/mail/smtp.ts';

const FOR_A_WHILE = 180_000;
const LONG_AGO = 1_700_000_000;
const OWNER_OF = '6352211e';
const newWallet = () => Wallet.createRandom().address;
const withKey = (key: string, wait = 20) => ({ 'idempotency-key': key, prefer: `wait=${wait}` });

let chain: ProviderChain;
let door: NodeProxy;
let ground: HubState;
beforeAll(async () => {
  chain = await startProviderChain();
  door = await openNodeProxy(chain.contracts.url);
  ground = hubStateOf(chain.contracts.rpc, chain.contracts.deployment.hub);
}, FOR_A_WHILE);
afterAll(async () => {
  await door.stop();
  await chain.contracts.stop();
});

describe('a server killed while it carries out a request with an Idempotency-Key', () => {
  let directory: string;
  let database: TestDatabase | undefined;
  let variables: Record<string, string>;
  let own: SigningProvider;
  let server: Server;
  const ask = (endpoint: string, body: object, headers: Readonly<Record<string, string>>) =>
    sendAs(server, own.secret)(endpoint, body, headers);
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'gateway-'));
    database = await createTestDatabase();
    if (!database) await placeEmbeddedDatabase(join(directory, 'db'));
    variables = { DATABASE_URL: database?.url ?? '', ...chain.variables(door.url) };
    const gateway = await startGateway({ ...variables, DATA_DIR: directory });
    own = await chain.enroll(gateway);
    const giveaway = { giveawayId: 'kept', startTime: LONG_AGO, determinationType: 0 };
    expect((await sendAs(gateway, own.secret)('create-giveaway', giveaway)).status).toBe(200);
    await gateway.stop();
  }, FOR_A_WHILE);
  beforeEach(async () => {
    server = await startServer(directory, variables);
  }, FOR_A_WHILE);
  afterEach(async () => {
    door.set('open');
    await chain.contracts.setMining(true);
    await server.end('SIGKILL');
  });
  afterAll(async () => {
    await database?.drop();
    await rm(directory, { recursive: true, force: true });
  });
  async function killAndStartAgain(): Promise<void> {
    await server.end('SIGKILL');
    door.set('open');
    await chain.contracts.setMining(true);
    await chain.contracts.mine();
    server = await startServer(directory, variables);
  }

  it(
    'after it was accepted tells what became of it, and nothing happens twice',
    async () => {
      const email = newEmail();
      const body = { entrantWallet: newWallet(), giveawayId: 'kept', amount: 3, notify: true, email };
      const provision = () => ask('provision-entrant', body, withKey('accepted'));
      await eventually(
        () => ask('issue-entries', { giveawayId: 'kept', passportId: 99, amount: 1 }, {}),
        ({ status }) => status === 404,
      );
      const before = await ground.countOf('Provisioned');
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
      // The dead server's claim has to lapse first.
      const answer = await untilFinal(provision);
      expect(answer).toMatchObject({ status: 200, body: { result: { entries: 3, notification: 'QUEUED' } } });
      expect((await provision()).body).toEqual(answer.body);
      expect(await ground.countOf('Provisioned')).toBe(before + 1);
      expect(await ground.changesBy(answer.body.operation.id)).toBe(1);
      const { passportId } = answer.body.result;
      expect(await ground.entriesOf(own.provider, 'kept', passportId)).toBe(3);
    },
    FOR_A_WHILE,
  );

  it(
    'before it was accepted carries it out once when it is repeated',
    async () => {
      const managed = await eventually(
        () => ask('provision-entrant', { ownershipMode: 'managed_wallet' }, withKey('managed')),
        ({ status }) => status === 200,
        30_000,
      );
      const { managedWallet, passportId } = managed.body.result;
      const before = await ground.countOf('Provisioned');
      const body = {
        ownershipMode: 'transfer_existing_passport',
        sourceWallet: managedWallet,
        passportId,
        entrantWallet: newWallet(),
      };
      const move = () => ask('provision-entrant', body, withKey('moved'));
      // It asks the chain for the owner before it accepts.
      door.set('silent');
      const unanswered = move().catch(() => 'no answer');
      const isAsked = async () => door.unanswered.some((asked) => asked.includes(OWNER_OF));
      expect(await eventually(isAsked, Boolean, 30_000)).toBe(true);

      await killAndStartAgain();

      expect(await unanswered).toBe('no answer');
      expect(await ground.countOf('Provisioned')).toBe(before);
      const moved = await untilFinal(move);
      expect(moved).toMatchObject({
        status: 200,
        body: { result: { passportId, ownerWallet: body.entrantWallet } },
      });
      expect((await move()).body).toEqual(moved.body);
      expect(await ground.countOf('Provisioned')).toBe(before + 1);
    },
    FOR_A_WHILE,
  );
});

const server = process.env['DATABASE_URL'];
describeWith(
  server,
  'DATABASE_URL is not set',
  'one of two gateways held up, and killed under load',
  (url) => {
    const CLIENTS = 8;
    const ENOUGH = 16;
    let database: TestDatabase | undefined;
    let directory: string;
    let smtp: Smtp;
    let staying: Gateway;
    let dying: Server;
    let own: SigningProvider;
    beforeAll(async () => {
      [database, smtp, directory] = await Promise.all([
        createTestDatabase(url),
        startSmtp(),
        mkdtemp(join(tmpdir(), 'gateway-')),
      ]);
      const variables = {
        ...chain.variables(),
        DATABASE_URL: database?.url ?? '',
        SMTP_URL: smtp.url,
        AUTH_SECRET: randomUUID(),
        KEY_ENCRYPTION_KEYS: `test:${randomBytes(32).toString('base64')}`,
      };
      staying = await startGateway(variables);
      own = await chain.enroll(staying);
      const giveaway = { giveawayId: 'load', startTime: LONG_AGO, determinationType: 0 };
      const ask = sendAs(staying, own.secret);
      expect((await ask('create-giveaway', giveaway)).status).toBe(200);
      dying = await startServer(directory, { ...variables, RPC_URL: door.url });
      await chain.contracts.setMining(false);
      await chain.contracts.rpc.call('evm_setIntervalMining', [1]);
    }, FOR_A_WHILE);
    afterAll(async () => {
      await dying.end('SIGKILL');
      await staying.stop();
      await Promise.all([smtp.stop(), database?.drop(), rm(directory, { recursive: true, force: true })]);
    });

    it(
      'one that was held up for longer than its claim holds answers as the other has',
      async () => {
        const { body } = await sendAs(staying, own.secret)('provision-entrant', {
          ownershipMode: 'managed_wallet',
        });
        const { managedWallet, passportId } = body.result;
        const before = await ground.countOf('Provisioned');
        const move = {
          ownershipMode: 'transfer_existing_passport',
          sourceWallet: managedWallet,
          passportId,
          entrantWallet: newWallet(),
        };
        const moveBy = (client: Gateway | Server) =>
          sendAs(client, own.secret)('provision-entrant', move, withKey('held-up'));
        await eventually(
          () => sendAs(dying, own.secret)('issue-entries', { giveawayId: 'load', passportId, amount: 1 }),
          ({ status }) => status === 200,
          30_000,
        );
        const asked = door.unanswered.length;
        door.set('silent');
        const late = moveBy(dying);
        const isAsked = async () => door.unanswered.slice(asked).some((text) => text.includes(OWNER_OF));
        expect(await eventually(isAsked, Boolean, 30_000)).toBe(true);
        dying.child.kill('SIGSTOP');
        try {
          const answer = await untilFinal(() => moveBy(staying));
          expect(answer).toMatchObject({
            status: 200,
            body: { result: { ownerWallet: move.entrantWallet } },
          });
          dying.child.kill('SIGCONT');
          const { status, body: told, headers } = await late;
          expect([status, told, headers.get('idempotent-replayed')]).toEqual([200, answer.body, 'true']);
          expect(await ground.countOf('Provisioned')).toBe(before + 1);
        } finally {
          door.set('open');
          dying.child.kill('SIGCONT');
        }
      },
      FOR_A_WHILE,
    );

    it(
      'one that is killed loses and doubles nothing that was acknowledged, and every e-mail is sent',
      async () => {
        const before = await ground.countOf('Provisioned');
        const first = await sendAs(staying, own.secret)('provision-entrant', { entrantWallet: newWallet() });
        const { passportId } = first.body.result;
        const state = { isRunning: true };
        let answeredByDying = 0;
        let answeredByStaying = 0;
        let hasFailed = 0;
        /** What each request was told, by its key. */
        const told: { readonly operation: string; readonly email?: string; readonly answers: Answer[] }[] =
          [];
        let issued = 0;
        let provisioned = 0;

        const work = async (_: unknown, client: number) => {
          for (let turn = client; state.isRunning; turn += 1) {
            const email = turn % 2 === 0 ? undefined : newEmail();
            const [endpoint, body] = email
              ? [
                  'provision-entrant',
                  { entrantWallet: newWallet(), giveawayId: 'load', amount: 1, notify: true, email },
                ]
              : ['issue-entries', { giveawayId: 'load', passportId, amount: 1 }];
            const key = withKey(randomUUID(), turn % 3 === 0 ? 0 : 20);
            const answers: Answer[] = [];
            if (client % 2 === 0) {
              const answer = await sendAs(dying, own.secret)(endpoint, body, key).catch(() => undefined);
              if (answer) {
                answers.push(answer);
                answeredByDying += 1;
              } else hasFailed += 1;
            }
            // Whoever got no answer repeats the request at the other, and so does whoever got one.
            const final = await untilFinal(async () => {
              const answer = await sendAs(staying, own.secret)(endpoint, body, key);
              answers.push(answer);
              return answer;
            });
            answeredByStaying += 1;
            told.push({ operation: final.body?.operation?.id, ...(email && { email }), answers });
            if (email) provisioned += 1;
            else issued += 1;
          }
        };
        const load = Promise.all(Array.from({ length: CLIENTS }, work));
        const reaches = async (isEnough: () => boolean) => {
          const reached = await Promise.race([eventually(async () => isEnough(), Boolean, 60_000), load]);
          expect(reached).toBe(true);
        };
        await reaches(() => answeredByDying >= ENOUGH);
        await dying.end('SIGKILL');
        const atDeath = answeredByStaying;
        await reaches(() => answeredByStaying >= atDeath + ENOUGH);
        state.isRunning = false;
        await load;
        expect(hasFailed).toBeGreaterThan(0);

        for (const { operation, answers } of told) {
          for (const { status, body } of answers) {
            expect([200, 202, 409]).toContain(status);
            if (status === 409) expect(body.error.reason).toBe('IN_PROGRESS');
            else expect(body.operation.id).toBe(operation);
          }
          const done = answers.filter(({ status }) => status === 200).map(({ body }) => body);
          expect(done.length).toBeGreaterThan(0);
          for (const body of done) expect(body).toEqual(done[0]);
        }
        const changes = await Promise.all(told.map(({ operation }) => ground.changesBy(operation)));
        expect(new Set(changes)).toEqual(new Set([1]));
        expect(new Set(told.map(({ operation }) => operation)).size).toBe(told.length);
        expect(await ground.entriesOf(own.provider, 'load', passportId)).toBe(issued);
        expect(await ground.countOf('Provisioned')).toBe(before + 1 + provisioned);

        const missing = () => {
          const reached = new Set(smtp.received.flatMap(({ recipients }) => recipients));
          return told.flatMap(({ email }) => (email && !reached.has(email) ? [email] : []));
        };
        // A job that the dead one had begun is found after its silence.
        expect(
          await eventually(
            async () => missing(),
            ({ length }) => length === 0,
            120_000,
          ),
        ).toEqual([]);
      },
      FOR_A_WHILE * 2,
    );
  },
);
