import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { describeWith } from '../../support/describe-with.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse } from '../../support/http/http.ts';
import { newEmail } from '../../support/listings.ts';
import { sendAs, untilFinal, type SigningProvider } from '../../support/chain/provider-chain.ts';
import { startServer, type Server } from '../../support/gateway/server.ts';
import { readOperationKeys } from '../../support/chain/history.ts';
import { startSmtp, type Smtp } from '../../support/mail/smtp.ts';
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

describeWith(
  process.env['DATABASE_URL'],
  'DATABASE_URL is not set',
  'two gateways of which one is paused, then killed under load',
  (url) => {
    const CLIENTS = 8;
    const ENOUGH = 16;
    let database: TestDatabase | undefined;
    let directory: string;
    let smtp: Smtp;
    let survivor: Gateway;
    let victim: Server;
    let signingProvider: SigningProvider;
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
      survivor = await startGateway(variables);
      signingProvider = await chain.enroll(survivor);
      const giveaway = { giveawayId: 'load', startTime: PAST_TIME, determinationType: 0 };
      const send = sendAs(survivor, signingProvider.secret);
      expect((await send('create-giveaway', giveaway)).status).toBe(200);
      victim = await startServer(directory, { ...variables, RPC_URL: nodeProxy.url });
      await chain.contracts.setMining(false);
      await chain.contracts.rpc.call('evm_setIntervalMining', [1]);
    }, TIMEOUT_MS);
    afterAll(async () => {
      await victim.end('SIGKILL');
      await survivor.stop();
      await Promise.all([smtp.stop(), database?.drop(), rm(directory, { recursive: true, force: true })]);
    });

    it(
      'the one that was paused for longer than its claim lasts answers the same as the other',
      async () => {
        const { body } = await sendAs(survivor, signingProvider.secret)('provision-entrant', {
          ownershipMode: 'managed_wallet',
        });
        const { managedWallet, passportId } = body.result;
        const before = await hubState.countOf('Provisioned');
        const move = {
          ownershipMode: 'transfer_existing_passport',
          sourceWallet: managedWallet,
          passportId,
          entrantWallet: newWallet(),
        };
        const moveBy = (client: Gateway | Server) =>
          sendAs(client, signingProvider.secret)('provision-entrant', move, withKey('held-up'));
        await eventually(
          () =>
            sendAs(victim, signingProvider.secret)('issue-entries', {
              giveawayId: 'load',
              passportId,
              amount: 1,
            }),
          ({ status }) => status === 200,
          30_000,
        );
        const unansweredBefore = nodeProxy.unanswered.length;
        nodeProxy.set('silent');
        const late = moveBy(victim);
        const isRequested = async () =>
          nodeProxy.unanswered.slice(unansweredBefore).some((text) => text.includes(OWNER_OF));
        expect(await eventually(isRequested, Boolean, 30_000)).toBe(true);
        victim.child.kill('SIGSTOP');
        try {
          const response = await untilFinal(() => moveBy(survivor));
          expect(response).toMatchObject({
            status: 200,
            body: { result: { ownerWallet: move.entrantWallet } },
          });
          victim.child.kill('SIGCONT');
          const { status, body: replayed, headers } = await late;
          expect([status, replayed, headers.get('idempotent-replayed')]).toEqual([
            200,
            response.body,
            'true',
          ]);
          expect(await hubState.countOf('Provisioned')).toBe(before + 1);
        } finally {
          nodeProxy.set('open');
          victim.child.kill('SIGCONT');
        }
      },
      TIMEOUT_MS,
    );

    it(
      'no acknowledged operation is lost or doubled when one is killed, and every e-mail is sent',
      async () => {
        const before = await hubState.countOf('Provisioned');
        const first = await sendAs(survivor, signingProvider.secret)('provision-entrant', {
          entrantWallet: newWallet(),
        });
        const { passportId } = first.body.result;
        const state = { isRunning: true };
        let answeredByDying = 0;
        let answeredByStaying = 0;
        let hasFailed = 0;
        /** The responses of each request, by Idempotency-Key. */
        const requests: {
          readonly operation: string;
          readonly email?: string;
          readonly responses: HttpResponse[];
        }[] = [];
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
            const responses: HttpResponse[] = [];
            if (client % 2 === 0) {
              const response = await sendAs(victim, signingProvider.secret)(endpoint, body, key).catch(
                () => undefined,
              );
              if (response) {
                responses.push(response);
                answeredByDying += 1;
              } else hasFailed += 1;
            }
            // Every request is repeated at the other gateway, whether the first one answered or not.
            const final = await untilFinal(async () => {
              const response = await sendAs(survivor, signingProvider.secret)(endpoint, body, key);
              responses.push(response);
              return response;
            });
            answeredByStaying += 1;
            requests.push({ operation: final.body?.operation?.id, ...(email && { email }), responses });
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
        await victim.end('SIGKILL');
        const atDeath = answeredByStaying;
        await reaches(() => answeredByStaying >= atDeath + ENOUGH);
        state.isRunning = false;
        await load;
        expect(hasFailed).toBeGreaterThan(0);

        for (const { operation, responses } of requests) {
          for (const { status, body } of responses) {
            expect([200, 202, 409]).toContain(status);
            if (status === 409) expect(body.error.reason).toBe('IN_PROGRESS');
            else expect(body.operation.id).toBe(operation);
          }
          const done = responses.filter(({ status }) => status === 200).map(({ body }) => body);
          expect(done.length).toBeGreaterThan(0);
          for (const body of done) expect(body).toEqual(done[0]);
        }
        const keys = await survivor.onDatabase((_em, sql) => readOperationKeys(sql));
        const changes = await Promise.all(
          requests.map(({ operation }) => hubState.changesBy(keys.get(operation))),
        );
        expect(new Set(changes)).toEqual(new Set([1]));
        expect(new Set(requests.map(({ operation }) => operation)).size).toBe(requests.length);
        expect(await hubState.entriesOf(signingProvider.provider, 'load', passportId)).toBe(issued);
        expect(await hubState.countOf('Provisioned')).toBe(before + 1 + provisioned);

        const missing = () => {
          const reached = new Set(smtp.received.flatMap(({ recipients }) => recipients));
          return requests.flatMap(({ email }) => (email && !reached.has(email) ? [email] : []));
        };
        // A job that the killed gateway had started is retried after its heartbeat stops.
        expect(
          await eventually(
            async () => missing(),
            ({ length }) => length === 0,
            120_000,
          ),
        ).toEqual([]);
      },
      TIMEOUT_MS * 2,
    );
  },
);
