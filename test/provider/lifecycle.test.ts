import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import type { Answer, Json } from '../support/http.ts';
import { createProviderWithSigner } from '../support/providers.ts';

const now = () => Math.floor(Date.now() / 1_000);
const FOR_A_WHILE = { timeout: 120_000 };

describe('A provider runs a giveaway by REST alone', () => {
  let gateway: Gateway;
  let key: string;
  const ask = (endpoint: string, body: object, headers = {}): Promise<Answer> =>
    gateway.rest('POST', `/api/provider/integrations/${endpoint}`, { key, body, headers });
  const done = async (endpoint: string, body: object): Promise<Json> => {
    const answer = await ask(endpoint, body);
    expect(answer).toMatchObject({ status: 200, body: { ok: true, context: { endpoint } } });
    return answer.body.result;
  };

  beforeAll(async () => {
    gateway = await startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0', CHAIN_BEACON_MARGIN: '1' });
    key = (await createProviderWithSigner(gateway)).secret;
  }, FOR_A_WHILE.timeout);
  afterAll(() => gateway.stop());

  it(
    'declares a winner, and everything that follows',
    async () => {
      const entrant = Wallet.createRandom().address;
      const endTime = now() + 14;
      const giveawayId = 'declared';
      const created = await done('create-giveaway', {
        giveawayId,
        startTime: now() - 60,
        endTime,
        determinationType: 0,
        requiresHandshake: true,
        providerPaysReceiptGas: true,
        title: 'A declared giveaway',
      });
      expect(created).toMatchObject({ giveawayId, id: expect.stringMatching(/^gwy_[0-9a-f]{64}$/) });

      const provisioned = await done('provision-entrant', {
        entrantWallet: entrant,
        giveawayId,
        amount: 5,
        evidence: 'order 1',
        maxTransfers: 1,
      });
      expect(provisioned).toMatchObject({ ownerWallet: entrant, roundIndex: 0, entries: 5 });
      const { passportId } = provisioned;
      const change = { giveawayId, passportId, expectedOwnerWallet: entrant };
      expect(await done('issue-entries', { ...change, amount: 3 })).toMatchObject({
        entries: 8,
        roundTotal: 8,
      });
      expect(await done('remove-entries', { ...change, amount: 2 })).toMatchObject({ entries: 6 });

      const early = await ask('declare-winner', { giveawayId, passportId });
      expect(early).toMatchObject({
        status: 422,
        body: { ok: false, error: { code: 'CONTRACT_REVERT', reason: 'NOT_ENDED', retryable: false } },
      });
      const undeclared = await ask('set-round-image', {
        giveawayId,
        roundIndex: 0,
        imageURI: 'ipfs://image',
      });
      expect(undeclared).toMatchObject({ status: 409, body: { error: { code: 'WINNER_NOT_DECLARED' } } });

      await eventually(
        async () => now(),
        (time) => time > endTime + 1,
        30_000,
      );
      expect(await done('declare-winner', { giveawayId, passportId })).toMatchObject({
        roundIndex: 0,
        passportId,
        ownerWallet: entrant,
      });
      const delivery = {
        giveawayId,
        roundIndex: 0,
        assetContract: Wallet.createRandom().address,
        recipient: entrant,
        proofChainId: 1,
        proofTxHash: `0x${'ab'.repeat(32)}`,
      };
      const pending = await ask('record-prize-delivery', delivery);
      expect(pending).toMatchObject({ status: 422, body: { error: { reason: 'HANDSHAKE_PENDING' } } });
      await done('confirm-receipt-by-provider', { giveawayId });
      await done('set-round-metadata', { giveawayId, roundIndex: 0, title: 'Round 1' });
      await done('set-round-image', {
        giveawayId,
        roundIndex: 0,
        imageURI: 'https://example.com/winner.png',
      });
      await done('record-prize-delivery', delivery);

      const { body } = await gateway.graphql(
        'query ($id: ID!) { giveaway(id: $id) { title round(index: 0) { title state imageUri winner { passport { passportId } } receipt { byProvider } delivery { recipient } } } }',
        { id: created.id },
      );
      expect(body.data.giveaway).toMatchObject({
        title: 'A declared giveaway',
        round: { title: 'Round 1', state: 'DECIDED', delivery: { recipient: entrant } },
      });
    },
    FOR_A_WHILE.timeout,
  );

  it(
    'draws a winner with the beacon',
    async () => {
      const giveawayId = 'drawn';
      const endTime = now() + 8;
      await done('create-giveaway', { giveawayId, startTime: now() - 60, endTime, determinationType: 1 });
      const { passportId } = await done('provision-entrant', {
        ownershipMode: 'managed_wallet',
        giveawayId,
        amount: 1,
      });
      await eventually(
        async () => now(),
        (time) => time > endTime,
        30_000,
      );
      const drawn = await eventually(
        () => ask('draw-winner', { giveawayId }),
        ({ status }) => status === 200,
        30_000,
      );
      expect(drawn).toMatchObject({ status: 200, body: { result: { roundIndex: 0, passportId, total: 1 } } });
      const again = await ask('draw-winner', { giveawayId });
      expect(again).toMatchObject({ status: 422, body: { error: { reason: 'WINNER_ALREADY_SET' } } });
    },
    FOR_A_WHILE.timeout,
  );

  it(
    'repeats an answer for the same Idempotency-Key',
    async () => {
      const body = { giveawayId: 'once', startTime: now(), determinationType: 0 };
      const headers = { 'idempotency-key': 'first' };
      const first = await ask('create-giveaway', body, headers);
      const second = await ask('create-giveaway', body, headers);
      expect(first.status).toBe(200);
      expect(second.body).toEqual(first.body);
      const other = await ask('create-giveaway', { ...body, giveawayId: 'other' }, headers);
      expect(other).toMatchObject({ status: 422, body: { error: { reason: 'BODY_DIFFERS' } } });
    },
    FOR_A_WHILE.timeout,
  );
});
