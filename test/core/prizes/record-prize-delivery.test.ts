import { beforeEach, describe, expect, it } from '@jest/globals';
import { perform } from '../../../src/core/operations/perform.ts';
import { confirmReceiptByProvider } from '../../../src/core/prizes/confirm-receipt-by-provider.ts';
import { recordPrizeDelivery } from '../../../src/core/prizes/record-prize-delivery.ts';
import {
  A_WALLET,
  ANOTHER_WALLET,
  REQUESTS,
  ZERO_ADDRESS,
} from '../../support/providers/provider-requests.ts';
import { providerCaller } from '../support/callers.ts';
import { round } from '../support/chain.ts';
import { createPorts, errorOf, type FakePorts } from '../support/ports.ts';

const caller = providerCaller();
const withoutScope = providerCaller('prv_1', ['provider:entries']);
const delivery = { ...REQUESTS['record-prize-delivery'], giveawayId: 'summer', recipient: ANOTHER_WALLET };

let ports: FakePorts;
let giveaway: string;
beforeEach(() => {
  ports = createPorts();
  giveaway = ports.digests.giveawayKey(caller.providerKey, 'summer');
  ports.knownGiveaways.keys.add(giveaway);
});
const options = { requestId: 'request-1', wait: 0 };
const record = (body: object = {}, by = caller, more: object = {}) =>
  perform(ports, by, recordPrizeDelivery, { ...delivery, ...body }, { ...options, ...more });
const confirm = (body: object = {}, by = caller) =>
  perform(ports, by, confirmReceiptByProvider, { giveawayId: 'summer', ...body }, options);
const call = () => ports.operations.all[0]?.call;

describe('a recorded prize delivery', () => {
  it('goes on chain with its proof, and is checked by a job', async () => {
    const { result } = await record({ proofURI: 'https://proof.example/1' });
    expect(call()).toEqual({
      kind: 'record-prize-delivery',
      giveaway,
      round: 0,
      assetContract: A_WALLET,
      recipient: ANOTHER_WALLET,
      proofChainId: 1,
      proofTransactionHash: `0x${'ab'.repeat(32)}`,
      proofUri: 'https://proof.example/1',
    });
    expect(result).toMatchObject({
      giveawayId: 'summer',
      roundIndex: 0,
      proofURI: 'https://proof.example/1',
    });
  });

  it('has no URI of its proof by default', async () => {
    await record();
    expect(call()).toMatchObject({ proofUri: '' });
  });

  it('has its addresses in the form of their checksums, and its hash in lower case', async () => {
    await record({ recipient: ANOTHER_WALLET.toLowerCase(), proofTxHash: `0x${'AB'.repeat(32)}` });
    expect(call()).toMatchObject({
      recipient: ANOTHER_WALLET,
      proofTransactionHash: `0x${'ab'.repeat(32)}`,
    });
  });

  it('is one operation where the request is repeated with its key', async () => {
    for (const requestId of ['request-1', 'request-2'])
      await record({}, caller, { requestId, idempotencyKey: 'delivery-1' });
    expect(ports.operations.all).toHaveLength(1);
  });

  it.each([
    ['no round', { roundIndex: null }, 'roundIndex'],
    ['the zero address as the asset', { assetContract: ZERO_ADDRESS }, 'assetContract'],
    ['the zero address as the recipient', { recipient: ZERO_ADDRESS }, 'recipient'],
    ['a chain with the id 0', { proofChainId: 0 }, 'proofChainId'],
    ['a hash of 31 bytes', { proofTxHash: `0x${'ab'.repeat(31)}` }, 'proofTxHash'],
    ['a URI that is a path', { proofURI: '/proof' }, 'proofURI'],
  ])('is refused with %s', async (_what, body, field) => {
    expect(await errorOf(record(body))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: [field] }],
    });
    expect(ports.jobs.waiting).toEqual([]);
  });

  it('is refused for a giveaway that does not exist, without a job', async () => {
    expect(await errorOf(record({ giveawayId: 'unknown' }))).toMatchObject({
      code: 'NOT_FOUND',
      reason: 'GIVEAWAY',
    });
    expect([ports.operations.all, ports.jobs.waiting]).toEqual([[], []]);
  });
});

describe('a confirmed receipt', () => {
  beforeEach(() => {
    ports.chain.rounds.set(giveaway, [round('DECIDED'), round('DECIDED'), round('OPEN')]);
    ports.pendingRounds.known.set(giveaway, { closed: 2, lacking: { winner: [], receipt: [0, 1] } });
  });

  it('is for the round that the request names, and leaves that round to no other request', async () => {
    expect((await confirm({ roundIndex: 0 })).result).toEqual({ giveawayId: 'summer', roundIndex: 0 });
    expect(call()).toEqual({ kind: 'confirm-receipt', giveaway, round: 0 });
    expect((await confirm()).result).toMatchObject({ roundIndex: 1 });
  });

  it('is by default for the oldest decided round without a receipt', async () => {
    expect((await confirm()).result).toMatchObject({ roundIndex: 0 });
  });

  it.each([-1, 2 ** 31, 1.5])('is refused for a round with the index %j', async (roundIndex) => {
    expect(await errorOf(confirm({ roundIndex }))).toMatchObject({
      code: 'INVALID_PAYLOAD',
      details: [{ path: ['roundIndex'] }],
    });
  });

  it('is refused for a giveaway that does not exist', async () => {
    expect(await errorOf(confirm({ giveawayId: 'unknown' }))).toMatchObject({ reason: 'GIVEAWAY' });
  });
});

it('refuses keys without the scope for giveaways', async () => {
  for (const request of [record, confirm])
    expect(await errorOf(request({}, withoutScope))).toMatchObject({ code: 'UNAUTHORIZED' });
});
