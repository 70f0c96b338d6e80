import { beforeAll, describe, expect, it } from '@jest/globals';
import { foldTexts } from '../../../src/adapters/postgres/operations/fold-texts.ts';
import { createOperationStore } from '../../../src/adapters/postgres/operations/operation-store.ts';
import { searchTerms } from '../../../src/core/feed/search-words.ts';
import { giveawayIdOf, hashOf, insert, WALLETS } from '../../support/database/read-model.ts';
import { SUMMER } from '../../support/database/summer.ts';
import { gateway, giveaway, read, useSummerGateway } from './summer-gateway.ts';

useSummerGateway();

const { drawn, carried, cut, later, empty, endless } = SUMMER;
const numberOf = new Map(Object.values(SUMMER).map((number) => [giveawayIdOf(number), number]));

async function find(filter: object, page: object = {}, providerKey: string | null = null): Promise<number[]> {
  const { giveaways } = await read(
    `query ($filter: GiveawayFilter, $providerKey: Hash, $first: Int, $after: String, $last: Int) {
      giveaways(filter: $filter, providerKey: $providerKey, first: $first, after: $after, last: $last) { nodes { id } }
    }`,
    { filter, providerKey, ...page },
  );
  return giveaways.nodes.map(({ id }: { id: string }) => numberOf.get(id));
}

describe('a filter of giveaways', () => {
  it.each([
    ['the state SCHEDULED', { state: 'SCHEDULED' }, [later]],
    ['the state RUNNING, soonest end first', { state: 'RUNNING' }, [carried, endless]],
    ['the state ENDED, latest end first', { state: 'ENDED' }, [drawn, cut, empty]],
    [
      'an end after an instant, without those that never end',
      { endsAfter: '2026-01-23T00:00:00Z' },
      [drawn, later],
    ],
    ['an end before an instant', { endsBefore: '2026-01-23T00:00:00Z' }, [empty]],
    [
      'an end between two instants',
      { endsAfter: '2026-01-02T00:00:00Z', endsBefore: '2026-02-01T00:00:00Z' },
      [cut],
    ],
    ['state and end', { state: 'ENDED', endsBefore: '2026-01-30T00:00:00Z' }, [cut, empty]],
    ['the beginning of a word of the title', { search: 'SUMM' }, [drawn]],
    ['words of the title and the description in any order', { search: 'bicycle summer' }, [drawn]],
    ['words of which one does not occur', { search: 'summer winter' }, []],
    ['a phrase without words', { search: `!' & | :*` }, []],
    ['words and a state', { search: 'summer', state: 'RUNNING' }, []],
    ['words and an end', { search: 'summer', endsBefore: '2026-03-01T00:00:00Z' }, [drawn]],
    ['nothing, newest first', {}, [endless, empty, later, cut, carried, drawn]],
  ])('finds those with %s', async (_title, filter, expected) => {
    expect(await find(filter)).toEqual(expected);
  });

  it.each([
    [{ state: 'ENDED' }, [drawn, cut, empty]],
    [{ state: 'SCHEDULED' }, []],
    [{ state: 'RUNNING' }, []],
    [{ search: 'summer' }, [drawn]],
    [{ endsBefore: '2026-01-23T00:00:00Z' }, [empty]],
  ])('is combined with a provider: %j', async (filter, expected) => {
    expect(await find(filter, {}, hashOf(7_001))).toEqual(expected);
    expect(await find(filter, {}, hashOf(1))).toEqual([]);
  });

  it.each([
    { endsAfter: '0000-01-01T00:00:00Z' },
    { endsBefore: '0001-01-01T00:00:00+14:00' },
    { endsAfter: '9999-12-31T23:59:59-12:00' },
  ])('is refused with an end outside of the years 1 to 9999: %j', async (filter) => {
    const query = 'query ($filter: GiveawayFilter) { giveaways(filter: $filter) { nodes { id } } }';
    const { body } = await gateway.graphql(query, { filter }, gateway.operatorToken);
    expect(body.errors[0].extensions.code).toBe('INVALID_PAYLOAD');
  });

  it('is refused when it is not one', async () => {
    const { body } = await gateway.graphql(
      `{ giveaways(filter: { search: "${'x'.repeat(201)}" }) { nodes { id } } }`,
      {},
      gateway.operatorToken,
    );
    expect(body.errors[0].extensions.code).toBe('INVALID_PAYLOAD');
  });

  it('pages in its order', async () => {
    const query = `query ($after: String) { giveaways(filter: { state: ENDED }, first: 1, after: $after) {
      nodes { id } pageInfo { endCursor hasNextPage } } }`;
    const pages = [];
    for (let after: string | null = null, more = true; more;) {
      const { giveaways } = await read(query, { after });
      pages.push(numberOf.get(giveaways.nodes[0].id));
      after = giveaways.pageInfo.endCursor;
      more = giveaways.pageInfo.hasNextPage;
    }
    expect(pages).toEqual([drawn, cut, empty]);
    expect(await find({ state: 'ENDED' }, { last: 1 })).toEqual([empty]);
  });
});

