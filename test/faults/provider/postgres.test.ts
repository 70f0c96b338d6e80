import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith } from '../../support/describe-with.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { openPipe, type Pipe } from '../../support/faults/pipe.ts';
import { postgresPrograms, startCluster, type Cluster } from '../../support/database/postgres-cluster.ts';
import {
  sendAs,
  hubStateOf,
  startProviderChain,
  untilFinal,
  type SendToProviderApi,
  type HubState,
  type ProviderChain,
  type SigningProvider,
} from '../../support/chain/provider-chain.ts';
import { startServer, type Server } from '../../support/gateway/server.ts';

jest.setTimeout(120_000);

const PAST_TIME = 1_700_000_000;

describeWith(
  postgresPrograms,
  'initdb is not installed',
  'a PostgreSQL server lost during requests',
  (programs) => {
    let chain: ProviderChain;
    let cluster: Cluster;
    let pipe: Pipe;
    let directory: string;
    let server: Server;
    let signingProvider: SigningProvider;
    let hubState: HubState;
    let send: SendToProviderApi;
    let passportId: number;
    beforeAll(async () => {
      [chain, cluster] = await Promise.all([startProviderChain(), startCluster(programs)]);
      hubState = hubStateOf(chain.contracts.rpc, chain.contracts.deployment.hub);
      directory = await mkdtemp(join(tmpdir(), 'gateway-'));
      const url = new URL(cluster.url);
      pipe = await openPipe(Number(url.port));
      url.port = String(pipe.port);
      const variables = { ...chain.variables(), DATABASE_URL: url.href };
      const gateway = await startGateway({ ...variables, DATA_DIR: directory });
      signingProvider = await chain.enroll(gateway);
      await gateway.stop();
      server = await startServer(directory, variables);
      send = sendAs(server, signingProvider.secret);
      const giveaway = { giveawayId: 'open', startTime: PAST_TIME, determinationType: 0 };
      const created = await eventually(
        () => send('create-giveaway', giveaway),
        ({ status }) => status === 200,
        30_000,
      );
      expect(created.status).toBe(200);
      const minted = await send('provision-entrant', { ownershipMode: 'managed_wallet' });
      passportId = minted.body.result.passportId;
    });
    afterAll(async () => {
      await server.end('SIGKILL');
      await pipe.stop();
      await cluster.remove();
      await rm(directory, { recursive: true, force: true });
      await chain.contracts.stop();
    });

    it('the response names the operation when its acceptance is unknown', async () => {
      const issue = () => send('issue-entries', { giveawayId: 'open', passportId, amount: 1_000 });
      pipe.breakAtResponseTo('add-operations');

      const refused = await issue();

      expect(refused).toMatchObject({
        status: 503,
        body: {
          error: {
            code: 'SERVICE_UNAVAILABLE',
            retryable: true,
            recommendedAction: expect.stringContaining('details.operationId'),
            details: { operationId: expect.stringMatching(/^opn_/) },
          },
        },
      });
      pipe.mend();
      const { operationId } = refused.body.error.details;
      const found = await eventually(
        () =>
          server.rest('GET', `/api/provider/integrations/operations/${operationId}`, {
            key: signingProvider.secret,
          }),
        ({ status }) => status === 200,
        20_000,
      );
      expect(found).toMatchObject({ status: 200, body: { result: { entries: 1_000 } } });
    });

    it('no accepted operation is lost, and none happens twice', async () => {
      const issue = (amount: number, key?: string) =>
        send(
          'issue-entries',
          { giveawayId: 'open', passportId, amount },
          { prefer: 'wait=6', ...(key && { 'idempotency-key': key }) },
        );
      await chain.contracts.setMining(false);
      const sent = (count: number) =>
        eventually(
          async () => (await chain.contracts.rpc.call('txpool_status')) as { readonly pending: string },
          ({ pending }) => Number(pending) === count,
          5_000,
        );
      const first = issue(1);
      await sent(1);
      const waiting = [first, issue(10, 'kept')];
      expect(Number((await sent(2)).pending)).toBe(2);

      await cluster.stop('immediate');

      const responses = await Promise.all(waiting);
      for (const response of responses)
        expect(response).toMatchObject({
          status: 202,
          body: {
            ok: true,
            operation: { id: expect.stringMatching(/^opn_/) },
            result: { giveawayId: 'open' },
          },
        });
      const refused = await issue(100, 'refused');
      expect(refused).toMatchObject({ status: 503, body: { error: { code: 'SERVICE_UNAVAILABLE' } } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

      await cluster.start();
      await chain.contracts.setMining(true);
      await chain.contracts.mine();

      const repeated = await untilFinal(() => issue(10, 'kept'));
      expect(repeated).toMatchObject({
        status: 200,
        body: { operation: { id: responses[1]?.body.operation.id } },
      });
      expect((await untilFinal(() => issue(100, 'refused'))).status).toBe(200);
      const [unkeyed] = responses;
      const shown = await eventually(
        () => server.rest('GET', String(unkeyed?.headers.get('location')), { key: signingProvider.secret }),
        ({ status }) => status === 200,
      );
      expect(shown.status).toBe(200);
      expect(await hubState.entriesOf(signingProvider.provider, 'open', passportId)).toBe(1_111);
    });
  },
);
