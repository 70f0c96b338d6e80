import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Wallet } from 'ethers';
import { embeddedNode } from '../support/chain/embedded-chain.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../support/http/http.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

jest.setTimeout(120_000);

/** Seconds that the chain's clock was set forward by. */
let ahead = 0;
const now = () => Math.floor(Date.now() / 1_000) + ahead;
/** The beacon's margin, and more than one of its rounds. */
const MARGIN = 60;
const SIGNED = MARGIN + 10;

describe('A provider runs a giveaway by REST alone', () => {
  const gateway = sharedByTests(() =>
    startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0', CHAIN_BEACON_MARGIN: String(MARGIN) }),
  );
  let key: string;
  let owner: Awaited<ReturnType<typeof createProviderWithSigner>>;
  const sendRequest = (endpoint: string, body: object, headers = {}): Promise<HttpResponse> =>
    gateway.rest('POST', `/api/provider/integrations/${endpoint}`, { key, body, headers });
  const done = async (endpoint: string, body: object): Promise<Json> => {
    const response = await sendRequest(endpoint, body);
    expect(response).toMatchObject({ status: 200, body: { ok: true, context: { endpoint } } });
    return response.body.result;
  };

  const trackRecord = async (): Promise<Json> => {
    const query = `{ trackRecord(provider: "${owner.provider.chainKey}") { roundsDecided roundsOnTime prizes } }`;
    return (await gateway.graphql(query, {}, gateway.operatorToken)).body.data.trackRecord;
  };

  /** Sets the chain's clock forward, in a block. */
  const pass = async (seconds: number): Promise<void> => {
    await (await embeddedNode(gateway)).advance(seconds);
    ahead += seconds;
  };

  beforeAll(async () => {
    owner = await createProviderWithSigner(gateway);
    key = owner.secret;
  });

  it('is recorded as the caller of each operation in the audit log, once for repeated requests', async () => {
    const body = { giveawayId: 'asked', startTime: now() - 60, determinationType: 0, title: 'Asked for' };
    const headers = { 'idempotency-key': 'asked-once' };
    const first = await sendRequest('create-giveaway', body, headers);
    expect(first.status).toBe(200);
    const { id } = first.body.operation;
    expect((await sendRequest('create-giveaway', body, headers)).body.operation.id).toBe(id);
    const requestedBy = `key:${owner.apiKey.id}`;

    for (const credential of [key, gateway.operatorToken]) {
      const query = 'query ($id: ID!) { operation(id: $id) { endpoint requestedBy } }';
      const { operation } = (await gateway.graphql(query, { id }, credential)).body.data;
      expect(operation).toEqual({ endpoint: 'create-giveaway', requestedBy });
    }
    const log = '{ auditLog(first: 100) { edges { node { actor action subject facts } } } }';
    const { edges } = (await gateway.graphql(log, {}, gateway.operatorToken)).body.data.auditLog;
    const entries = edges.map(({ node }: Json) => node).filter(({ subject }: Json) => subject === id);
    expect(entries).toMatchObject([{ actor: requestedBy, action: 'createGiveaway' }]);
    expect(entries[0].facts).toMatchObject({
      provider: owner.provider.id,
      giveawayId: 'asked',
    });
  });

  it('declares a winner, and everything that follows', async () => {
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

    const keyed = { 'idempotency-key': 'declared-when-it-has-ended' };
    const early = await sendRequest('declare-winner', { giveawayId, passportId }, keyed);
    const notEnded = { code: 'CONTRACT_REVERT', reason: 'NOT_ENDED', retryable: true };
    expect(early).toMatchObject({ status: 409, body: { ok: false, error: notEnded } });
    const { closesAt, timestamp, ...details } = early.body.error.details;
    expect({ closesAt, wait: Number(early.headers.get('retry-after')) }).toEqual({
      closesAt: endTime,
      wait: closesAt - timestamp,
    });
    // Nothing was accepted that could have failed.
    expect(details).not.toHaveProperty('operationId');
    const undeclared = await sendRequest('set-round-image', {
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
    const declared = await sendRequest('declare-winner', { giveawayId, passportId }, keyed);
    expect(declared).toMatchObject({
      status: 200,
      body: { result: { roundIndex: 0, passportId, ownerWallet: entrant } },
    });
    const delivery = {
      giveawayId,
      roundIndex: 0,
      assetContract: Wallet.createRandom().address,
      recipient: entrant,
      proofChainId: 1,
      proofTxHash: `0x${'ab'.repeat(32)}`,
    };
    const pending = await sendRequest('record-prize-delivery', delivery);
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
  });

  it('decides the newest round of a rolling giveaway, though the chain made no block since it closed', async () => {
    const aDay = 86_400;
    const closes = now() + 12;
    const startTime = closes - 2 * aDay;
    const rolling = { startTime, rollingEveryDays: 1 };
    const entrants = { entrantWallet: Wallet.createRandom().address, amount: 1 };
    await Promise.all([
      done('create-giveaway', { ...rolling, giveawayId: 'daily declared', determinationType: 0 }),
      done('create-giveaway', { ...rolling, giveawayId: 'daily drawn', determinationType: 1 }),
    ]);
    const [{ passportId, roundIndex }] = await Promise.all([
      done('provision-entrant', { ...entrants, giveawayId: 'daily declared' }),
      done('provision-entrant', { ...entrants, giveawayId: 'daily drawn' }),
    ]);
    expect(roundIndex).toBe(1);
    await eventually(
      async () => now(),
      (time) => time > closes + 1,
      30_000,
    );
    const declared = await done('declare-winner', { giveawayId: 'daily declared', passportId });
    expect(declared).toMatchObject({ roundIndex: 1, passportId });
    await pass(SIGNED);
    const drawn = await eventually(
      () => sendRequest('draw-winner', { giveawayId: 'daily drawn' }),
      ({ status, body }) => status === 200 || body.error.retryable === false,
      30_000,
    );
    expect(drawn).toMatchObject({ status: 200, body: { result: { roundIndex: 1 } } });
  });

  it('draws a winner with the beacon', async () => {
    const giveawayId = 'drawn';
    const endTime = now() + 8;
    const before = await trackRecord();
    await done('create-giveaway', { giveawayId, startTime: now() - 60, endTime, determinationType: 1 });
    const { passportId } = await done('provision-entrant', {
      ownershipMode: 'managed_wallet',
      giveawayId,
      amount: 1,
    });
    await pass(endTime - now() + SIGNED);
    const drawn = await eventually(
      () => sendRequest('draw-winner', { giveawayId }),
      ({ status }) => status === 200,
      30_000,
    );
    expect(drawn).toMatchObject({ status: 200, body: { result: { roundIndex: 0, passportId, total: 1 } } });
    const again = await sendRequest('draw-winner', { giveawayId });
    expect(again).toMatchObject({ status: 422, body: { error: { reason: 'WINNER_ALREADY_SET' } } });
    expect(await trackRecord()).toEqual({
      roundsDecided: before.roundsDecided + 1,
      roundsOnTime: before.roundsOnTime + 1,
      prizes: before.prizes + 1,
    });
  });

  it('rolls with and without entries that carry over, and knows the owner of a passport that moves', async () => {
    const aDay = 86_400;
    const rolling = { startTime: now() - 60, rollingEveryDays: 1, determinationType: 0 };
    await Promise.all([
      done('create-giveaway', { ...rolling, giveawayId: 'carried', rollingEntriesCarryOver: true }),
      done('create-giveaway', { ...rolling, giveawayId: 'apart' }),
    ]);
    const entry = { giveawayId: 'carried', amount: 2 };
    const { passportId, managedWallet } = await done('provision-entrant', {
      ...entry,
      ownershipMode: 'managed_wallet',
    });
    await done('issue-entries', { ...entry, giveawayId: 'apart', passportId });
    await pass(aDay);
    const entrant = Wallet.createRandom().address;
    const moved = await done('provision-entrant', {
      ownershipMode: 'transfer_existing_passport',
      sourceWallet: managedWallet,
      entrantWallet: entrant,
      email: 'entrant@example.com',
    });
    expect(moved).toMatchObject({ passportId, ownerWallet: entrant });

    const path = `/api/provider/integrations/passport-status?passportId=${passportId}`;
    expect((await gateway.rest('GET', path, { key })).body.result).toMatchObject({
      ownerWallet: entrant,
      transfersUsed: 1,
      tradable: true,
    });
    const contact = await eventually(
      () => sendRequest('passport-contact', { passportId }),
      ({ status }) => status === 200,
      30_000,
    );
    expect(contact.body.result).toMatchObject({ ownerWallet: entrant, email: 'entrant@example.com' });

    await pass(aDay);
    for (const roundIndex of [0, 1])
      expect(await done('declare-winner', { giveawayId: 'carried', passportId })).toMatchObject({
        roundIndex,
        passportId,
        ownerWallet: entrant,
      });
    expect(await done('declare-winner', { giveawayId: 'apart', passportId })).toMatchObject({
      roundIndex: 0,
    });
    const empty = await sendRequest('declare-winner', { giveawayId: 'apart', passportId, roundIndex: 1 });
    expect(empty).toMatchObject({ status: 422, body: { error: { reason: 'NO_ENTRIES' } } });
  });

  it('repeats a response for the same Idempotency-Key', async () => {
    const body = { giveawayId: 'once', startTime: now(), determinationType: 0 };
    const headers = { 'idempotency-key': 'first' };
    const first = await sendRequest('create-giveaway', body, headers);
    const second = await sendRequest('create-giveaway', body, headers);
    expect(first.status).toBe(200);
    expect(second.body).toEqual(first.body);
    const other = await sendRequest('create-giveaway', { ...body, giveawayId: 'other' }, headers);
    expect(other).toMatchObject({ status: 422, body: { error: { reason: 'BODY_DIFFERS' } } });
  });
});
