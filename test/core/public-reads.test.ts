import { describe, expect, it } from '@jest/globals';
import { drawProof } from '../../src/core/draws/draw-proof.ts';
import { giveaway, type GiveawayFinder } from '../../src/core/giveaways/giveaway.ts';
import { giveaways, type GiveawaysFinder } from '../../src/core/giveaways/giveaways.ts';
import { passports, type PassportsFinder } from '../../src/core/passports/passports.ts';
import { round, type RoundFinder } from '../../src/core/rounds/round.ts';
import { parseInput } from '../../src/core/use-case.ts';
import { toCursor } from '../../src/core/values/paging.ts';

/** What each public read asks of its port. */
const finder: GiveawayFinder<unknown> &
  GiveawaysFinder<unknown> &
  PassportsFinder<unknown> &
  RoundFinder<unknown> = {
  giveaway: (id) => ({ id }),
  giveaways: (query) => query,
  passports: (owner, page) => ({ owner, page }),
  round: (key) => key,
};
const HEX = 'ab'.repeat(32);
const GIVEAWAY = `gwy_${HEX}`;
const FIRST_PAGE = { size: 20, backward: false, after: undefined, before: undefined };

describe('A public read', () => {
  it('finds a giveaway, a round and a draw by the form of their ids', () => {
    expect(giveaway.execute(finder, { id: GIVEAWAY })).toEqual({ id: GIVEAWAY });
    expect(round.execute(finder, { id: `rnd_${HEX}_3` })).toEqual({ giveawayId: GIVEAWAY, index: 3 });
    expect(drawProof.execute(finder, { giveaway: GIVEAWAY, round: 3 })).toEqual({
      giveawayId: GIVEAWAY,
      index: 3,
    });
  });

  it('asks for nothing when no object can have the id', () => {
    expect(giveaway.execute(finder, { id: `${GIVEAWAY}0` })).toBeUndefined();
    expect(round.execute(finder, { id: `rnd_${HEX}_-1` })).toBeUndefined();
    expect(drawProof.execute(finder, { giveaway: 'none', round: 0 })).toBeUndefined();
  });

  it('asks for giveaways by the words of a search, and by the instants of their end', () => {
    const endsBefore = new Date('2027-01-01T00:00:00Z');
    const input = parseInput(giveaways.input, { first: 2, filter: { search: 'Winter  PRIZE', endsBefore } });
    expect(giveaways.execute(finder, input)).toEqual({
      providerKey: null,
      state: null,
      terms: ['winter', 'prize'].map((text) => ({ text, stemmer: 'english', isPrefix: true })),
      endsAfter: null,
      endsBefore,
      page: { ...FIRST_PAGE, size: 2 },
    });
  });

  it('accepts cursors of its own list only', () => {
    const input = { owner: '0x1', after: toCursor('PASSPORTS', '7', '') };
    expect(passports.execute(finder, input)).toEqual({
      owner: '0x1',
      page: { ...FIRST_PAGE, after: { key: '7', id: '' } },
    });
    expect(() => giveaways.execute(finder, { after: input.after })).toThrow('is not a cursor of this list');
  });
});
