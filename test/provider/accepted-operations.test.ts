import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { embeddedNode, type EmbeddedNode } from '../support/chain/embedded-chain.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { A_WALLET, REQUESTS } from '../support/providers/provider-requests.ts';
import { subscribe, subscriptionClient } from '../support/graphql/subscriptions.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';
import { PROVIDER_API, providerApiOf } from '../support/providers/provider-api.ts';

jest.setTimeout(120_000);

const gateway = sharedByTests(() => startGateway({ CHAIN: 'on' }));
let node: EmbeddedNode;
let own: Awaited<ReturnType<typeof createProviderWithSigner>>;

beforeAll(async () => {
  node = await embeddedNode(gateway);
  own = await createProviderWithSigner(gateway);
});

const { sendRequest, post } = providerApiOf(gateway);

describe('An operation', () => {
  it('is answered at once when the client does not wait, and can be read by its ID', async () => {
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
    expect(accepted.headers.get('location')).toBe(`${PROVIDER_API}/operations/${id}`);
    const reported = await eventually(
      () => sendRequest('GET', `operations/${id}`, { key: own.secret }),
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
      () => sendRequest('GET', `operations/${refused.body.operation.id}`, { key: own.secret }),
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
  });

  it('is accepted for a giveaway whose creation was accepted before it, sent or not', async () => {
    const giveawayId = 'accepted before';
    const at = (endpoint: string, body: object) =>
      post(endpoint, { ...REQUESTS[endpoint], ...body, giveawayId }, own.secret, { prefer: 'wait=0' });
    const report = (id: string) => sendRequest('GET', `operations/${id}`, { key: own.secret });
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
  });

  it('is accepted for a giveaway that only the chain contains so far', async () => {
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
  });

  it.each([
    ['opn_none', 404],
    ['opn_none%00', 400],
    ['x'.repeat(65), 400],
    ['%20', 400],
    ['%zz', 400],
    ['%ff', 400],
  ])('an operation of the id %j is answered %i', async (id, status) => {
    const response = await sendRequest('GET', `operations/${id}`, { key: own.secret });
    const code = status === 404 ? 'NOT_FOUND' : 'INVALID_PAYLOAD';
    expect(response).toMatchObject({ status, body: { error: { code } } });
  });
});

describe('While the read model is behind the chain', () => {
  const giveawayId = 'behind';
  /** Another writer has the cursor for as long. */
  const delayIndexing = (ms: number) =>
    gateway.onDatabase((em) =>
      em.execute(
        `update chain_cursor set writer = 'another', writer_until = now() + ${ms} * interval '1 millisecond'`,
      ),
    );
  const issue = async (input: object) =>
    (
      await gateway.graphql(
        `mutation ($input: IssueEntriesInput!) { issueEntries(input: $input) {
          replayed operation { id status result } giveaway { giveawayId }
          entry { entries round { entriesTotal } } round { entriesTotal } } }`,
        { input: { giveawayId, passportId: 1, ...input } },
        own.secret,
      )
    ).body.data.issueEntries;
  const shown = (entries: number) => ({
    operation: { status: expect.stringMatching(/^(CONFIRMED|FINALIZED)$/), result: { entries } },
    giveaway: { giveawayId },
    entry: { entries, round: { entriesTotal: entries } },
    round: { entriesTotal: entries },
  });
  let passportId: number;
  beforeAll(async () => {
    await post('create-giveaway', { ...REQUESTS['create-giveaway'], giveawayId }, own.secret);
    const body = { ...REQUESTS['provision-entrant'], giveawayId, amount: 9 };
    passportId = (await post('provision-entrant', body, own.secret)).body.result.passportId;
  });

  it('a response waits for it, and shows the state after the operation', async () => {
    await delayIndexing(1_500);
    expect(await issue({ passportId, amount: 7 })).toMatchObject(shown(16));
  });

  it('an operation is MINED without objects, by every way of reading it, then CONFIRMED with them', async () => {
    await delayIndexing(6_000);
    const input = { passportId, amount: 4, idempotencyKey: 'behind', wait: 2 };
    const mined = { status: 'MINED', result: { entries: 20 } };
    const { operation, ...objects } = await issue(input);
    expect(operation).toMatchObject(mined);
    expect(objects).toEqual({ replayed: false, giveaway: null, entry: null, round: null });
    const client = subscriptionClient(gateway, own.secret);
    const query = 'subscription ($id: ID!) { operationUpdated(id: $id) { status } }';
    const updates = subscribe(client, query, { id: operation.id });
    expect(await updates.last(() => true)).toEqual({ status: 'MINED' });
    const report = () => sendRequest('GET', `operations/${operation.id}`, { key: own.secret });
    expect(await report()).toMatchObject({ status: 202, body: { operation: { status: 'MINED' } } });
    expect(await updates.last(({ status }) => status !== 'MINED')).not.toEqual({ status: 'MINED' });
    await client.dispose();
    expect((await report()).status).toBe(200);
    expect(await issue(input)).toMatchObject({ ...shown(20), replayed: false });
    expect(await issue(input)).toMatchObject({ ...shown(20), replayed: true });
  });

  it('operations of one transaction are answered with their own result each', async () => {
    await delayIndexing(1_500);
    const amounts = Array.from({ length: 8 }, (_, index) => index + 1);
    const responses = await Promise.all(amounts.map((amount) => issue({ passportId, amount })));
    const results = responses.map(({ operation }) => operation.result);
    expect(results.map(({ amount }) => amount)).toEqual(amounts);
    // Each stands at its own place in the sum, whatever their order.
    const ordered = results.toSorted((one, other) => one.entries - other.entries);
    let sum = 20;
    for (const { amount, entries } of ordered) expect(entries).toBe((sum += amount));
    for (const { entry, operation } of responses)
      expect(entry.entries).toBeGreaterThanOrEqual(operation.result.entries);
  });
});
