import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import type { Json } from '../../support/http/http.ts';
import { A_WALLET, ANOTHER_WALLET, REQUESTS } from '../../support/providers/provider-requests.ts';
import {
  CHAIN_TIMEOUT,
  contractRefusal,
  ENDPOINTS,
  type ApiResponse,
  type Body,
  type ProviderApi,
} from './apis.ts';
import {
  BEACON_MARGIN,
  endTime,
  expectNoChange,
  expectSameRefusal,
  graphql,
  managedPassport,
  node,
  passportId,
  passportOf,
  passportWithoutFunds,
  provider,
  providerWithoutFunds,
  readState,
  requestBoth,
  rest,
  startTime,
  useProviders,
} from './providers.ts';

jest.setTimeout(CHAIN_TIMEOUT);

useProviders();

describe('Two equal giveaways, one run through REST and one through GraphQL', () => {
  const APIS = [
    ['R', rest],
    ['G', graphql],
  ] as const;

  /** Replaces the values that differ between two giveaways. */
  const comparable = (value: unknown, prefix: string): Json =>
    JSON.parse(
      JSON.stringify(value, (name, member: unknown) => {
        if (/^(id|giveaway|passportId|managedWallet|ticket|randomness|beaconRound)$/.test(name)) return 'own';
        if (name === 'ownerWallet' || name === 'owner' || name === 'wallet')
          return member === A_WALLET ? member : 'own';
        return typeof member === 'string' && member.startsWith(`${prefix} `) ? member.slice(2) : member;
      }),
    );

  it('have the same responses and the same state from their creation to the delivery', async () => {
    const before = Math.floor(Date.now() / 1_000);
    const opened = await Promise.all(APIS.map(([prefix, api]) => open(prefix, api)));
    await node.advance(endTime + 5 - before);
    // This confirmation shows that the gateway has indexed a block with the new time.
    await successOf(
      rest.request(
        'create-giveaway',
        { ...REQUESTS['create-giveaway'], giveawayId: 'later' },
        provider.secret,
      ),
    );
    const early = await requestBoth('draw-winner', { giveawayId: 'drawn' });
    expect(early[0]).toMatchObject({ reason: 'BEACON_NOT_READY', retryable: true });
    for (const response of early) {
      expect(response.retryAfterSeconds).toBeGreaterThan(0);
      delete response.retryAfterSeconds;
    }
    expect(early[1]).toEqual(early[0]);
    await expectSameRefusal('declare-winner', { giveawayId: 'empty', passportId }, { reason: 'NO_ENTRIES' });
    const withoutEntries = { giveawayId: 'declared', passportId: managedPassport };
    await expectSameRefusal('declare-winner', withoutEntries, { reason: 'PASSPORT_WITHOUT_ENTRIES' });
    await node.advance(BEACON_MARGIN + 60);
    await successOf(rest.request('declare-winner', { giveawayId: 'handshake', passportId }, provider.secret));
    const ended = await Promise.all(
      APIS.map(([prefix, api], index) => decide(prefix, api, opened[index] ?? [])),
    );

    const [byRest, byGraphql] = APIS.map(([prefix], index) =>
      comparable([...(opened[index] ?? []), ...(ended[index] ?? [])], prefix),
    );
    expect(byGraphql).toEqual(byRest);
    expect(byRest.map((response: ApiResponse) => Object.keys(response))).not.toContain('error');
    const { giveaways } = await eventually(readState, ({ giveaways: { nodes } }) =>
      APIS.every(([prefix]) =>
        nodes.some((each: Json) => each.giveawayId === `${prefix} declared` && each.round.delivery),
      ),
    );
    const [stateOfRest, stateOfGraphql] = APIS.map(([prefix]) => {
      const ownGiveaways = giveaways.nodes.filter((each: Json) => each.giveawayId.startsWith(`${prefix} `));
      return comparable(
        ownGiveaways.toSorted((a: Json, b: Json) => a.giveawayId.localeCompare(b.giveawayId)),
        prefix,
      );
    });
    expect(stateOfRest).toHaveLength(2);
    expect(stateOfGraphql).toEqual(stateOfRest);
  });

  const decidedRound = { giveawayId: 'R declared', roundIndex: 0 };
  const REFUSALS_AFTER_THE_END: readonly (readonly [endpoint: string, body: Body, expected: object])[] = [
    ...['issue-entries', 'remove-entries', 'provision-entrant'].map(
      (endpoint) => [endpoint, { giveawayId: 'declared' }, contractRefusal('ROUND_NOT_ACTIVE')] as const,
    ),
    ['draw-winner', { giveawayId: 'empty drawn' }, contractRefusal('NO_ENTRIES')],
    ['declare-winner', decidedRound, contractRefusal('WINNER_ALREADY_SET')],
    ['draw-winner', { giveawayId: 'R drawn' }, contractRefusal('WINNER_ALREADY_SET')],
    ['confirm-receipt-by-provider', decidedRound, contractRefusal('RECEIPT_ALREADY_CONFIRMED')],
    [
      'record-prize-delivery',
      { ...decidedRound, recipient: ANOTHER_WALLET },
      contractRefusal('RECIPIENT_NOT_OWNER'),
    ],
    ['record-prize-delivery', { giveawayId: 'handshake' }, contractRefusal('HANDSHAKE_PENDING')],
  ];
  it.each(REFUSALS_AFTER_THE_END)(
    'get the same refusal of %s after the end: %j',
    async (endpoint, body, expected) => {
      await expectSameRefusal(
        endpoint,
        { ...REQUESTS[endpoint], ...passportOf(endpoint), ...body },
        expected,
      );
    },
  );

  it('get the same refusal of every operation from a signer without funds', async () => {
    await successOf(
      rest.request(
        'declare-winner',
        { giveawayId: 'decided', passportId: passportWithoutFunds },
        providerWithoutFunds.secret,
      ),
    );
    await node.setBalance(providerWithoutFunds.signer, 1n);
    const insufficientFunds = { code: 'INSUFFICIENT_FUNDS', reason: 'SIGNER_BALANCE', retryable: true };
    const details = {
      address: providerWithoutFunds.signer,
      balance: '1',
      symbol: 'ETH',
      needed: expect.stringMatching(/^\d+$/),
    };
    const giveaways: Readonly<Record<string, string>> = {
      'create-giveaway': 'unaffordable',
      'issue-entries': 'open',
      'remove-entries': 'open',
      'provision-entrant': 'open',
      'declare-winner': 'declared',
      'draw-winner': 'drawn',
    };
    for (const endpoint of ENDPOINTS) {
      const giveawayId = giveaways[endpoint] ?? 'decided';
      const passport = 'passportId' in (REQUESTS[endpoint] ?? {}) && { passportId: passportWithoutFunds };
      await expectNoChange(async () => {
        const [first, second] = await requestBoth(
          endpoint,
          { ...REQUESTS[endpoint], giveawayId, ...passport },
          providerWithoutFunds.secret,
        );
        expect({ endpoint, ...first }).toMatchObject({ endpoint, ...insufficientFunds, details });
        // The needed amount changes with the fees.
        for (const response of [first, second]) {
          delete response.details.needed;
          delete response.message;
        }
        expect(second).toEqual(first);
      });
    }
  });

  const successOf = async (response: Promise<ApiResponse>): Promise<ApiResponse> => {
    const { error, result, isReplay } = await response;
    expect(error).toBeUndefined();
    return { result, isReplay: isReplay ?? false };
  };

  /** Creates two giveaways, and changes their entries and passports; returns the responses. */
  async function open(prefix: string, api: ProviderApi): Promise<ApiResponse[]> {
    const request = (endpoint: string, body: Body) => api.request(endpoint, body, provider.secret);
    const texts = {
      title: 'A giveaway',
      description: 'The same in both APIs',
      image: 'ipfs://image',
      metadataUri: '',
    };
    const [declared, drawn] = [`${prefix} declared`, `${prefix} drawn`];
    const created = await Promise.all([
      successOf(
        request('create-giveaway', {
          giveawayId: declared,
          startTime,
          endTime,
          determinationType: 0,
          ...texts,
          requiresHandshake: true,
          providerPaysReceiptGas: true,
        }),
      ),
      successOf(request('create-giveaway', { giveawayId: drawn, startTime, endTime, determinationType: 1 })),
    ]);
    const entrants = await Promise.all([
      successOf(
        request('provision-entrant', {
          entrantWallet: A_WALLET,
          giveawayId: declared,
          amount: 5,
          reasonCode: 3,
          evidence: 'order',
          maxTransfers: 1,
        }),
      ),
      successOf(
        request('provision-entrant', { ownershipMode: 'managed_wallet', giveawayId: drawn, amount: 1 }),
      ),
    ]);
    const [{ result: entrant }, { result: managed }] = entrants;
    const change = { giveawayId: declared, passportId: entrant.passportId, expectedOwnerWallet: A_WALLET };
    const changed = [
      await successOf(request('issue-entries', { ...change, amount: 3, reasonCode: 1, evidence: 'more' })),
      await successOf(request('remove-entries', { ...change, amount: 2 })),
    ];
    const moved = await successOf(
      request('provision-entrant', {
        ownershipMode: 'transfer_existing_passport',
        sourceWallet: managed.managedWallet,
        passportId: managed.passportId,
        entrantWallet: A_WALLET,
        issue: false,
      }).then((response) => ({ ...response, result: { ...response.result, sourceWallet: 'own' } })),
    );
    return [...entrants, ...created, ...changed, moved];
  }

  /** Decides both giveaways, and describes and delivers the prize; returns the responses. */
  async function decide(
    prefix: string,
    api: ProviderApi,
    [entrant]: readonly ApiResponse[],
  ): Promise<ApiResponse[]> {
    const request = (endpoint: string, body: Body) => api.request(endpoint, body, provider.secret);
    const [declared, drawn] = [`${prefix} declared`, `${prefix} drawn`];
    const round = { giveawayId: declared, roundIndex: 0 };
    const decided = await Promise.all([
      successOf(request('declare-winner', { giveawayId: declared, passportId: entrant?.result.passportId })),
      successOf(request('draw-winner', { giveawayId: drawn })),
    ]);
    const described = await Promise.all([
      successOf(request('confirm-receipt-by-provider', { giveawayId: declared })),
      successOf(request('set-round-metadata', { ...round, title: 'Round 1', winnerImage: 'ar://winner' })),
      successOf(request('set-round-image', { ...round, imageURI: 'https://example.com/a.png' })),
    ]);
    const delivery = { ...REQUESTS['record-prize-delivery'], ...round, proofURI: 'https://example.com/' };
    return [...decided, ...described, await successOf(request('record-prize-delivery', delivery))];
  }
});
