import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { runCli } from '../cli/run-cli.ts';
import { embeddedNode } from '../support/chain/embedded-chain.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../support/http/http.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

jest.setTimeout(180_000);

/** Seconds that the chain's clock was set forward by. */
let ahead = 0;
const now = () => Math.floor(Date.now() / 1_000) + ahead;
const MARGIN = 60;
const DAY = 86_400;

describe('A provider runs a giveaway with three winners and two alternates', () => {
  const gateway = sharedByTests(() =>
    startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0', CHAIN_BEACON_MARGIN: String(MARGIN) }),
  );
  let key: string;
  beforeAll(async () => {
    ({ secret: key } = await createProviderWithSigner(gateway));
  });

  const sendRequest = (endpoint: string, body: object, headers = {}): Promise<HttpResponse> =>
    gateway.rest('POST', `/api/provider/integrations/${endpoint}`, { key, body, headers });
  const done = async (endpoint: string, body: object, headers = {}): Promise<Json> => {
    const response = await sendRequest(endpoint, body, headers);
    expect(response).toMatchObject({ status: 200, body: { ok: true, context: { endpoint } } });
    return response.body.result;
  };
  const refused = async (endpoint: string, body: object): Promise<Json> => {
    const { status, body: response } = await sendRequest(endpoint, body);
    return { status, ...response.error };
  };
  /** The result of a mutation by GraphQL. */
  const mutate = async (mutation: string, type: string, input: object): Promise<Json> => {
    const hasPlace = mutation === 'declareWinner' || mutation === 'setRoundMetadata';
    const place = hasPlace ? 'place { place title winner { passportId } }' : '';
    const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { operation { status result } ${place} } }`;
    const { body } = await gateway.graphql(query, { input }, key);
    expect(body.errors).toBeUndefined();
    const { operation, place: shown } = body.data[mutation];
    expect(operation.status).toBe('CONFIRMED');
    return { ...operation.result, ...(shown && { shown }) };
  };
  /** The result of an operation by the command line. */
  const command = async (name: string, options: Readonly<Record<string, unknown>>): Promise<Json> => {
    const args = Object.entries(options).flatMap(([option, value]) => [`--${option}`, String(value)]);
    const variables = { GIVEAWAYS_URL: gateway.url, GIVEAWAYS_TOKEN: key };
    const { code, json } = await runCli(['operations', name, ...args, '--json'], variables);
    expect([code, json]).toMatchObject([0, { status: 'CONFIRMED' }]);
    return json.result;
  };
  const advance = async (seconds: number): Promise<void> => {
    await (await embeddedNode(gateway)).advance(seconds);
    ahead += seconds;
  };
  /** The passports of as many entrants with one entry each, and their wallets. */
  const entrants = async (giveawayId: string, count: number): Promise<Json[]> =>
    Promise.all(
      Array.from({ length: count }, () =>
        done('provision-entrant', { ownershipMode: 'managed_wallet', giveawayId, amount: 1 }),
      ),
    );

  it('declares them one after the other, and records what follows for each place', async () => {
    const giveawayId = 'declared';
    const endTime = now() + DAY;
    const terms = { giveawayId, startTime: now() - 60, endTime, determinationType: 0 };
    const created = await done('create-giveaway', {
      ...terms,
      providerPaysReceiptGas: true,
      winners: 3,
      alternates: 2,
    });
    expect(created).toMatchObject({ winners: 3, alternates: 2 });
    const passports = await entrants(giveawayId, 6);
    const passportAt = (place: number): number => passports[place]?.['passportId'];
    const walletAt = (place: number): string => passports[place]?.['ownerWallet'];
    await advance(DAY);
    const round = { giveawayId, roundIndex: 0 };
    const image = { ...round, imageURI: 'https://example.com/a.png' };
    expect(await refused('set-round-image', { ...image, place: 1 })).toMatchObject({
      status: 409,
      code: 'WINNER_NOT_DECLARED',
    });

    const keyed = { 'idempotency-key': 'first' };
    const first = await done('declare-winner', { giveawayId, passportId: passportAt(0) }, keyed);
    expect(first).toEqual({ ...round, passportId: passportAt(0), ownerWallet: walletAt(0) });
    expect(await done('declare-winner', { giveawayId, passportId: passportAt(0) }, keyed)).toEqual(first);
    expect(await refused('declare-winner', { giveawayId, passportId: passportAt(0) })).toMatchObject({
      status: 422,
      reason: 'PASSPORT_HAS_PLACE',
      details: { place: 0 },
    });
    expect(
      await mutate('declareWinner', 'DeclareWinnerInput', { giveawayId, passportId: passportAt(1) }),
    ).toMatchObject({
      place: 1,
      passportId: passportAt(1),
      ownerWallet: walletAt(1),
      shown: { place: 1, title: null, winner: { passportId: passportAt(1) } },
    });
    expect(
      await command('declare-winner', { 'giveaway-id': giveawayId, 'passport-id': passportAt(2) }),
    ).toMatchObject({ place: 2 });
    for (const place of [3, 4])
      expect(await done('declare-winner', { giveawayId, passportId: passportAt(place) })).toMatchObject({
        place,
      });
    expect(await refused('declare-winner', { giveawayId, passportId: passportAt(5) })).toMatchObject({
      status: 422,
      reason: 'WINNER_ALREADY_SET',
    });

    expect(await done('set-round-image', { ...image, place: 2 })).toEqual({ ...image, place: 2 });
    expect(
      await mutate('setRoundMetadata', 'SetRoundMetadataInput', { ...round, place: 1, title: 'Second' }),
    ).toMatchObject({ place: 1, shown: { place: 1, title: 'Second' } });
    expect(
      await command('confirm-receipt-by-provider', { 'giveaway-id': giveawayId, place: 3 }),
    ).toMatchObject({ roundIndex: 0, place: 3, passportId: passportAt(3) });
    expect(await refused('confirm-receipt-by-provider', { ...round, place: 3 })).toMatchObject({
      reason: 'RECEIPT_ALREADY_CONFIRMED',
    });
    expect(await done('confirm-receipt-by-provider', { giveawayId })).toEqual({
      ...round,
      passportId: passportAt(0),
    });
    const delivery = {
      ...round,
      assetContract: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
      proofChainId: 1,
      proofTxHash: `0x${'ab'.repeat(32)}`,
    };
    const toAlternate = { ...delivery, place: 4, recipient: walletAt(4) };
    expect(await done('record-prize-delivery', toAlternate)).toMatchObject({ place: 4, revision: 1 });
    expect(await done('record-prize-delivery', toAlternate)).toMatchObject({ place: 4, revision: 2 });
    expect(await refused('record-prize-delivery', { ...toAlternate, recipient: walletAt(0) })).toMatchObject({
      reason: 'RECIPIENT_NOT_OWNER',
    });
    for (const [endpoint, body] of [
      ['set-round-image', image],
      ['set-round-metadata', round],
      ['record-prize-delivery', toAlternate],
      ['confirm-receipt-by-provider', round],
    ] as const)
      expect(await refused(endpoint, { ...body, place: 5 })).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
        reason: 'PLACE',
        details: { place: 5, winners: 3, alternates: 2 },
      });
  });

  it('gives places of one round to requests at the same time', async () => {
    const giveawayId = 'at once';
    const endTime = now() + DAY;
    await mutate('createGiveaway', 'CreateGiveawayInput', {
      giveawayId,
      startTime: now() - 60,
      endTime,
      determinationType: 'PROVIDER_DECLARED',
      winners: 3,
    });
    const passports = await entrants(giveawayId, 3);
    await advance(DAY);
    const declared = await Promise.all(
      passports.map(({ passportId }) => done('declare-winner', { giveawayId, passportId })),
    );
    expect(new Set(declared.map(({ place = 0 }) => place))).toEqual(new Set([0, 1, 2]));
    expect(new Set(declared.map(({ roundIndex }) => roundIndex))).toEqual(new Set([0]));
  });

  it('draws them with one call', async () => {
    const giveawayId = 'drawn';
    const startTime = now() - 60;
    const endTime = now() + DAY;
    await command('create-giveaway', {
      'giveaway-id': giveawayId,
      'start-time': startTime,
      'end-time': endTime,
      'determination-type': 'on-chain-random',
      winners: 3,
      alternates: 2,
    });
    await entrants(giveawayId, 6);
    await advance(DAY + MARGIN + 10);
    const { body } = await eventually(
      () => sendRequest('draw-winner', { giveawayId }),
      ({ status }) => status === 200,
      30_000,
    );
    expect(body.result).toMatchObject({ roundIndex: 0, total: 6, decided: 5 });
    expect(await refused('draw-winner', { giveawayId })).toMatchObject({ reason: 'WINNER_ALREADY_SET' });
    expect(
      await done('set-round-image', { giveawayId, roundIndex: 0, place: 4, imageURI: 'ipfs://image' }),
    ).toMatchObject({ place: 4 });
  });

  it('answers requests for one place as before', async () => {
    const giveawayId = 'one';
    const terms = { giveawayId, startTime: now() - 60, endTime: now() + DAY, determinationType: 0 };
    const created = await done('create-giveaway', { ...terms, winners: 1, alternates: 0 });
    expect(Object.keys(created).toSorted()).toEqual(['determinationType', 'giveaway', 'giveawayId', 'id']);
    const [passport] = await entrants(giveawayId, 1);
    await advance(DAY);
    const declared = await done('declare-winner', { giveawayId, passportId: passport?.['passportId'] });
    expect(Object.keys(declared)).not.toContain('place');
    const image = { giveawayId, roundIndex: 0, imageURI: 'ipfs://image' };
    expect(await done('set-round-image', { ...image, place: 0 })).toEqual(image);
    expect(await refused('set-round-image', { ...image, place: 1 })).toMatchObject({ reason: 'PLACE' });
  });
});
