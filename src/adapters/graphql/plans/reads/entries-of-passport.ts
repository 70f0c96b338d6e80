import type { PageRequest } from '../../../../core/values/paging.ts';
import {
  columnMember,
  linkedPage,
  preparePage,
  valueMember,
  type LevelReader,
  type ListOrder,
} from './level-reader.ts';
import type { LevelScope } from './level.ts';

/** Entries of one passport in a giveaway, latest round first. */
export const HELD_ORDER: ListOrder = {
  name: 'HELD',
  kind: 'number',
  key: 'round.index',
  id: () => () => '',
};

interface Prepared {
  readonly page: PageRequest;
  readonly passportId: number;
}

/** The entries of the passport of the argument in a giveaway. */
export function entriesOfPassport(parent: LevelScope): LevelReader {
  const giveaway = columnMember(parent, 'giveaway.id');
  return {
    level: { source: 'entriesOfPassportIn', columns: [], parent },
    prepare(args): Prepared {
      const { passportId } = args as { readonly passportId: number };
      return { page: preparePage(args, HELD_ORDER), passportId };
    },
    toRequest(prepared) {
      const { page, passportId } = prepared as Prepared;
      return { source: 'entriesOfPassportIn', key: [giveaway, valueMember(passportId)], page };
    },
    toPages: (rowsByParent, parents, prepared) =>
      rowsByParent.map((rows, index) => linkedPage(rows, parents[index], (prepared as Prepared).page)),
  };
}