describe('a giveaway', () => {
  it.each([
    [drawn, 'ENDED'],
    [endless, 'RUNNING'],
    [later, 'SCHEDULED'],
  ])('%i shows its state %s', async (number, state) => {
    expect(await giveaway(number, 'state')).toEqual({ state });
  });

  it('shows the name of its provider, and null for an unknown one', async () => {
    await gateway.onDatabase((em) =>
      insert(em, 'provider', [
        {
          id: 'prv_1',
          name: 'Summer <b>Ltd</b>',
          chain_key: hashOf(7_000),
          created_at: '2026-01-01T00:00:00Z',
        },
      ]),
    );
    expect(await giveaway(carried, 'providerName')).toEqual({ providerName: 'Summer <b>Ltd</b>' });
    expect(await giveaway(drawn, 'providerName')).toEqual({ providerName: null });
  });

  it('shows the entries of a passport, latest round first', async () => {
    const selection = 'entries(passportId: 1) { nodes { entries passport { passportId } round { index } } }';
    const found = await giveaway(cut, selection);
    expect(found.entries.nodes.map((entry: { round: { index: number } }) => entry.round.index)).toEqual([
      2, 1, 0,
    ]);
    expect(await giveaway(drawn, 'entries(passportId: 999) { nodes { entries } }')).toEqual({
      entries: { nodes: [] },
    });
  });
});

describe('a passport', () => {
  it('shows the rounds that it won', async () => {
    const { passport } = await read(
      '{ passport(passportId: 2) { wins { nodes { index giveaway { id } } } } }',
    );
    expect(passport.wins.nodes).toEqual([{ index: 0, giveaway: { id: giveawayIdOf(drawn) } }]);
  });
});

describe('the charts of a round', () => {
  const charts = (id: string) =>
    read(
      `query ($id: ID!) { roundCharts(round: $id) {
        entriesOverTime { at entries } holderClasses { from to holders entries } isSampled } }`,
      { id },
    ).then(({ roundCharts }) => roundCharts);
  const roundOf = (number: number) => `${giveawayIdOf(number).replace('gwy', 'rnd')}_0`;

  beforeAll(() =>
    gateway.onDatabase(async (em) => {
      await em.getConnection().execute(`
        insert into round_total (giveaway_id, round_index, block_number, entries, mined_at)
        select '${giveawayIdOf(endless)}', 0, block, block * 2, timestamptz '2026-01-01' + block * interval '1 minute'
        from generate_series(1, 5000) block`);
      await em.getConnection().execute(`
        insert into entry (giveaway_id, round_index, leaf, passport_id, entries, changed_at)
        select '${giveawayIdOf(empty)}', 0, leaf, 10000 + leaf, 1 + leaf % 2 * 3, now() from generate_series(0, 9999) leaf`);
    }),
  );

  it('are empty for a round without entries, and missing for no round', async () => {
    expect(await charts(roundOf(later))).toEqual({
      entriesOverTime: [],
      holderClasses: [],
      isSampled: false,
    });
    expect(await charts('rnd_1')).toBeNull();
  });

  it('show at most 60 totals over time, the last of them the present one', async () => {
    const { entriesOverTime } = await charts(roundOf(endless));
    expect(entriesOverTime).toHaveLength(60);
    expect(entriesOverTime[0]).toEqual({ at: '2026-01-01T00:01:00.000Z', entries: 2 });
    expect(entriesOverTime.at(-1).entries).toBe(10_000);
  });

  it('count the holders by their number of entries', async () => {
    const { holderClasses, isSampled } = await charts(roundOf(drawn));
    expect(isSampled).toBe(false);
    expect(holderClasses.reduce((sum: number, { entries }: { entries: number }) => sum + entries, 0)).toBe(
      10,
    );
  });

  it('estimate the holders of a large round from a sample', async () => {
    expect(await charts(roundOf(empty))).toMatchObject({
      holderClasses: [
        { from: 1, to: 1, holders: 5_000, entries: 5_000 },
        { from: 4, to: 7, holders: 5_000, entries: 20_000 },
      ],
      isSampled: true,
    });
  });
});

