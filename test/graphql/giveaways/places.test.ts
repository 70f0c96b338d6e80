import { beforeAll, describe, expect, it } from '@jest/globals';
import { giveawayIdOf, hashOf, WALLETS } from '../../support/database/read-model.ts';
import { PLACES, seedPlaces } from '../../support/database/places.ts';
import { SUMMER } from '../../support/database/summer.ts';
import { gateway, giveaway, read, useSummerGateway } from './summer-gateway.ts';

useSummerGateway();
beforeAll(() => gateway.onDatabase(seedPlaces));

/** A response of a plan, and of the ordinary executor. */
const WAYS = [
  ['a plan', ''],
  ['the ordinary executor', '@include(if: true)'],
] as const;
const roundOf = (number: number, selections: string, directive = '') =>
  giveaway(number, `round(index: 0) ${directive} { ${selections} }`).then(({ round }) => round);

describe.each(WAYS)('a round with several places, answered by %s', (_way, directive) => {
  it('has each place with its winner, ticket, receipt, texts, image and delivery', async () => {
    const { places } = await roundOf(
      PLACES.drawn,
      `places { nodes {
        place isAlternate decidedAt blockNumber transactionHash title winnerImage imageUri metadataUri
        winner { id passportId wallet passport { owner } } draw { ticketsBefore total ticket } receipt { by byProvider }
        delivery { revision proofTxHash verification amount byProvider } deliveries { nodes { revision verification } }
      } pageInfo { hasNextPage } }`,
      directive,
    );
    const winnerId = `win_${hashOf(PLACES.drawn).slice(2)}_0`;
    expect(places.pageInfo).toEqual({ hasNextPage: false });
    expect(places.nodes).toEqual([
      {
        place: 0,
        isAlternate: false,
        decidedAt: '2026-02-01T00:02:00.000Z',
        blockNumber: 77,
        transactionHash: hashOf(771),
        title: null,
        winnerImage: null,
        imageUri: null,
        metadataUri: null,
        winner: { id: winnerId, passportId: 2, wallet: WALLETS[2], passport: { owner: WALLETS[2] } },
        draw: { ticketsBefore: 0, total: 10, ticket: 4 },
        receipt: null,
        delivery: null,
        deliveries: { nodes: [] },
      },
      {
        place: 1,
        isAlternate: false,
        decidedAt: '2026-02-01T00:02:30.000Z',
        blockNumber: 78,
        transactionHash: hashOf(781),
        title: 'Round 1',
        winnerImage: 'ipfs://winner',
        imageUri: 'https://img.example.com/place.png',
        metadataUri: 'ipfs://places/1',
        winner: { id: `${winnerId}_1`, passportId: 1, wallet: WALLETS[1], passport: { owner: WALLETS[1] } },
        draw: { ticketsBefore: 1, total: 3, ticket: 2 },
        receipt: { by: WALLETS[1], byProvider: false },
        delivery: {
          revision: 2,
          proofTxHash: hashOf(5_012),
          verification: 'VERIFIED',
          amount: '25',
          byProvider: true,
        },
        deliveries: {
          nodes: [
            { revision: 1, verification: 'PENDING' },
            { revision: 2, verification: 'VERIFIED' },
          ],
        },
      },
      expect.objectContaining({
        place: 2,
        isAlternate: true,
        winner: expect.objectContaining({ id: `${winnerId}_2`, passportId: 3 }),
        delivery: expect.objectContaining({ revision: 1, verification: 'PENDING', amount: null }),
        deliveries: { nodes: [{ revision: 1, verification: 'PENDING' }] },
      }),
    ]);
  });

  it('has a place by its number, and that of a passport', async () => {
    const fields =
      '{ place isAlternate winner { passportId } delivery { revision } deliveries { nodes { revision } } }';
    const found = await roundOf(
      PLACES.drawn,
      `second: place(place: 1) ${fields} none: place(place: 3) ${fields} ofThird: placeOf(passportId: 3) ${fields}
       ofFirst: placeOf(passportId: 2) ${fields} ofNobody: placeOf(passportId: 9) ${fields}`,
      directive,
    );
    const place = (number: number, passportId: number, revisions: number[]) => ({
      place: number,
      isAlternate: number === 2,
      winner: { passportId },
      delivery: revisions.length === 0 ? null : { revision: revisions.length },
      deliveries: { nodes: revisions.map((revision) => ({ revision })) },
    });
    expect(found).toEqual({
      second: place(1, 1, [1, 2]),
      none: null,
      ofThird: place(2, 3, [1]),
      ofFirst: place(0, 2, []),
      ofNobody: null,
    });
  });

  it('pages its places', async () => {
    const first = await roundOf(
      PLACES.drawn,
      'places(first: 2) { nodes { place } pageInfo { hasNextPage endCursor } }',
      directive,
    );
    expect(first.places).toEqual({
      nodes: [{ place: 0 }, { place: 1 }],
      pageInfo: { hasNextPage: true, endCursor: expect.any(String) },
    });
    const after = first.places.pageInfo.endCursor;
    const rest = await roundOf(PLACES.drawn, `places(after: "${after}") { nodes { place } }`, directive);
    expect(rest.places.nodes).toEqual([{ place: 2 }]);
  });

  it('says how many places have a winner and a delivered prize, and whether that is all', async () => {
    const fields = 'state placesDecided placesDelivered isDrawing isDelivered';
    const rows = [];
    for (const number of Object.values(PLACES)) rows.push(await roundOf(number, fields, directive));
    const row = (
      placesDecided: number,
      placesDelivered: number,
      isDrawing: boolean,
      isDelivered: boolean,
    ) => ({
      state: 'DECIDED',
      placesDecided,
      placesDelivered,
      isDrawing,
      isDelivered,
    });
    expect(rows).toEqual([
      row(3, 2, false, true),
      row(1, 0, true, false),
      row(2, 0, false, false),
      row(1, 0, false, false),
    ]);
    const { winners, alternates } = await giveaway(PLACES.drawn, `winners alternates`);
    expect([winners, alternates]).toEqual([2, 1]);
  });

  it('is delivered when its draw found fewer passports than winners, and these have their prizes', async () => {
    const set = (deliveries: number) =>
      gateway.onDatabase(async (em) => {
        const of = `giveaway_id = '${giveawayIdOf(PLACES.few)}'`;
        await em.execute(`update giveaway_round set deliveries = ${deliveries} where ${of}`);
        await em.execute(`update round_place set deliveries = ${deliveries} where ${of}`);
      });
    await set(1);
    expect(await roundOf(PLACES.few, 'isDelivered placesDelivered', directive)).toEqual({
      isDelivered: true,
      placesDelivered: 2,
    });
    await set(0);
  });

  it('has one place when its giveaway has one winner', async () => {
    const fields = `placesDecided placesDelivered isDrawing isDelivered
      places { nodes { place isAlternate title winnerImage winner { passportId } delivery { revision } } }`;
    expect(await roundOf(SUMMER.drawn, fields, directive)).toEqual({
      placesDecided: 1,
      placesDelivered: 1,
      isDrawing: false,
      isDelivered: true,
      places: {
        nodes: [
          {
            place: 0,
            isAlternate: false,
            title: 'Round 1',
            winnerImage: 'https://img.example.com/0.png',
            winner: { passportId: 2 },
            delivery: { revision: 2 },
          },
        ],
      },
    });
    expect(await roundOf(SUMMER.endless, fields, directive)).toEqual({
      placesDecided: 0,
      placesDelivered: 0,
      isDrawing: false,
      isDelivered: false,
      places: { nodes: [] },
    });
    const { winners, alternates } = await giveaway(SUMMER.drawn, 'winners alternates');
    expect([winners, alternates]).toEqual([1, 0]);
  });

  it('is among the wins of its winners, and of an alternate that got a prize', async () => {
    const winsOf = async (passportId: number) => {
      const { passport } = await read(
        `{ passport(passportId: ${passportId}) { wins ${directive} { nodes { giveaway { giveawayId } winner { passportId } } } } }`,
      );
      return passport.wins.nodes.map(
        (round: { giveaway: { giveawayId: string } }) => round.giveaway.giveawayId,
      );
    };
    const named = (...numbers: number[]) => numbers.map((number) => `summer-${number}`);
    expect(await winsOf(1)).toEqual(named(PLACES.drawn, PLACES.few, SUMMER.cut));
    expect(await winsOf(3)).toEqual(named(PLACES.drawn, PLACES.declared));
    await gateway.onDatabase((em) => em.execute('update round_place set deliveries = 0 where place = 2'));
    expect(await winsOf(3)).toEqual(named(PLACES.declared));
    await gateway.onDatabase((em) => em.execute('update round_place set deliveries = 1 where place = 2'));
  });
});

describe('the winner of a place', () => {
  const find = (id: string) =>
    read('query ($id: ID!) { node(id: $id) { id ... on Winner { passportId passport { owner } } } }', {
      id,
    }).then(({ node }) => node);
  const id = `win_${hashOf(PLACES.drawn).slice(2)}_0`;

  it.each([
    [id, 2],
    [`${id}_1`, 1],
    [`${id}_2`, 3],
  ])('is found by its id', async (winner, passportId) => {
    expect(await find(winner)).toEqual({
      id: winner,
      passportId,
      passport: { owner: WALLETS[passportId % 4] },
    });
  });

  it.each([`${id}_0`, `${id}_3`, `${id}_1000`, `${id}_x`, `win_${hashOf(SUMMER.endless).slice(2)}_0`])(
    'is null for the id %s',
    async (winner) => {
      expect(await find(winner)).toBeNull();
    },
  );
});
