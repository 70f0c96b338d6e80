import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { embeddedNode, type EmbeddedNode } from '../support/chain/embedded-chain.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { Answer, Sent } from '../support/http/http.ts';
import { A_WALLET, REQUESTS } from '../support/providers/provider-requests.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';

const PATH = '/api/provider/integrations';
const FOR_A_WHILE = 120_000;

let gateway: Gateway;
let node: EmbeddedNode;
let own: Awaited<ReturnType<typeof createProviderWithSigner>>;

beforeAll(async () => {
  gateway = await startGateway({ CHAIN: 'on' });
  node = await embeddedNode(gateway);
  own = await createProviderWithSigner(gateway);
}, FOR_A_WHILE);
afterAll(() => gateway.stop());

/** Sends a request, whose answer must name the request and the endpoint. */
async function ask(method: string, endpoint: string, sent: Sent = {}): Promise<Answer> {
  const answer = await gateway.rest(method, `${PATH}/${endpoint}`, sent);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.body).toMatchObject({
    ok: answer.status < 300,
    requestId: answer.headers.get('x-request-id'),
    context: { endpoint: endpoint.split(/[/?]/)[0] },
  });
  return answer;
}
const post = (endpoint: string, body: unknown, key: string, headers = {}) =>
  ask('POST', endpoint, { key, body, headers });

describe('An operation', () => {
  it(
    'is answered at once when the client does not wait, and can be read by its ID',
    async () => {
      const body = { ...REQUESTS['create-giveaway'], giveawayId: 'at once' };
      const accepted = await post('create-giveaway', body, own.secret, { prefer: 'wait=0' });
      expect(accepted).toMatchObject({
        status: 202,
        body: {
          ok: true,
          result: { giveawayId: 'at once', determinationType: 0 },
          operation: { id: expect.stringMatching(/^opn_/), confirmations: 0, blockNumber: null },
        },
      });
      const { id } = accepted.body.operation;
      expect(accepted.headers.get('location')).toBe(`${PATH}/operations/${id}`);
      const reported = await eventually(
        () => ask('GET', `operations/${id}`, { key: own.secret }),
        ({ status }) => status !== 202,
        60_000,
      );
      expect(reported).toMatchObject({
        status: 200,
        body: {
          result: accepted.body.result,
          operation: { id, transactionHash: expect.stringMatching(/^0x[\da-f]{64}$/) },
        },
      });
      expect(reported.headers.has('location')).toBe(false);

      const refused = await post('create-giveaway', body, own.secret, { prefer: 'wait=0' });
      expect(refused.status).toBe(202);
      const told = await eventually(
        () => ask('GET', `operations/${refused.body.operation.id}`, { key: own.secret }),
        ({ status }) => status !== 202,
        60_000,
      );
      expect(told).toMatchObject({
        status: 422,
        body: {
          error: { reason: 'GIVEAWAY_EXISTS', details: { operationId: refused.body.operation.id } },
          context: { endpoint: 'operations' },
        },
      });
    },
    FOR_A_WHILE,
  );

  it(
    'is accepted for a giveaway whose creation was accepted before it, sent or not',
    async () => {
      const giveawayId = 'accepted before';
      const at = (endpoint: string, body: object) =>
        post(endpoint, { ...REQUESTS[endpoint], ...body, giveawayId }, own.secret, { prefer: 'wait=0' });
      const report = (id: string) => ask('GET', `operations/${id}`, { key: own.secret });
      await node.rpc.call('evm_setIntervalMining', [0]);
      const created = await at('create-giveaway', {});
      const first = await at('provision-entrant', { entrantWallet: A_WALLET });
      const sent = await eventually(
        () => report(created.body.operation.id),
        ({ body }) => body.operation.status === 'SENT',
      );
      expect(sent.body.operation).toMatchObject({ status: 'SENT', blockNumber: null });
      const second = await at('provision-entrant', { ownershipMode: 'managed_wallet' });
      await node.rpc.call('evm_setIntervalMining', [1]);
      for (const { status, body } of [created, first, second]) {
        expect(status).toBe(202);
        const done = await eventually(
          () => report(body.operation.id),
          (told) => told.status !== 202,
          60_000,
        );
        expect(done).toMatchObject({ status: 200, body: { result: { giveawayId } } });
      }
    },
    FOR_A_WHILE,
  );

  it(
    'is accepted for a giveaway that only the chain contains so far',
    async () => {
      const created = await post(
        'create-giveaway',
        { ...REQUESTS['create-giveaway'], giveawayId: 'unseen' },
        own.secret,
      );
      const { giveaway } = created.body.result;
      const isRead = () =>
        gateway.onDatabase((em) => em.execute('select from giveaway where key = ?', [giveaway]));
      expect(await eventually(isRead, (rows) => rows.length > 0)).toHaveLength(1);
      // As before it is read, and as another signer's.
      await gateway.onDatabase(async (em) => {
        await em.execute('delete from giveaway where key = ?', [giveaway]);
        await em.execute('update operation set facts = null where id = ?', [created.body.operation.id]);
      });
      const image = { ...REQUESTS['set-round-image'], giveawayId: 'unseen' };
      expect((await post('set-round-image', image, own.secret)).body.error).toMatchObject({
        code: 'WINNER_NOT_DECLARED',
        details: { operationId: expect.stringMatching(/^opn_/) },
      });
    },
    FOR_A_WHILE,
  );

  it.each([
    ['opn_none', 404],
    ['opn_none%00', 400],
    ['x'.repeat(65), 400],
    ['%20', 400],
    ['%zz', 400],
    ['%ff', 400],
  ])('of the id %j is answered %i', async (id, status) => {
    const answer = await ask('GET', `operations/${id}`, { key: own.secret });
    const code = status === 404 ? 'NOT_FOUND' : 'INVALID_PAYLOAD';
    expect(answer).toMatchObject({ status, body: { error: { code } } });
  });
});