describe('a search of giveaways', () => {
  const CHAIN = 31_337n;
  const texts = (title: string) => ({ title, description: 'A bicycle.', image: '' });

  /** As release 0.1.0 stores a text, or one before the job that folds it. */
  const storeUnfolded = (title: string) =>
    gateway.onDatabase((em) =>
      em.execute('update public_text set texts = ?, search = null where hash = ?', [
        JSON.stringify(texts(title)),
        hashOf(5_000),
      ]),
    );

  /** As an accepted operation of a provider stores it. */
  const store = (title: string) =>
    gateway.onDatabase(async (em, sql) => {
      await em.execute('delete from public_text where hash = ?', [hashOf(5_000)]);
      const id = `opn_${searchTerms(title).length}_${title.length}_${Math.random()}`;
      const call = {
        kind: 'set-round-metadata',
        giveaway: hashOf(4),
        round: 0,
        metadataHash: hashOf(5_000),
        metadataUri: '',
      } as const;
      const publicText = { hash: hashOf(5_000), texts: texts(title) };
      const operation = { id, providerKey: hashOf(3), signer: WALLETS[0], call, publicText };
      await createOperationStore(sql, CHAIN).add([operation]);
    });

  it.each([
    'A PS5/Xbox of shop.example.com',
    'https://shop.example/a-b?c=d&e=f#g',
    '<b>Bold</b> & "quoted"',
    'version 1.5, +3 or -5 % of 1,000.50',
    'someone@shop.example',
    'C:\\lamps\\x, ~/y_z &amp; co',
  ])('finds a giveaway by its own title, also before it is folded: %s', async (title) => {
    for (const each of [storeUnfolded, store]) {
      await each(title);
      expect(await find({ search: title })).toEqual([drawn]);
      for (const { text } of searchTerms(title))
        expect([text, await find({ search: text })]).toEqual([text, [drawn]]);
    }
  });

  it.each([
    ['in composed letters a title in decomposed ones', 'Cafe\u0301 Mu\u0308nchen', 'Café München'],
    ['in decomposed letters a title in composed ones', 'Café München', 'Cafe\u0301 Mu\u0308nchen'],
    ['without accents a title with them', 'Café Straße', 'cafe strasse'],
    ['in usual letters a title in full-width ones', 'ＷＩＮ ２０２６', 'win 2026'],
    ['in full-width letters a title in usual ones', 'Win 2026', 'ｗｉｎ ２０２６'],
    ['a part of a title without spaces', '自転車を当てよう', '転車'],
  ])('finds %s', async (_what, title, search) => {
    await store(title);
    expect(await find({ search })).toEqual([drawn]);
    await storeUnfolded(title);
    await gateway.onDatabase((_em, sql) => foldTexts(sql, () => false));
    expect(await find({ search })).toEqual([drawn]);
  });
});
