import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedNode, type EmbeddedNode } from '../support/chain/embedded-chain.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { Answer } from '../support/http/http.ts';
import {
  sendAs,
  hubStateOf,
  untilFinal,
  type SendToProviderApi,
  type HubState,
  type SigningProvider,
} from '../support/chain/provider-chain.ts';
import { toMutation } from '../support/providers/provider-requests.ts';
import { attachSigner, createProviderWithSigner } from '../support/providers/providers.ts';

const FOR_A_WHILE = 120_000;
const MARGIN = 600;
const AN_HOUR = 3_600;
const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const DETACH = 'mutation ($input: DetachSignerInput!) { detachSigner(input: $input) { isRegistered } }';
const withKey = (key: string, wait?: number) => ({
  'idempotency-key': key,
  ...(wait !== undefined && { prefer: `wait=${wait}` }),
});

describe('A request with an Idempotency-Key', () => {
  let gateway: Gateway;
  let node: EmbeddedNode;
  let ground: HubState;
  let own: SigningProvider;
  let other: SigningProvider;
  let ask: SendToProviderApi;
  let passportId: number;
  let endTime: number;
  /** A giveaway for each test, with what the passport holds in it. */
  let count = 0;
  const newGiveaway = async (): Promise<string> => {
    count += 1;
    const giveawayId = `giveaway ${count}`;
    const created = await ask('create-giveaway', {
      giveawayId,
      startTime: 1_700_000_000,
      determinationType: 0,
    });
    expect(created.status).toBe(200);
    return giveawayId;
  };
  const entriesIn = (giveawayId: string, provider = own) =>
    ground.entriesOf(provider.provider, giveawayId, passportId);

  /** Its node has another port after each start. */
  const findChain = async () => {
    node = await embeddedNode(gateway);
    const addresses = await readFile(join(gateway.directory, 'chain', 'addresses.json'), 'utf8');
    ground = hubStateOf(node.rpc, JSON.parse(addresses).hub);
  };

  beforeAll(async () => {
    gateway = await startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0', CHAIN_BEACON_MARGIN: String(MARGIN) });
    await findChain();
    own = await createProviderWithSigner(gateway);
    other = await createProviderWithSigner(gateway);
    ask = sendAs(gateway, own.secret);
    endTime = Math.floor(Date.now() / 1_000) + AN_HOUR;
    const provisioned = await ask('provision-entrant', { entrantWallet: WALLET });
    passportId = provisioned.body.result.passportId;
  }, FOR_A_WHILE);
  afterAll(() => gateway.stop());

  it(
    'sent fifty times at once takes effect once, and has one answer',
    async () => {
      const giveawayId = await newGiveaway();
      const issue = () => ask('issue-entries', { giveawayId, passportId, amount: 7 }, withKey('fifty'));
      const answers = await Promise.all(Array.from({ length: 50 }, issue));

      const [first] = answers.filter(({ status }) => status === 200);
      const early = answers.filter(({ status }) => status !== 200);
      expect(early.length).toBeGreaterThan(0);
      for (const { status, headers, body } of early) {
        expect({ status, error: body.error }).toMatchObject({
          status: 409,
          error: { code: 'IDEMPOTENCY_CONFLICT', reason: 'IN_PROGRESS', retryable: true },
        });
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
      const repeated = await Promise.all(early.map(issue));
      for (const { status, headers, body } of repeated) {
        expect({ status, body }).toEqual({ status: 200, body: first?.body });
        expect(headers.get('idempotent-replayed')).toBe('true');
      }
      const immediate = answers.filter(({ status }) => status === 200);
      for (const { body } of immediate) expect(body).toEqual(first?.body);
      expect(immediate.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1);
      expect(await entriesIn(giveawayId)).toBe(7);
      expect(await ground.changesBy(first?.body.operation.id)).toBe(1);
    },
    FOR_A_WHILE,
  );

  it(
    'is refused with another body or at another endpoint, without an effect',
    async () => {
      const giveawayId = await newGiveaway();
      const body = { giveawayId, passportId, amount: 2 };
      expect((await ask('issue-entries', body, withKey('differs'))).status).toBe(200);
      const differing = await Promise.all([
        ask('issue-entries', { ...body, amount: 3 }, withKey('differs')),
        ask('issue-entries', { ...body, evidence: 'order 1' }, withKey('differs')),
        ask('remove-entries', body, withKey('differs')),
      ]);
      for (const answer of differing)
        expect(answer).toMatchObject({
          status: 422,
          body: { error: { code: 'IDEMPOTENCY_CONFLICT', reason: 'BODY_DIFFERS', retryable: false } },
        });
      // The same in other words.
      const same = { amount: '2', evidence: null, passportId: String(passportId), giveawayId };
      expect((await ask('issue-entries', same, withKey('differs'))).headers.get('idempotent-replayed')).toBe(
        'true',
      );
      expect(await entriesIn(giveawayId)).toBe(2);
    },
    FOR_A_WHILE,
  );

  it(
    'has nothing to do with the same key of another provider',
    async () => {
      const body = { giveawayId: 'shared name', startTime: 1_700_000_000, determinationType: 0 };
      const [mine, theirs] = await Promise.all([
        ask('create-giveaway', body, withKey('shared')),
        sendAs(gateway, other.secret)('create-giveaway', body, withKey('shared')),
      ]);
      expect([mine.status, theirs.status]).toEqual([200, 200]);
      expect(mine.body.result.id).not.toBe(theirs.body.result.id);
      expect(mine.body.operation.id).not.toBe(theirs.body.operation.id);
    },
    FOR_A_WHILE,
  );

  it.each([
    ['create-giveaway', { giveawayId: 'both doors', startTime: 1_700_000_000, determinationType: 0 }],
    ['provision-entrant', { ownershipMode: 'managed_wallet', maxTransfers: 3 }],
  ])(
    'is one request through REST and GraphQL: %s',
    async (endpoint, body) => {
      const { name, query, variables } = toMutation(endpoint, body);
      const byRest = () => ask(endpoint, body, withKey(`doors-of-${endpoint}`));
      const byGraphql = async () => {
        const input = { ...variables.input, idempotencyKey: `doors-of-${endpoint}` };
        return (await gateway.graphql(query, { input }, own.secret)).body.data[name];
      };
      const first = await byGraphql();
      expect(first).toMatchObject({ replayed: false, operation: { endpoint, status: 'CONFIRMED' } });
      const second = await byRest();
      expect(second).toMatchObject({ status: 200, body: { operation: { id: first.operation.id } } });
      expect(second.headers.get('idempotent-replayed')).toBe('true');
      expect(second.body.result).toEqual(first.operation.result);
      expect(await byGraphql()).toMatchObject({ replayed: true, operation: { id: first.operation.id } });
    },
    FOR_A_WHILE,
  );

  it(
    'has the same answer after a restart',
    async () => {
      const giveawayId = await newGiveaway();
      const issue = () => ask('issue-entries', { giveawayId, passportId, amount: 1 }, withKey('restart'));
      const refuse = () => ask('declare-winner', { giveawayId, passportId }, withKey('restart-refused'));
      const [before, refused] = await Promise.all([issue(), refuse()]);
      expect([before.status, refused.status]).toEqual([200, 422]);
      await gateway.restart();
      await findChain();
      const [after, again] = await Promise.all([issue(), refuse()]);
      expect(after.body).toEqual(before.body);
      expect([again.status, again.body]).toEqual([422, refused.body]);
      expect(await ground.changesBy(before.body.operation.id)).toBe(1);
    },
    FOR_A_WHILE,
  );

  it(
    'that was answered before the chain goes on with the same operation',
    async () => {
      const giveawayId = await newGiveaway();
      const issue = (wait: number) =>
        ask('issue-entries', { giveawayId, passportId, amount: 4 }, withKey('accepted', wait));
      const accepted = await issue(0);
      expect(accepted).toMatchObject({ status: 202, body: { ok: true, operation: { status: 'QUEUED' } } });
      const { id } = accepted.body.operation;
      expect(accepted.headers.get('location')).toBe(`/api/provider/integrations/operations/${id}`);
      const done = await untilFinal(() => issue(10));
      expect(done).toMatchObject({ status: 200, body: { operation: { id } } });
      expect((await issue(0)).body).toEqual(done.body);
      expect(await entriesIn(giveawayId)).toBe(4);
    },
    FOR_A_WHILE,
  );

  it.each([
    ['422 by the contracts', 'remove-entries', { amount: 9 }, 422, 'NOT_ENOUGH_ENTRIES'],
    ['404 by the contracts', 'issue-entries', { giveawayId: 'absent', amount: 1 }, 404, 'GIVEAWAY'],
    ['409 before them', 'set-round-image', { roundIndex: 0, imageURI: 'ipfs://i' }, 409, 'WINNER_NOT_SET'],
  ])(
    'that is refused has the same answer again: %s',
    async (_name, endpoint, changes, status, reason) => {
      const giveawayId = await newGiveaway();
      const body = { giveawayId, passportId, ...changes };
      const refuse = () => ask(endpoint, body, withKey(`refused-${reason}`));
      const first = await refuse();
      expect(first).toMatchObject({ status, body: { error: { reason, retryable: false } } });
      // It names the first request: nothing was tried again.
      const second = await refuse();
      expect([second.status, second.body]).toEqual([status, first.body]);
      expect(second.headers.get('x-request-id')).toBe(first.body.requestId);
      expect(second.headers.has('retry-after')).toBe(false);
    },
    FOR_A_WHILE,
  );

  it(
    'that the signer could not pay for succeeds once when it can',
    async () => {
      const giveawayId = await newGiveaway();
      const issue = () => ask('issue-entries', { giveawayId, passportId, amount: 6 }, withKey('poor'));
      await node.setBalance(own.signer, 0n);
      for (let turn = 0; turn < 2; turn += 1)
        expect(await issue()).toMatchObject({
          status: 402,
          body: {
            error: {
              code: 'INSUFFICIENT_FUNDS',
              retryable: true,
              details: { address: own.signer, balance: expect.anything() },
            },
          },
        });
      await node.setBalance(own.signer, 10n ** 21n);
      const paid = await untilFinal(issue);
      expect(paid).toMatchObject({ status: 200, body: { result: { entries: 6 } } });
      expect((await issue()).body).toEqual(paid.body);
      expect(await entriesIn(giveawayId)).toBe(6);
    },
    FOR_A_WHILE,
  );

  it(
    'has the same answer when the signer is gone, and the want of a signer is no answer to keep',
    async () => {
      const { secret, provider, signer } = await createProviderWithSigner(gateway);
      const create = (giveawayId: string) => {
        const body = { giveawayId, startTime: 1_700_000_000, determinationType: 0 };
        return sendAs(gateway, secret)('create-giveaway', body, withKey(giveawayId));
      };
      const first = await create('signed');
      expect(first.status).toBe(200);
      const input = { provider: provider.id, wallet: signer };
      const detached = await gateway.graphql(DETACH, { input }, gateway.operatorToken);
      expect(detached.body.data.detachSigner.isRegistered).toBe(false);

      const again = await create('signed');
      expect([again.status, again.body]).toEqual([200, first.body]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      for (let turn = 0; turn < 2; turn += 1) {
        const refused = await create('unsigned');
        expect(refused).toMatchObject({ status: 409, body: { error: { code: 'SIGNER_NOT_CONFIGURED' } } });
        expect(refused.headers.has('idempotent-replayed')).toBe(false);
      }

      expect((await attachSigner(gateway, provider.id, signer)).body.errors).toBeUndefined();
      expect(await create('unsigned')).toMatchObject({ status: 200, body: { ok: true } });
    },
    FOR_A_WHILE,
  );

  it.each([
    ['empty', ''],
    ['longer than 255', 'k'.repeat(256)],
    ['with a space', 'a key'],
    ['beyond ASCII', 'schl\u00fcssel'],
  ])('that is %s is wrong', async (_name, key) => {
    const body = { giveawayId: 'never', startTime: 1_700_000_000, determinationType: 0 };
    const isNamed = { field: 'idempotencyKey', message: expect.stringMatching(/1 to 255 visible ASCII/) };
    expect(await ask('create-giveaway', body, { 'idempotency-key': key })).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_PAYLOAD', retryable: false, details: { fields: [isNamed] } } },
    });
    const { query, variables } = toMutation('create-giveaway', body);
    const input = { ...variables.input, idempotencyKey: key };
    const { body: answered } = await gateway.graphql(query, { input }, own.secret);
    expect(answered.errors[0].extensions.code).toBe('INVALID_PAYLOAD');
    expect(JSON.stringify(answered.errors[0])).toContain('idempotencyKey');
  });

  it(
    'may have 255 characters',
    async () => {
      const giveawayId = await newGiveaway();
      const issue = (): Promise<Answer> =>
        ask('issue-entries', { giveawayId, passportId, amount: 1 }, withKey('~'.repeat(255)));
      const first = await issue();
      expect(first.status).toBe(200);
      expect((await issue()).body).toEqual(first.body);
    },
    FOR_A_WHILE,
  );

  it.each([
    [
      'the read model cannot be asked',
      'alter table chain_cursor rename column next_block to renamed',
      'alter table chain_cursor rename column renamed to next_block',
    ],
    [
      'its answer cannot be kept',
      'alter table idempotency_key add constraint no_answer check (answer is null) not valid',
      'alter table idempotency_key drop constraint no_answer',
    ],
  ])(
    'that was accepted is answered with its operation, although %s afterwards',
    async (what, breakIt, mendIt) => {
      const giveawayId = await newGiveaway();
      const alter = async (text: string): Promise<void> => {
        await gateway.onDatabase((em) => em.execute(text));
      };
      const issue = () =>
        ask('issue-entries', { giveawayId, passportId, amount: 3 }, withKey(what.replaceAll(' ', '-')));

      await alter(breakIt);
      const answer = await issue();
      await alter(mendIt);

      expect([200, 202]).toContain(answer.status);
      expect(answer.body).toMatchObject({
        ok: true,
        operation: { id: expect.stringMatching(/^opn_/) },
      });
      const repeated = await untilFinal(issue);
      expect(repeated).toMatchObject({
        status: 200,
        body: { operation: { id: answer.body.operation.id } },
      });
      expect(await entriesIn(giveawayId)).toBe(3);
    },
    FOR_A_WHILE,
  );

  // Last: it moves the chain's clock.
  it(
    'that came before the beacon succeeds once when the beacon has signed',
    async () => {
      const giveawayId = 'drawn';
      const giveaway = { giveawayId, startTime: 1_700_000_000, endTime, determinationType: 1 };
      expect((await ask('create-giveaway', giveaway)).status).toBe(200);
      expect((await ask('issue-entries', { giveawayId, passportId, amount: 1 })).status).toBe(200);
      const draw = () => ask('draw-winner', { giveawayId, roundIndex: 0 }, withKey('beacon'));
      await node.advance(AN_HOUR + 60);
      for (let turn = 0; turn < 2; turn += 1) {
        const early = await draw();
        expect(early).toMatchObject({
          status: 409,
          body: { error: { code: 'CONTRACT_REVERT', reason: 'BEACON_NOT_READY', retryable: true } },
        });
        expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      await node.advance(MARGIN + 60);
      const drawn = await untilFinal(draw);
      expect(drawn).toMatchObject({ status: 200, body: { result: { passportId } } });
      expect((await draw()).body).toEqual(drawn.body);
      expect(await ground.countOf('WinnerDrawn')).toBe(1);
    },
    FOR_A_WHILE,
  );
});
