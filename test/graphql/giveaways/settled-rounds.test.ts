import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '../../support/http/http.ts';
import { changeRow, giveawayIdOf, insert, roundRow } from '../../support/database/read-model.ts';
import { SUMMER } from '../../support/database/summer.ts';
import { gateway, giveaway, useSummerGateway } from './summer-gateway.ts';

useSummerGateway();

describe('a round of which others take entries', () => {
  // In round 4 both passports of round 0 lost entries: one of them two, the other one all.
  const late = { giveaway_id: giveawayIdOf(SUMMER.carried), round_index: 0, open_round: 4, removed: true };
  beforeAll(() =>
    gateway.onDatabase(async (em) => {
      await insert(em, 'giveaway_round', [roundRow(SUMMER.carried, 4, { net_entries: -3, holders: 0 })]);
      await insert(em, 'entry_change', [
        changeRow(90, 0, { ...late, passport_id: 1, amount: 2, entries: 2 }),
        changeRow(90, 1, { ...late, passport_id: 3, amount: 1, entries: 0 }),
      ]);
      await em.execute(`update entry set entries = case passport_id when 1 then 2 else 0 end ${OF_FIRST}`);
      await em.execute(`update giveaway_round set holders = 1 ${OF_FIRST.replace('round_index', 'index')}`);
    }),
  );
  afterAll(() =>
    gateway.onDatabase(async (em) => {
      await em.execute(`update giveaway_round set holders = 2 ${OF_FIRST.replace('round_index', 'index')}`);
      await em.execute(`update entry set entries = case passport_id when 1 then 4 else 1 end ${OF_FIRST}`);
      await em.execute('delete from entry_change where block_number = 90');
      await em.execute('delete from giveaway_round where net_entries < 0');
    }),
  );
  const OF_FIRST = `where giveaway_id = '${giveawayIdOf(SUMMER.carried)}' and round_index = 0`;

  it('keeps the numbers of its close when entries are removed in a later round', async () => {
    const fields = 'entriesCounted entriesIssued holdersIssued entriesTotal holders';
    const { rounds } = await giveaway(SUMMER.carried, `rounds { nodes { ${fields} } }`);
    const { round } = await giveaway(SUMMER.carried, `round(index: 4) { ${fields} }`);
    const row = (counted: number, issued: number, holdersIssued: number, holders = holdersIssued) => ({
      entriesCounted: counted,
      entriesIssued: issued,
      holdersIssued,
      entriesTotal: counted,
      holders,
    });
    expect(rounds.nodes).toEqual([
      row(5, 5, 2, 1),
      row(5, 0, 0),
      row(9, 4, 1),
      row(9, 0, 0),
      row(6, 0, 0),
      row(6, 0, 0),
    ]);
    expect(round).toEqual(row(6, 0, 0));
  });

  it('is answered alike by the plans and the executor, also where a round has no events of its own', async () => {
    const list = 'countedEntries(first: 2) { nodes { entries entry { issued entries round { index } } } }';
    const [planned, executed] = [list, list.replace('{', '@include(if: true) {')];
    const read = (text: string) => giveaway(SUMMER.carried, `rounds(last: 3) { nodes { index ${text} } }`);
    expect(await read(planned)).toEqual(await read(executed));
  });

  const listed = (index: number, args = '') =>
    giveaway(
      SUMMER.carried,
      `round(index: ${index}) { countedEntries${args} {
        nodes { entries entry { entries issued leaf passport { passportId } round { index entriesCounted } } }
        pageInfo { endCursor hasNextPage }
      } }`,
    ).then(({ round }) => round.countedEntries);
  const counted = ({ nodes }: Json) =>
    nodes.map(({ entries, entry }: Json) => [entry.round.index, entry.passport.passportId, entries]);

  it('lists the entries that it counted, whose sum is their number', async () => {
    expect(counted(await listed(0))).toEqual([
      [0, 1, 4],
      [0, 3, 1],
    ]);
    expect(counted(await listed(2))).toEqual([
      [0, 1, 4],
      [0, 3, 1],
      [2, 2, 4],
    ]);
    const { nodes } = await listed(5);
    expect(counted({ nodes })).toEqual([
      [0, 1, 2],
      [0, 3, 0],
      [2, 2, 4],
    ]);
    expect(nodes[0].entry).toMatchObject({ entries: 2, issued: 4, leaf: 0, round: { entriesCounted: 5 } });
  });

  it('lists them by page', async () => {
    const first = await listed(5, '(first: 2)');
    expect(first.pageInfo).toMatchObject({ hasNextPage: true });
    const after = JSON.stringify(first.pageInfo.endCursor);
    expect(counted(await listed(5, `(first: 2, after: ${after})`))).toEqual([[2, 2, 4]]);
    expect(counted(await listed(5, `(last: 1, before: ${after})`))).toEqual([[0, 1, 2]]);
  });

  it('shows its charts as they were at its close', async () => {
    const { body } = await gateway.graphql(
      `{ roundCharts(round: "rnd_${giveawayIdOf(SUMMER.carried).slice(4)}_0") {
        holderClasses { from holders entries } } }`,
    );
    expect(body.data.roundCharts.holderClasses).toEqual([
      { from: 1, holders: 1, entries: 1 },
      { from: 4, holders: 1, entries: 4 },
    ]);
  });
});

describe('a round that was marked void', () => {
  const mark = (time: string) =>
    gateway.onDatabase((em) =>
      em
        .getConnection()
        .execute(`update giveaway_round set voided_at = ${time} where giveaway_id = ? and index = 0`, [
          giveawayIdOf(SUMMER.carried),
        ]),
    );
  it('is VOID although it has entries', async () => {
    await mark(`'2026-02-09T00:00:00Z'`);
    const { round } = await giveaway(
      SUMMER.carried,
      'round(index: 0) { state voidedAt entriesTotal winner { wallet } }',
    );
    await mark('null');
    expect(round).toEqual({
      state: 'VOID',
      voidedAt: '2026-02-09T00:00:00.000Z',
      entriesTotal: 5,
      winner: null,
    });
  });
});
