import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../support/http/http.ts';
import { giveawayIdOf, hashOf, insert, setChainTime, WALLETS } from '../../support/database/read-model.ts';
import { SUMMER, SUMMER_NOW } from '../../support/database/summer.ts';
import { gateway, read, giveaway, useSummerGateway } from './summer-gateway.ts';

useSummerGateway();

const instant = (day: string) => `${day}T00:00:00.000Z`;

describe('the rounds of a giveaway', () => {
  it('are all rounds that have opened, also those without events, with the totals carried over', async () => {
    const { rounds } = await giveaway(
      SUMMER.carried,
      'rounds { nodes { id index state opensAt closesAt entriesTotal holders } }',
    );
    const row = (
      index: number,
      day: string,
      closes: string,
      state: string,
      total: number,
      holders: number,
    ) => ({
      id: `rnd_${hashOf(2).slice(2)}_${index}`,
      index,
      state,
      opensAt: instant(day),
      closesAt: instant(closes),
      entriesTotal: total,
      holders,
    });
    expect(rounds.nodes).toEqual([
      row(0, '2026-01-01', '2026-01-06', 'CLOSED', 5, 2),
      row(1, '2026-01-08', '2026-01-13', 'CLOSED', 5, 0),
      row(2, '2026-01-15', '2026-01-20', 'CLOSED', 9, 1),
      row(3, '2026-01-22', '2026-01-27', 'CLOSED', 9, 0),
      row(4, '2026-01-29', '2026-02-03', 'CLOSED', 9, 0),
      row(5, '2026-02-05', '2026-02-10', 'CLOSED', 9, 0),
    ]);
  });

  it('have their own totals without carry-over, and end with the giveaway', async () => {
    const { rounds } = await giveaway(SUMMER.cut, 'rounds { nodes { index state closesAt entriesTotal } }');
    expect(rounds.nodes).toEqual([
      { index: 0, state: 'CLOSED', closesAt: instant('2026-01-06'), entriesTotal: 3 },
      { index: 1, state: 'DECIDED', closesAt: instant('2026-01-13'), entriesTotal: 6 },
      { index: 2, state: 'VOID', closesAt: instant('2026-01-20'), entriesTotal: 0 },
      { index: 3, state: 'VOID', closesAt: instant('2026-01-23'), entriesTotal: 0 },
    ]);
  });

  it.each([
    [SUMMER.later, 'SCHEDULED', instant('2026-07-01')],
    [SUMMER.empty, 'VOID', instant('2026-01-02')],
    [SUMMER.endless, 'OPEN', null],
  ])('the rounds of giveaway %i are one round that is %s', async (number, state, closesAt) => {
    const { rounds } = await giveaway(number, 'rounds { nodes { index state closesAt } }');
    expect(rounds.nodes).toEqual([{ index: 0, state, closesAt }]);
  });

  it.each([
    ['first: 2', [0, 1], 5, { hasNextPage: true, hasPreviousPage: false }],
    ['last: 2', [4, 5], 9, { hasNextPage: false, hasPreviousPage: true }],
    ['first: 9', [0, 1, 2, 3, 4, 5], 9, { hasNextPage: false, hasPreviousPage: false }],
  ])('are paged: %s', async (args, indexes, total, pageInfo) => {
    const { rounds } = await giveaway(
      SUMMER.carried,
      `rounds(${args}) { nodes { index entriesTotal } pageInfo { hasNextPage hasPreviousPage } }`,
    );
    expect(rounds.nodes.map(({ index }: Json) => index)).toEqual(indexes);
    expect(rounds.nodes.at(-1).entriesTotal).toBe(total);
    expect(rounds.pageInfo).toEqual(pageInfo);
  });

  it('continue from a cursor in both directions', async () => {
    const { rounds } = await giveaway(SUMMER.carried, 'rounds { edges { cursor } }');
    const third = JSON.stringify(rounds.edges[2].cursor);
    const { later, earlier } = await giveaway(
      SUMMER.carried,
      `later: rounds(first: 2, after: ${third}) { nodes { index entriesTotal } }
       earlier: rounds(last: 1, before: ${third}) { nodes { index entriesTotal } }`,
    );
    expect(later.nodes).toEqual([
      { index: 3, entriesTotal: 9 },
      { index: 4, entriesTotal: 9 },
    ]);
    expect(earlier.nodes).toEqual([{ index: 1, entriesTotal: 5 }]);
  });

  it('are none after a cursor beyond the last', async () => {
    const after = Buffer.from('ROUNDS|999999999999999|', 'latin1').toString('base64url');
    const { rounds } = await giveaway(
      SUMMER.cut,
      `rounds(after: "${after}") { nodes { index } pageInfo { endCursor } }`,
    );
    expect(rounds).toEqual({ nodes: [], pageInfo: { endCursor: null } });
  });
});

