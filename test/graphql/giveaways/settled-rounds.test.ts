import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../support/http/http.ts';
import { giveawayIdOf, insert } from '../../support/database/read-model.ts';
import { SUMMER } from '../../support/database/summer.ts';
import { gateway, giveaway, useSummerGateway } from './summer-gateway.ts';

useSummerGateway();

describe('a round of which others take entries', () => {
  it('keeps the total that it counted when entries are removed in a later round', async () => {
    await gateway.onDatabase((em) =>
      insert(em, 'giveaway_round', [
        { giveaway_id: giveawayIdOf(SUMMER.carried), index: 4, net_entries: -2, holders: 0 },
      ]),
    );
    const { rounds } = await giveaway(SUMMER.carried, 'rounds { nodes { entriesTotal } }');
    const { round } = await giveaway(SUMMER.carried, 'round(index: 4) { entriesTotal }');
    await gateway.onDatabase((em) =>
      em.getConnection().execute('delete from giveaway_round where net_entries < 0'),
    );
    expect(rounds.nodes.map(({ entriesTotal }: Json) => entriesTotal)).toEqual([5, 5, 9, 9, 7, 7]);
    expect(round).toEqual({ entriesTotal: 7 });
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
