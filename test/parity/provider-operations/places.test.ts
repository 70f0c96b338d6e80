import { expect, it, jest } from '@jest/globals';
import type { Json } from '../../support/http/http.ts';
import { REQUESTS } from '../../support/providers/provider-requests.ts';
import { CHAIN_TIMEOUT, contractRefusal, type Body, type ProviderApi } from './apis.ts';
import {
  endTime,
  expectSameRefusal,
  graphql,
  managedPassport,
  managedWallet,
  node,
  passportId,
  provider,
  rest,
  startTime,
  useProviders,
} from './providers.ts';

jest.setTimeout(CHAIN_TIMEOUT * 2);

useProviders();

const APIS = [
  ['R', rest],
  ['G', graphql],
] as const;

it('runs giveaways with several winners alike through REST and GraphQL, and refuses the same requests', async () => {
  const results: Record<string, Json[]> = { R: [], G: [] };
  const perform = async (prefix: string, api: ProviderApi, endpoint: string, body: Body) => {
    const { error, result } = await api.request(endpoint, body, provider.secret);
    expect([endpoint, error]).toEqual([endpoint, undefined]);
    const { id: _id, giveaway: _giveaway, ...own } = result;
    results[prefix]?.push({ ...own, giveawayId: own.giveawayId.slice(2) });
  };
  for (const [prefix, api] of APIS) {
    const giveawayId = `${prefix} several`;
    const terms = { giveawayId, startTime, endTime, determinationType: 0, providerPaysReceiptGas: true };
    await perform(prefix, api, 'create-giveaway', { ...terms, winners: 2, alternates: 1 });
    for (const passport of [passportId, managedPassport])
      await perform(prefix, api, 'issue-entries', { giveawayId, passportId: passport, amount: 1 });
  }
  await node.advance(endTime + 5 - Math.floor(Date.now() / 1_000));
  const { secret } = provider;
  await rest.request('create-giveaway', { ...REQUESTS['create-giveaway'], giveawayId: 'later' }, secret);
  for (const [prefix, api] of APIS) {
    const round = { giveawayId: `${prefix} several`, roundIndex: 0 };
    const { giveawayId } = round;
    const place = { ...round, place: 1 };
    await perform(prefix, api, 'declare-winner', { giveawayId, passportId });
    await perform(prefix, api, 'declare-winner', { giveawayId, passportId: managedPassport });
    await perform(prefix, api, 'set-round-metadata', { ...place, title: 'Second' });
    await perform(prefix, api, 'set-round-image', { ...place, imageURI: 'https://example.com/a.png' });
    const delivery = { ...REQUESTS['record-prize-delivery'], ...place, recipient: managedWallet };
    await perform(prefix, api, 'record-prize-delivery', delivery);
    await perform(prefix, api, 'confirm-receipt-by-provider', { giveawayId, place: 1 });
  }
  expect(results['G']).toEqual(results['R']);
  // Neither of the creation, the entries and the first winner.
  expect(results['R']?.map(({ place = 0 }) => place)).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1]);

  const round = { giveawayId: 'R several', roundIndex: 0 };
  const undecided = { ...round, place: 2 };
  const absent = { ...round, place: 3 };
  const refusals: readonly (readonly [string, Body, object])[] = [
    ['declare-winner', { ...round, passportId }, contractRefusal('PASSPORT_HAS_PLACE')],
    ...[
      'set-round-metadata',
      'set-round-image',
      'record-prize-delivery',
      'confirm-receipt-by-provider',
    ].flatMap((endpoint) => [
      [endpoint, undecided, { code: 'WINNER_NOT_DECLARED', reason: 'WINNER_NOT_SET' }] as const,
      [endpoint, absent, { code: 'NOT_FOUND', reason: 'PLACE' }] as const,
    ]),
    ['create-giveaway', { winners: 0 }, { code: 'INVALID_PAYLOAD' }],
    ['create-giveaway', { alternates: 101 }, { code: 'INVALID_PAYLOAD' }],
    ['set-round-image', { place: 200 }, { code: 'INVALID_PAYLOAD' }],
  ];
  for (const [endpoint, body, expected] of refusals)
    await expectSameRefusal(endpoint, { ...REQUESTS[endpoint], ...body }, expected);
});
