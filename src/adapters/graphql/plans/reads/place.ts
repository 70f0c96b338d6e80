import { z } from 'zod';
import { parseInput } from '../../../../core/use-case.ts';
import { columnMember, single, valueMember, type LevelReader } from './level-reader.ts';
import { link, type LevelScope } from './level.ts';

const numberSchema = z.object({
  place: z.int('must be a whole number.').min(0, 'must be 0 or more.').max(32_767, 'must be 32767 or less.'),
});

/** One place of a round by its number. */
export const placeAt = placeBy('placeAt', (args) => parseInput(numberSchema, args).place);

/** The place of a round that a passport has. */
export const placeOfPassport = placeBy(
  'placeOfPassport',
  (args) => (args as { readonly passportId: number }).passportId,
);

function placeBy(source: 'placeAt' | 'placeOfPassport', prepare: (args: unknown) => number) {
  return (parent: LevelScope): LevelReader => {
    const round = [columnMember(parent, 'giveaway.id'), columnMember(parent, 'round.index')];
    return {
      level: { source, columns: [], parent },
      prepare,
      toRequest: (prepared) => ({ source, key: [...round, valueMember(prepared as number)] }),
      toPages: (rowsByParent, parents) =>
        rowsByParent.map(([cells], index) => single(cells && link(cells, parents[index]))),
    };
  };
}
