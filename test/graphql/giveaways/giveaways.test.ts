import { beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { giveawayIdOf, hashOf, WALLETS } from '../../support/database/read-model.ts';
import { seedSummer, SUMMER } from '../../support/database/summer.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
beforeAll(() => gateway.onDatabase(seedSummer));

async function read(query: string, variables: object = {}): Promise<Json> {
  const { body } = await gateway.graphql(query, variables);
  expect(body.errors).toBeUndefined();
  return body.data;
}

const giveaway = (number: number, selections: string) =>
  read(`query ($id: ID!) { giveaway(id: $id) { ${selections} } }`, { id: giveawayIdOf(number) }).then(
    (data) => data.giveaway,
  );

describe('a giveaway', () => {
  it('shows the state of the chain', async () => {
    const shown = await giveaway(
      SUMMER.drawn,
      `__typename id key giveawayId providerKey startTime endTime determinationType requiresHandshake
       providerPaysReceiptGas rollingEveryDays rollingActiveDays rollingEntriesCarryOver beacon beaconMargin
       metadataUri metadataHash title description image signer createdAt createdBlock transactionHash`,
    );
    expect(shown).toEqual({
      __typename: 'Giveaway',
      id: giveawayIdOf(1),
      key: hashOf(1),
      giveawayId: 'summer-1',
      providerKey: hashOf(7_001),
      startTime: '2026-01-01T00:00:00.000Z',
      endTime: '2026-02-01T00:00:00.000Z',
      determinationType: 'ON_CHAIN_RANDOM',
      requiresHandshake: true,
      providerPaysReceiptGas: true,
      rollingEveryDays: 0,
      rollingActiveDays: 0,
      rollingEntriesCarryOver: false,
      beacon: '0x52908400098527886E0F7030069857D2E4169EE7',
      beaconMargin: 60,
      metadataUri: 'ipfs://summer',
      metadataHash: hashOf(5_000),
      title: 'Summer',
      description: 'A bicycle.',
      image: null,
      signer: WALLETS[0],
      createdAt: '2025-12-01T00:00:01.000Z',
      createdBlock: 1,
      transactionHash: hashOf(90_001),
    });
  });

  it('has null for absent values', async () => {
    const shown = await giveaway(
      SUMMER.endless,
      'endTime beacon beaconMargin metadataUri metadataHash title description image',
    );
    expect(new Set(Object.values(shown))).toEqual(new Set([null]));
  });

  it.each(['gwy_none', '', 'lst_1', giveawayIdOf(99), giveawayIdOf(1).toUpperCase(), `${giveawayIdOf(1)}0`])(
    'is null for the id %j',
    async (id) => {
      expect(await read('query ($id: ID!) { giveaway(id: $id) { id } }', { id })).toEqual({ giveaway: null });
    },
  );
});

describe('the list of giveaways', () => {
  const ids = (data: Json) => data.giveaways.nodes.map(({ id }: Json) => id);

  it('is ordered newest first', async () => {
    const data = await read('{ giveaways { nodes { id } edges { node { id } } } }');
    expect(ids(data)).toEqual([6, 5, 4, 3, 2, 1].map(giveawayIdOf));
    expect(data.giveaways.edges.map(({ node }: Json) => node.id)).toEqual(ids(data));
  });

  it('can be read in both directions', async () => {
    const PAGE = `query ($first: Int, $after: String, $last: Int, $before: String) {
      giveaways(first: $first, after: $after, last: $last, before: $before) {
        nodes { id } edges { cursor } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }`;
    const first = await read(PAGE, { first: 4 });
    const { endCursor, startCursor, ...rest } = first.giveaways.pageInfo;
    expect(ids(first)).toEqual([6, 5, 4, 3].map(giveawayIdOf));
    expect(rest).toEqual({ hasNextPage: true, hasPreviousPage: false });
    expect([startCursor, endCursor]).toEqual([
      first.giveaways.edges[0].cursor,
      first.giveaways.edges[3].cursor,
    ]);
    const second = await read(PAGE, { first: 4, after: endCursor });
    expect(ids(second)).toEqual([2, 1].map(giveawayIdOf));
    expect(second.giveaways.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const back = await read(PAGE, { last: 3, before: second.giveaways.pageInfo.startCursor });
    expect(ids(back)).toEqual([5, 4, 3].map(giveawayIdOf));
    expect(back.giveaways.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
  });

  it('can be filtered by provider, in any case of the key', async () => {
    const key = `0x${'0'.repeat(60)}1B58`;
    const data = await read('query ($key: Hash) { giveaways(providerKey: $key) { nodes { id } } }', { key });
    expect(ids(data)).toEqual([6, 4, 2].map(giveawayIdOf));
  });

  it.each([
    ['first: 0', /first must be at least 1/],
    ['first: 101', /first must be at most 100/],
    ['first: 1, last: 1', /cannot be combined with first/],
    ['after: "no cursor"', /after is not a cursor of this list/],
    ['providerKey: "0x1"', /Hash must be 0x and 64 hexadecimal digits/],
  ])('refuses %s', async (args, message) => {
    const { body } = await gateway.graphql(`{ giveaways(${args}) { nodes { id } } }`);
    expect(body.errors[0]).toMatchObject({ message: expect.stringMatching(message) });
    expect(body.errors[0].extensions.code).toMatch(/INVALID_PAYLOAD|VALIDATION/);
  });

  it('refuses the cursor of another list', async () => {
    const { rounds } = await giveaway(SUMMER.cut, 'rounds { pageInfo { endCursor } }');
    const { body } = await gateway.graphql(
      'query ($after: String) { giveaways(after: $after) { nodes { id } } }',
      {
        after: rounds.pageInfo.endCursor,
      },
    );
    expect(body.errors[0].extensions.code).toBe('INVALID_PAYLOAD');
  });
});

describe('node(id:)', () => {
  it.each([
    ['Giveaway', giveawayIdOf(1)],
    ['Round', `rnd_${hashOf(1).slice(2)}_0`],
    ['DrawProof', `drw_${hashOf(1).slice(2)}_0`],
    ['Winner', `win_${hashOf(1).slice(2)}_0`],
    ['Entry', `ent_${hashOf(1).slice(2)}_0_2`],
    ['EntryChange', 'chg_10_3'],
    ['Passport', 'psp_2'],
    ['PassportTransfer', 'ptr_21_0'],
  ])('finds a %s', async (type, id) => {
    expect(await read('query ($id: ID!) { node(id: $id) { __typename id } }', { id })).toEqual({
      node: { __typename: type, id },
    });
  });

  it('returns an object whose fields lead to others', async () => {
    const id = `ent_${hashOf(2).slice(2)}_2_2`;
    const data = await read(
      `query ($id: ID!) { node(id: $id) { ... on Entry {
        entries passport { owner } round { index entriesTotal giveaway { giveawayId } entries { nodes { id } } }
      } } }`,
      { id },
    );
    expect(data.node).toEqual({
      entries: 4,
      passport: { owner: WALLETS[2] },
      round: {
        index: 2,
        entriesTotal: 9,
        giveaway: { giveawayId: 'summer-2' },
        entries: { nodes: [{ id }] },
      },
    });
  });

  it.each([
    `rnd_${hashOf(1).slice(2)}_1`,
    `rnd_${hashOf(1).slice(2)}_00`,
    `rnd_${hashOf(1).slice(2)}_99999999999`,
    `rnd_${hashOf(99).slice(2)}_0`,
    `drw_${hashOf(2).slice(2)}_0`,
    `ent_${hashOf(1).slice(2)}_0_99`,
    `ent_${hashOf(1).slice(2)}_0_99999999999999999999`,
    'chg_10_4',
    'chg_x_4',
    'chg_999999999999999_999999999',
    'psp_0',
    'psp_-1',
    'psp_9007199254740993',
    'ptr_10_3',
    'nothing',
  ])('is null for %s', async (id) => {
    expect(await read('query ($id: ID!) { node(id: $id) { id } }', { id })).toEqual({ node: null });
  });
});