describe('one round of a giveaway', () => {
  it.each([
    [0, { index: 0, state: 'CLOSED' }],
    [5, { index: 5, state: 'CLOSED' }],
    [6, { index: 6, state: 'SCHEDULED' }],
    [2_147_483_647, null],
  ])('is found by its index: %i', async (index, expected) => {
    const { round } = await giveaway(SUMMER.carried, `round(index: ${index}) { index state }`);
    expect(round).toEqual(expected);
  });

  it('is null when it never opens', async () => {
    const { round } = await giveaway(SUMMER.cut, 'round(index: 4) { index }');
    expect(round).toBeNull();
  });

  it('is refused for an index below 0', async () => {
    const { body } = await gateway.graphql(
      `{ giveaway(id: "${giveawayIdOf(1)}") { round(index: -1) { id } } }`,
    );
    expect(body.errors[0].message).toMatch(/index must be 0 or more/);
  });

  it('links to its neighbours, its giveaway and its entries', async () => {
    const { round } = await read(
      `{ round(id: "rnd_${hashOf(2).slice(2)}_2") {
        entriesTotal giveaway { id } entries { nodes { leaf entries passport { passportId } round { index } } }
      } }`,
    );
    expect(round).toEqual({
      entriesTotal: 9,
      giveaway: { id: giveawayIdOf(2) },
      entries: { nodes: [{ leaf: 0, entries: 4, passport: { passportId: 2 }, round: { index: 2 } }] },
    });
  });

  it('has its outcome once it is decided', async () => {
    const { round } = await giveaway(
      SUMMER.drawn,
      `round(index: 0) {
        state decidedAt metadataUri metadataHash imageUri imageHash title description itemImage
        winner { passportId wallet passport { id owner tradable } }
        receipt { by byProvider confirmedAt transactionHash }
        delivery { revision signer assetContract recipient proofChainId proofTxHash proofURI deliveredAt transactionHash }
      }`,
    );
    expect(round).toEqual({
      state: 'DECIDED',
      decidedAt: '2026-02-01T00:02:00.000Z',
      metadataUri: 'ipfs://summer/0',
      metadataHash: hashOf(5_001),
      imageUri: 'https://img.example.com/0.png',
      imageHash: hashOf(5_002),
      title: 'Round 1',
      description: null,
      itemImage: 'ipfs://item',
      winner: {
        passportId: 2,
        wallet: WALLETS[2],
        passport: { id: 'psp_2', owner: WALLETS[2], tradable: false },
      },
      receipt: {
        by: WALLETS[2],
        byProvider: true,
        confirmedAt: instant('2026-02-02'),
        transactionHash: hashOf(5_003),
      },
      delivery: {
        revision: 2,
        signer: WALLETS[0],
        assetContract: WALLETS[3],
        recipient: WALLETS[2],
        proofChainId: 1,
        proofTxHash: hashOf(5_004),
        proofURI: null,
        deliveredAt: instant('2026-02-03'),
        transactionHash: hashOf(5_005),
      },
    });
  });

  it('lists all deliveries of its prize with their own checks, by revision', async () => {
    const key = { giveaway_id: giveawayIdOf(SUMMER.drawn), round_index: 0 };
    await gateway.onDatabase((em) =>
      insert(em, 'prize_delivery_check', [
        {
          ...key,
          revision: 1,
          delivery_transaction_hash: hashOf(5_007),
          begun_at: SUMMER_NOW,
          verdict: 'MISMATCH',
          settled_at: SUMMER_NOW,
        },
      ]),
    );
    const { round } = await giveaway(
      SUMMER.drawn,
      `round(index: 0) {
        deliveries { nodes { revision proofTxHash deliveredAt transactionHash verification } }
        delivery { revision verification verifiedAt }
      }`,
    );
    expect(round).toEqual({
      deliveries: {
        nodes: [
          {
            revision: 1,
            proofTxHash: hashOf(5_006),
            deliveredAt: '2026-02-02T12:00:00.000Z',
            transactionHash: hashOf(5_007),
            verification: 'MISMATCH',
          },
          {
            revision: 2,
            proofTxHash: hashOf(5_004),
            deliveredAt: instant('2026-02-03'),
            transactionHash: hashOf(5_005),
            verification: 'PENDING',
          },
        ],
      },
      delivery: { revision: 2, verification: 'PENDING', verifiedAt: null },
    });
  });

  it.each([
    ['set after the texts', SUMMER.drawn, 0, 'https://img.example.com/0.png'],
    ['of texts that were set after an image', SUMMER.cut, 1, 'ipfs://winner'],
    ['that nothing has set', SUMMER.carried, 0, null],
  ])("shows the winner's image %s", async (_case, number, index, expected) => {
    const { round } = await giveaway(number, `round(index: ${index}) { winnerImage }`);
    expect(round).toEqual({ winnerImage: expected });
  });

  it('has no outcome before', async () => {
    const { currentRound } = await giveaway(
      SUMMER.endless,
      'currentRound { decidedAt title winnerImage winner { wallet } drawProof { id } receipt { by } delivery { recipient } }',
    );
    expect(new Set(Object.values(currentRound))).toEqual(new Set([null]));
  });
});

