import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Wallet } from 'ethers';
import { randomUUID } from 'node:crypto';
import { eventually } from '../../support/eventually.ts';
import { startFaultProxy } from '../../support/faults/fault-proxy.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { findViolations, readOperationKeys, type History } from '../../support/chain/history.ts';
import type { HttpResponse } from '../../support/http/http.ts';
import {
  sendAs,
  hubStateOf,
  openNodeProxy,
  startProviderChain,
  untilFinal,
  type SendToProviderApi,
  type HubState,
  type SigningProvider,
} from '../../support/chain/provider-chain.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(180_000);

const PAST_TIME = 1_700_000_000;
const newWallet = () => Wallet.createRandom().address;
const withKey = (key: string, wait: number) => ({ 'idempotency-key': key, prefer: `wait=${wait}` });

const chain = sharedByTests(startProviderChain);
let hubState: HubState;
beforeAll(async () => {
  hubState = hubStateOf(chain.contracts.rpc, chain.contracts.deployment.hub);
});

/** Expects the documented response for a chain that is not available. */
function expectAway({ status, headers, body }: HttpResponse): void {
  expect({ status, ok: body.ok, error: body.error }).toMatchObject({
    status: 503,
    ok: false,
    error: { code: 'CHAIN_UNAVAILABLE', reason: 'RPC_DOWN', retryable: true },
  });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

describe('a faulty node', () => {
  const CLIENTS = 6;
  const EACH = 6;
  const proxy = sharedByTests(() => startFaultProxy(chain.contracts.url, 20_261_121));
  const gateway = sharedByTests(() => startGateway(chain.variables(proxy.url)));
  let signingProvider: SigningProvider;
  beforeAll(async () => {
    signingProvider = await chain.enroll(gateway);
  });

  it('causes no wrong response: accepted operations happen once, refused ones do not happen', async () => {
    const operationKeys = () => gateway.onDatabase((_em, sql) => readOperationKeys(sql));
    const accepted = new Set<string>();
    const answered: History['responses'][number][] = [];
    const note = ({ status, body, headers }: HttpResponse): void => {
      if (status === 200 || status === 202) {
        accepted.add(body.operation.id);
        answered.push(body.operation);
        return;
      }
      const { code, reason, details } = body.error;
      expect([409, 422, 503]).toContain(status);
      if (status === 409) expect(reason).toBe('IN_PROGRESS');
      if (status === 503) expect(code).toBe('CHAIN_UNAVAILABLE');
      if (status === 422) {
        expect(reason).toBe('NOT_ENOUGH_ENTRIES');
        accepted.add(details.operationId);
        answered.push({ id: details.operationId, status: 'FAILED', transactionHash: null });
      }
      expect(headers.has('retry-after')).toBe(status !== 422);
    };
    const send: SendToProviderApi = async (...requested) => {
      const response = await sendAs(gateway, signingProvider.secret)(...requested);
      note(response);
      // The effect exists when the response comes, not only at the end.
      if (response.status === 200 && requested[0] !== 'create-giveaway')
        expect(await hubState.changesBy((await operationKeys()).get(response.body.operation.id))).toBe(1);
      return response;
    };
    const giveaway = { giveawayId: 'faulty', startTime: PAST_TIME, determinationType: 0 };
    expect((await send('create-giveaway', giveaway)).status).toBe(200);
    const [first] = accepted;
    accepted.delete(first ?? '');
    answered.length = 0;
    const minted = await send('provision-entrant', {
      entrantWallet: newWallet(),
      giveawayId: 'faulty',
      amount: 1,
    });
    const { passportId } = minted.body.result;

    proxy.set(0.3);
    let expected = 1;
    const work = async (_: unknown, client: number) => {
      for (let turn = 0; turn < EACH; turn += 1) {
        const kind = (client + turn) % 3;
        const change = { giveawayId: 'faulty', passportId };
        const [endpoint, body] =
          kind === 0
            ? ['issue-entries', { ...change, amount: 2 }]
            : kind === 1
              ? // Sometimes more than there are.
                ['remove-entries', { ...change, amount: turn % 2 === 0 ? 1 : 1_000 }]
              : ['provision-entrant', { entrantWallet: newWallet(), giveawayId: 'faulty', amount: 1 }];
        const key = withKey(randomUUID(), 4);
        const response = await untilFinal(() => send(endpoint, body, key), 90_000);
        expect([200, 422]).toContain(response.status);
        if (response.status === 200 && kind < 2) expected += kind === 0 ? 2 : -1;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, work));
    proxy.set(0);

    expect(proxy.counts.size).toBeGreaterThan(4);
    const { rpc, deployment } = chain.contracts;
    const history = { accepted: [...accepted], responses: answered, keys: await operationKeys() };
    expect(await findViolations({ rpc, hub: deployment.hub }, history)).toEqual([]);
    expect(await hubState.entriesOf(signingProvider.provider, 'faulty', passportId)).toBe(expected);
  });
});

describe('a chain that is not available', () => {
  const nodeProxy = sharedByTests(() => openNodeProxy(chain.contracts.url));
  const gateway = sharedByTests(() => startGateway(chain.variables(nodeProxy.url)));
  let signingProvider: SigningProvider;
  let managed: { readonly managedWallet: string; readonly passportId: number };
  /** Fails a request that has no response in 40 seconds. */
  const send: SendToProviderApi = (endpoint, body, headers) =>
    Promise.race([
      sendAs(gateway, signingProvider.secret)(endpoint, body, headers),
      new Promise<never>((_resolve, reject) =>
        setTimeout(() => reject(new Error(`${endpoint} hangs`)), 40_000).unref(),
      ),
    ]);
  beforeAll(async () => {
    signingProvider = await chain.enroll(gateway);
    const giveaway = { giveawayId: 'away', startTime: PAST_TIME, determinationType: 0 };
    expect((await send('create-giveaway', giveaway)).status).toBe(200);
    managed = (await send('provision-entrant', { ownershipMode: 'managed_wallet' })).body.result;
  });
  afterEach(() => nodeProxy.set('open'));

  it.each(['shut', 'silent'] as const)(
    'requests behind a node that is %s are accepted or refused as retryable, and carried out once the node is back',
    async (state) => {
      const moved = (await send('provision-entrant', { ownershipMode: 'managed_wallet' })).body.result;
      const provisions = await hubState.countOf('Provisioned');
      const entriesBefore = await hubState.entriesOf(signingProvider.provider, 'away', managed.passportId);
      const requests = [
        [
          'create-giveaway',
          { giveawayId: `made while ${state}`, startTime: PAST_TIME, determinationType: 0 },
        ],
        ['issue-entries', { giveawayId: 'away', passportId: managed.passportId, amount: 5 }],
        ['provision-entrant', { entrantWallet: newWallet() }],
      ] as const;
      const move = {
        ownershipMode: 'transfer_existing_passport',
        sourceWallet: moved.managedWallet,
        passportId: moved.passportId,
        entrantWallet: newWallet(),
      };
      const repeat = (endpoint: string, body: object) =>
        send(endpoint, body, withKey(`${endpoint}-${state}`, 2));
      // The gateway first checks on the chain who owns the passport.
      const transfer = () => send('provision-entrant', move, withKey(`moved-${state}`, 2));

      nodeProxy.set(state);
      const responses = await Promise.all(requests.map(([endpoint, body]) => repeat(endpoint, body)));
      for (const response of responses) expect(response).toMatchObject({ status: 202, body: { ok: true } });
      expectAway(await transfer());
      const shown = await gateway.rest(
        'GET',
        `/api/provider/integrations/operations/${responses[0]?.body.operation.id}`,
        { key: signingProvider.secret },
      );
      expect(shown).toMatchObject({ status: 202, body: { operation: { transactionHash: null } } });

      nodeProxy.set('open');
      const finals = await Promise.all(
        requests.map(([endpoint, body]) => untilFinal(() => repeat(endpoint, body), 90_000)),
      );
      for (const [place, final] of finals.entries())
        expect(final).toMatchObject({
          status: 200,
          body: { operation: { id: responses[place]?.body.operation.id } },
        });
      expect((await untilFinal(transfer)).status).toBe(200);
      expect(await hubState.entriesOf(signingProvider.provider, 'away', managed.passportId)).toBe(
        entriesBefore + 5,
      );
      expect(await hubState.countOf('Provisioned')).toBe(provisions + 2);
    },
  );

  it('warns at growing intervals meanwhile, with the reason, and asks the node less often', async () => {
    nodeProxy.set('shut');
    const body = { giveawayId: 'warned', startTime: PAST_TIME, determinationType: 0 };
    const create = () => send('create-giveaway', body, withKey('warned', 1));
    expect((await create()).status).toBe(202);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const [lines, requests] = [gateway.log.length, nodeProxy.unanswered.length];
    await new Promise((resolve) => setTimeout(resolve, 12_000));
    const warnings = gateway.log.slice(lines).filter((line) => JSON.parse(line).level >= 40);
    // Of the newest block and of the lane at most three each, of the indexer at most two.
    expect(warnings.length).toBeLessThanOrEqual(8);
    const ofLane = warnings.map((line) => JSON.parse(line)).filter(({ event }) => event === 'failure');
    for (const { cause } of ofLane) expect(cause).toMatch(/ECONNRESET|socket hang up/);
    expect(nodeProxy.unanswered.length - requests).toBeLessThanOrEqual(20);
    nodeProxy.set('open');
    expect((await untilFinal(create, 90_000)).status).toBe(200);
  });

  it("no operation is accepted before the gateway's first connection; the same request is carried out afterwards", async () => {
    const body = { giveawayId: 'away', passportId: managed.passportId, amount: 3 };
    const issue = () => send('issue-entries', body, withKey('from-the-start', 5));
    const entriesBefore = await hubState.entriesOf(signingProvider.provider, 'away', managed.passportId);
    nodeProxy.set('shut');
    await gateway.restart();
    expectAway(await issue());
    expectAway(await issue());
    nodeProxy.set('open');
    const final = await eventually(issue, ({ status }) => status === 200, 60_000);
    expect(final.status).toBe(200);
    expect((await issue()).body).toEqual(final.body);
    expect(await hubState.entriesOf(signingProvider.provider, 'away', managed.passportId)).toBe(
      entriesBefore + 3,
    );
  });
});
