import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { randomUUID } from 'node:crypto';
import { eventually } from '../support/eventually.ts';
import { startFaultProxy, type FaultProxy } from '../support/faults/fault-proxy.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { findViolations, type History } from '../support/chain/history.ts';
import type { Answer } from '../support/http/http.ts';
import {
  sendAs,
  hubStateOf,
  openNodeProxy,
  startProviderChain,
  untilFinal,
  type SendToProviderApi,
  type NodeProxy,
  type HubState,
  type ProviderChain,
  type SigningProvider,
} from '../support/chain/provider-chain.ts';

const FOR_A_WHILE = 180_000;
const LONG_AGO = 1_700_000_000;
const newWallet = () => Wallet.createRandom().address;
const withKey = (key: string, wait: number) => ({ 'idempotency-key': key, prefer: `wait=${wait}` });

let chain: ProviderChain;
let ground: HubState;
beforeAll(async () => {
  chain = await startProviderChain();
  ground = hubStateOf(chain.contracts.rpc, chain.contracts.deployment.hub);
}, FOR_A_WHILE);
afterAll(() => chain.contracts.stop());

/** Sees that the chain is said to be away, in the documented body. */
function expectAway({ status, headers, body }: Answer): void {
  expect({ status, ok: body.ok, error: body.error }).toMatchObject({
    status: 503,
    ok: false,
    error: { code: 'CHAIN_UNAVAILABLE', reason: 'RPC_DOWN', retryable: true },
  });
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

describe('a node that does not do what it should', () => {
  const CLIENTS = 6;
  const EACH = 6;
  let proxy: FaultProxy;
  let gateway: Gateway;
  let own: SigningProvider;
  beforeAll(async () => {
    proxy = await startFaultProxy(chain.contracts.url, 20_261_121);
    gateway = await startGateway(chain.variables(proxy.url));
    own = await chain.enroll(gateway);
  }, FOR_A_WHILE);
  afterAll(async () => {
    await gateway.stop();
    await proxy.stop();
  });

  it(
    'makes no answer wrong: what was accepted happens once, what was refused does not',
    async () => {
      const accepted = new Set<string>();
      const told: History['answers'][number][] = [];
      const note = ({ status, body, headers }: Answer): void => {
        if (status === 200 || status === 202) {
          accepted.add(body.operation.id);
          told.push(body.operation);
          return;
        }
        const { code, reason, details } = body.error;
        expect([409, 422, 503]).toContain(status);
        if (status === 409) expect(reason).toBe('IN_PROGRESS');
        if (status === 503) expect(code).toBe('CHAIN_UNAVAILABLE');
        if (status === 422) {
          expect(reason).toBe('NOT_ENOUGH_ENTRIES');
          accepted.add(details.operationId);
          told.push({ id: details.operationId, status: 'FAILED', transactionHash: null });
        }
        expect(headers.has('retry-after')).toBe(status !== 422);
      };
      const ask: SendToProviderApi = async (...asked) => {
        const answer = await sendAs(gateway, own.secret)(...asked);
        note(answer);
        // True when it is told, and not only in the end.
        if (answer.status === 200 && asked[0] !== 'create-giveaway')
          expect(await ground.changesBy(answer.body.operation.id)).toBe(1);
        return answer;
      };
      const giveaway = { giveawayId: 'faulty', startTime: LONG_AGO, determinationType: 0 };
      expect((await ask('create-giveaway', giveaway)).status).toBe(200);
      const [first] = accepted;
      accepted.delete(first ?? '');
      told.length = 0;
      const minted = await ask('provision-entrant', {
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
          const answer = await untilFinal(() => ask(endpoint, body, key), 90_000);
          expect([200, 422]).toContain(answer.status);
          if (answer.status === 200 && kind < 2) expected += kind === 0 ? 2 : -1;
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, work));
      proxy.set(0);

      expect(proxy.counts.size).toBeGreaterThan(4);
      const { rpc, deployment } = chain.contracts;
      const history = { accepted: [...accepted], answers: told };
      expect(await findViolations({ rpc, hub: deployment.hub }, history)).toEqual([]);
      expect(await ground.entriesOf(own.provider, 'faulty', passportId)).toBe(expected);
    },
    FOR_A_WHILE,
  );
});

describe('a chain that is away', () => {
  let door: NodeProxy;
  let gateway: Gateway;
  let own: SigningProvider;
  let managed: { readonly managedWallet: string; readonly passportId: number };
  /** Never waits for long: without an answer by then, the request hangs. */
  const ask: SendToProviderApi = (endpoint, body, headers) =>
    Promise.race([
      sendAs(gateway, own.secret)(endpoint, body, headers),
      new Promise<never>((_resolve, reject) =>
        setTimeout(() => reject(new Error(`${endpoint} hangs`)), 40_000).unref(),
      ),
    ]);
  beforeAll(async () => {
    door = await openNodeProxy(chain.contracts.url);
    gateway = await startGateway(chain.variables(door.url));
    own = await chain.enroll(gateway);
    const giveaway = { giveawayId: 'away', startTime: LONG_AGO, determinationType: 0 };
    expect((await ask('create-giveaway', giveaway)).status).toBe(200);
    managed = (await ask('provision-entrant', { ownershipMode: 'managed_wallet' })).body.result;
  }, FOR_A_WHILE);
  afterEach(() => door.set('open'));
  afterAll(async () => {
    await gateway.stop();
    await door.stop();
  });

  it.each(['shut', 'silent'] as const)(
    'behind a node that is %s: requests are accepted or refused for now, and carried out once it is back',
    async (state) => {
      const provisions = await ground.countOf('Provisioned');
      const held = await ground.entriesOf(own.provider, 'away', managed.passportId);
      const requests = [
        ['create-giveaway', { giveawayId: `made while ${state}`, startTime: LONG_AGO, determinationType: 0 }],
        ['issue-entries', { giveawayId: 'away', passportId: managed.passportId, amount: 5 }],
        ['provision-entrant', { entrantWallet: newWallet() }],
      ] as const;
      const move = {
        ownershipMode: 'transfer_existing_passport',
        sourceWallet: managed.managedWallet,
        passportId: managed.passportId,
        entrantWallet: managed.managedWallet,
      };
      const repeat = (endpoint: string, body: object) =>
        ask(endpoint, body, withKey(`${endpoint}-${state}`, 2));
      // Whether the owner signed is asked of the chain first.
      const transfer = () => ask('provision-entrant', move, withKey(`moved-${state}`, 2));

      door.set(state);
      const answers = await Promise.all(requests.map(([endpoint, body]) => repeat(endpoint, body)));
      for (const answer of answers) expect(answer).toMatchObject({ status: 202, body: { ok: true } });
      expectAway(await transfer());
      const shown = await gateway.rest(
        'GET',
        `/api/provider/integrations/operations/${answers[0]?.body.operation.id}`,
        { key: own.secret },
      );
      expect(shown).toMatchObject({ status: 202, body: { operation: { transactionHash: null } } });

      door.set('open');
      const finals = await Promise.all(
        requests.map(([endpoint, body]) => untilFinal(() => repeat(endpoint, body), 90_000)),
      );
      for (const [place, final] of finals.entries())
        expect(final).toMatchObject({
          status: 200,
          body: { operation: { id: answers[place]?.body.operation.id } },
        });
      expect((await untilFinal(transfer)).status).toBe(200);
      expect(await ground.entriesOf(own.provider, 'away', managed.passportId)).toBe(held + 5);
      expect(await ground.countOf('Provisioned')).toBe(provisions + 2);
    },
    FOR_A_WHILE,
  );

  it(
    'since the gateway started: nothing is accepted, and the same request is carried out once it is there',
    async () => {
      const body = { giveawayId: 'away', passportId: managed.passportId, amount: 3 };
      const issue = () => ask('issue-entries', body, withKey('from-the-start', 5));
      const held = await ground.entriesOf(own.provider, 'away', managed.passportId);
      door.set('shut');
      await gateway.restart();
      expectAway(await issue());
      expectAway(await issue());
      door.set('open');
      const final = await eventually(issue, ({ status }) => status === 200, 60_000);
      expect(final.status).toBe(200);
      expect((await issue()).body).toEqual(final.body);
      expect(await ground.entriesOf(own.provider, 'away', managed.passportId)).toBe(held + 3);
    },
    FOR_A_WHILE,
  );
});