describe('the open round', () => {
  it("follows the chain's clock", async () => {
    const openAt = async (time: string) => {
      await gateway.onDatabase((em) => setChainTime(em, time));
      const { currentRound, rounds } = await giveaway(
        SUMMER.carried,
        'currentRound { index state } rounds(last: 1) { nodes { index state } }',
      );
      return [currentRound?.index ?? null, rounds.nodes[0].index, rounds.nodes[0].state];
    };
    expect(await openAt('2025-12-31T23:59:59Z')).toEqual([null, 0, 'SCHEDULED']);
    expect(await openAt('2026-01-01T00:00:00Z')).toEqual([0, 0, 'OPEN']);
    expect(await openAt('2026-01-06T00:00:00Z')).toEqual([null, 0, 'CLOSED']);
    expect(await openAt('2026-01-08T00:00:00Z')).toEqual([1, 1, 'OPEN']);
    await gateway.onDatabase((em) => setChainTime(em, SUMMER_NOW));
  });

  it("follows the service's own clock while nothing is indexed", async () => {
    await gateway.onDatabase((em) => em.getConnection().execute('delete from chain_cursor'));
    const { currentRound } = await giveaway(SUMMER.endless, 'currentRound { state }');
    const { rounds } = await giveaway(SUMMER.cut, 'rounds(last: 1) { nodes { index state } }');
    await gateway.onDatabase((em) => setChainTime(em, SUMMER_NOW));
    expect(currentRound).toEqual({ state: 'OPEN' });
    expect(rounds.nodes).toEqual([{ index: 3, state: 'VOID' }]);
  });
});
