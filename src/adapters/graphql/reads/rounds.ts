import type { Page } from '../../../core/paging.ts';
import type { ChainCell, ChainRow } from '../../../core/ports/chain-reads.ts';
import { toRoundWindow } from '../../../core/rounds/round-window.ts';
import { hasRound, openedRounds, openRound } from '../../../core/rounds/schedule.ts';
import { parseInput } from '../../../core/use-case.ts';
import { z } from 'zod';
import { preparePage, readRows, type Child, type ListOrder } from './child.ts';
import { link, reader, type Level, type Row, type Scope } from './level.ts';
import { timesReader, type GiveawayTimes } from './schedule-reader.ts';

/** Rounds by their index. */
export const ROUND_ORDER: ListOrder = {
  name: 'ROUNDS',
  kind: 'number',
  key: 'round.index',
  id: () => () => '',
};

/** Which rounds of a giveaway a field shows. */
type Window = Omit<Page<never>, 'items'> & { readonly from: number; readonly to: number };

const NONE: Window = { from: 0, to: -1, hasNextPage: false, hasPreviousPage: false };
const only = (index: number): Window => ({ ...NONE, from: index, to: index });

/** All rounds of a giveaway that have opened, and the first in any case. */
export const rounds = windowed(
  (args) => preparePage(args, ROUND_ORDER),
  ({ schedule, now }, page) => toRoundWindow(openedRounds(schedule, now), page),
);

/** The round of a giveaway that is open. */
export const currentRound = windowed(
  () => undefined,
  ({ schedule, now }) => {
    const index = openRound(schedule, now);
    return index === undefined ? NONE : only(index);
  },
);

const indexSchema = z.object({ index: z.int('must be a whole number.').min(0, 'must be 0 or more.') });

/** One round of a giveaway by its index, also one that is still to open. */
export const roundAt = windowed(
  (args) => parseInput(indexSchema, args).index,
  ({ schedule }, index) => (hasRound(schedule, index) ? only(index) : NONE),
);

function windowed<Prepared>(
  prepare: (args: unknown) => Prepared,
  windowOf: (times: GiveawayTimes, prepared: Prepared) => Window,
) {
  return (parent: Scope): Child => {
    const level: Level = { source: 'rounds', columns: ['round.index'], parent };
    const readId = reader(parent, 'giveaway.id');
    const readCarryOver = reader(parent, 'giveaway.entriesCarryOver');
    const readTimes = timesReader(parent);
    return {
      level,
      prepare,
      async fetch(ports, above, prepared) {
        const parents = above as readonly Row[];
        const windows = parents.map((row) => windowOf(readTimes(row), prepared as Prepared));
        const keys = windows.map(({ from, to }, index): ChainCell[] => {
          const row = parents[index] as Row;
          return [readId(row) as string, from, to, readCarryOver(row) as boolean];
        });
        const found = await readRows(ports, level, 'rounds', keys);
        const happened: ChainRow[][] = windows.map(() => []);
        for (const cells of found) happened[Number(cells[0]) - 1]?.push(cells);
        return windows.map((window, index) => ({
          items: fill(level, window, happened[index] ?? [], readCarryOver(parents[index] as Row) === true).map(
            (cells) => link(cells, parents[index]),
          ),
          hasNextPage: window.hasNextPage,
          hasPreviousPage: window.hasPreviousPage,
        }));
      },
    };
  };
}

/** Every round of a window: those in which something happened as they were read, the others empty. */
function fill(
  { columns }: Level,
  { from, to }: Window,
  happened: readonly ChainRow[],
  carriesOver: boolean,
): ChainRow[] {
  const indexAt = columns.indexOf('round.index') + 1;
  const ownAt = columns.indexOf('round.ownTotal') + 1;
  const earlierAt = columns.indexOf('round.earlierTotal') + 1;
  let earlier = Number(happened[0]?.[earlierAt] ?? 0);
  let next = happened[0]?.[indexAt] === null ? 1 : 0;
  const all: ChainRow[] = [];
  for (let index = from; index <= to; index += 1) {
    const known = happened[next];
    const isKnown = known !== undefined && Number(known[indexAt]) === index;
    if (isKnown) next += 1;
    const cells = isKnown ? known : new Array<ChainCell>(columns.length + 1).fill(null);
    cells[indexAt] = index;
    if (earlierAt > 0) {
      cells[earlierAt] = carriesOver ? earlier : 0;
      earlier += Number(cells[ownAt] ?? 0);
    }
    all.push(cells);
  }
  return all;
}
