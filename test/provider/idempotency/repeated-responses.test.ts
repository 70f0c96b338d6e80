import { describe, expect, it, jest } from '@jest/globals';
import { sendAs, untilFinal } from '../../support/chain/provider-chain.ts';
import {
  attachSigner,
  createProviderKey,
  createProviderWithSigner,
  demoWallets,
} from '../../support/providers/providers.ts';
import {
  BEACON_MARGIN,
  CHAIN_TIMEOUT,
  connectToChain,
  entriesIn,
  gateway,
  headersWithKey,
  changesBy,
  hub,
  newGiveaway,
  node,
  passportId,
  provider,
  send,
  useKeyedRequests,
} from './keyed-requests.ts';

jest.setTimeout(CHAIN_TIMEOUT);

const AN_HOUR = 3_600;
const SET_SIGNER =
  'mutation ($input: SetApiKeySignerInput!) { setApiKeySigner(input: $input) { apiKey { id } } }';
const DETACH = 'mutation ($input: DetachSignerInput!) { detachSigner(input: $input) { isRegistered } }';

useKeyedRequests();

describe('A repeated request with an Idempotency-Key', () => {
  it('gets the same response after a restart', async () => {
    const giveawayId = await newGiveaway();
    const issue = () =>
      send('issue-entries', { giveawayId, passportId, amount: 1 }, headersWithKey('restart'));
    const refuse = () =>
      send('declare-winner', { giveawayId, passportId }, headersWithKey('restart-refused'));
    const [before, refused] = await Promise.all([issue(), refuse()]);
    expect([before.status, refused.status]).toEqual([200, 422]);
    await gateway.restart();
    await connectToChain();
    const [after, again] = await Promise.all([issue(), refuse()]);
    expect(after.body).toEqual(before.body);
    expect([again.status, again.body]).toEqual([422, refused.body]);
    expect(await changesBy(before.body.operation.id)).toBe(1);
  });

  it('continues the operation of an earlier request that did not wait for the chain', async () => {
    const giveawayId = await newGiveaway();
    const issue = (wait: number) =>
      send('issue-entries', { giveawayId, passportId, amount: 4 }, headersWithKey('accepted', wait));
    const accepted = await issue(0);
    expect(accepted).toMatchObject({ status: 202, body: { ok: true } });
    expect(['QUEUED', 'SENT']).toContain(accepted.body.operation.status);
    const { id } = accepted.body.operation;
    expect(accepted.headers.get('location')).toBe(`/api/provider/integrations/operations/${id}`);
    const done = await untilFinal(() => issue(10));
    expect(done).toMatchObject({ status: 200, body: { operation: { id } } });
    expect((await issue(0)).body).toEqual(done.body);
    expect(await entriesIn(giveawayId)).toBe(4);
  });

  it.each([
    ['422 from the contracts', 'remove-entries', { amount: 9 }, 422, 'NOT_ENOUGH_ENTRIES'],
    ['404 from the contracts', 'issue-entries', { giveawayId: 'absent', amount: 1 }, 404, 'GIVEAWAY'],
    [
      '409 from a check before the contracts',
      'set-round-image',
      { roundIndex: 0, imageURI: 'ipfs://i' },
      409,
      'WINNER_NOT_SET',
    ],
  ])('gets the same refusal again: %s', async (_name, endpoint, changes, status, reason) => {
    const giveawayId = await newGiveaway();
    const body = { giveawayId, passportId, ...changes };
    const refuse = () => send(endpoint, body, headersWithKey(`refused-${reason}`));
    const first = await refuse();
    expect(first).toMatchObject({ status, body: { error: { reason, retryable: false } } });
    // The response names the first request, because the second one is not tried.
    const second = await refuse();
    expect([second.status, second.body]).toEqual([status, first.body]);
    expect(second.headers.get('x-request-id')).toBe(first.body.requestId);
    expect(second.headers.has('retry-after')).toBe(false);
  });

  it('succeeds once after the signer could not pay for it', async () => {
    const giveawayId = await newGiveaway();
    const issue = () =>
      send('issue-entries', { giveawayId, passportId, amount: 6 }, headersWithKey('without-funds'));
    await node.setBalance(provider.signer, 0n);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await issue()).toMatchObject({
        status: 402,
        body: {
          error: {
            code: 'INSUFFICIENT_FUNDS',
            retryable: true,
            details: { address: provider.signer, balance: expect.anything() },
          },
        },
      });
    await node.setBalance(provider.signer, 10n ** 21n);
    const paid = await untilFinal(issue);
    expect(paid).toMatchObject({ status: 200, body: { result: { entries: 6 } } });
    expect((await issue()).body).toEqual(paid.body);
    expect(await entriesIn(giveawayId)).toBe(6);
  });

  it('repeats its response after the signer is detached, and stores no response while there is no signer', async () => {
    const { secret, provider: signingProvider, signer } = await createProviderWithSigner(gateway);
    const create = (giveawayId: string) => {
      const body = { giveawayId, startTime: 1_700_000_000, determinationType: 0 };
      return sendAs(gateway, secret)('create-giveaway', body, headersWithKey(giveawayId));
    };
    const first = await create('signed');
    expect(first.status).toBe(200);
    const input = { provider: signingProvider.id, wallet: signer };
    const detached = await gateway.graphql(DETACH, { input }, gateway.operatorToken);
    expect(detached.body.data.detachSigner.isRegistered).toBe(false);

    const again = await create('signed');
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const refused = await create('unsigned');
      expect(refused).toMatchObject({ status: 409, body: { error: { code: 'SIGNER_NOT_CONFIGURED' } } });
      expect(refused.headers.has('idempotent-replayed')).toBe(false);
    }

    expect((await attachSigner(gateway, signingProvider.id, signer)).body.errors).toBeUndefined();
    expect(await create('unsigned')).toMatchObject({ status: 200, body: { ok: true } });
  });

  it('succeeds once the signer is registered, after it was refused with 403 because it was not', async () => {
    const { secret, provider: owner, account, apiKey } = await createProviderKey(gateway);
    const signer = (await demoWallets(gateway)).get('demo signer 5') ?? '';
    // Attached in the service, and not yet on chain.
    await gateway.onDatabase((em) =>
      em.execute('update wallet set provider_id = ? where address = ?', [owner.id, signer]),
    );
    const input = { id: apiKey.id, signer, account };
    const set = await gateway.graphql(SET_SIGNER, { input }, gateway.operatorToken);
    expect(set.body.errors).toBeUndefined();
    const create = () => {
      const body = { giveawayId: 'early', startTime: 1_700_000_000, determinationType: 0 };
      return sendAs(gateway, secret)('create-giveaway', body, headersWithKey('early'));
    };
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const refused = await create();
      expect(refused).toMatchObject({ status: 403, body: { error: { code: 'UNAUTHORIZED' } } });
      expect(refused.headers.has('idempotent-replayed')).toBe(false);
    }

    expect((await attachSigner(gateway, owner.id, signer)).body.errors).toBeUndefined();
    const created = await create();
    expect(created).toMatchObject({ status: 200, body: { ok: true } });
    expect((await create()).body).toEqual(created.body);
  });

  it.each([
    [
      'the read model cannot be read',
      'alter table chain_cursor rename column next_block to renamed',
      'alter table chain_cursor rename column renamed to next_block',
    ],
    [
      'its answer cannot be stored',
      'alter table idempotency_key add constraint no_answer check (answer is null) not valid',
      'alter table idempotency_key drop constraint no_answer',
    ],
  ])(
    'is answered with its operation once it is accepted, although %s',
    async (fault, breakDatabase, repairDatabase) => {
      const giveawayId = await newGiveaway();
      const alter = async (text: string): Promise<void> => {
        await gateway.onDatabase((em) => em.execute(text));
      };
      const issue = () =>
        send(
          'issue-entries',
          { giveawayId, passportId, amount: 3 },
          headersWithKey(fault.replaceAll(' ', '-')),
        );

      await alter(breakDatabase);
      const response = await issue();
      await alter(repairDatabase);

      expect([200, 202]).toContain(response.status);
      expect(response.body).toMatchObject({
        ok: true,
        operation: { id: expect.stringMatching(/^opn_/) },
      });
      const repeated = await untilFinal(issue);
      expect(repeated).toMatchObject({
        status: 200,
        body: { operation: { id: response.body.operation.id } },
      });
      expect(await entriesIn(giveawayId)).toBe(3);
    },
  );

  // Last, because it moves the chain's clock.
  it('succeeds once when the beacon has signed after an earlier refusal', async () => {
    const giveawayId = 'drawn';
    const endTime = Math.floor(Date.now() / 1_000) + AN_HOUR;
    const giveaway = { giveawayId, startTime: 1_700_000_000, endTime, determinationType: 1 };
    expect((await send('create-giveaway', giveaway)).status).toBe(200);
    expect((await send('issue-entries', { giveawayId, passportId, amount: 1 })).status).toBe(200);
    const draw = () => send('draw-winner', { giveawayId, roundIndex: 0 }, headersWithKey('beacon'));
    await node.advance(AN_HOUR + 60);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const early = await draw();
      expect(early).toMatchObject({
        status: 409,
        body: { error: { code: 'CONTRACT_REVERT', reason: 'BEACON_NOT_READY', retryable: true } },
      });
      expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await node.advance(BEACON_MARGIN + 60);
    const drawn = await untilFinal(draw);
    expect(drawn).toMatchObject({ status: 200, body: { result: { passportId } } });
    expect((await draw()).body).toEqual(drawn.body);
    expect(await hub.countOf('WinnerDrawn')).toBe(1);
  });
});
