import type { Page, PageRequest } from '../../../../core/values/paging.ts';
import type { ChainCell, ChainRow } from '../../../ports/chain-reads.ts';
import { toRoundWindow } from '../../../../core/rounds/round-window.ts';
import { hasRound, HIGHEST_ROUND, openedRounds, openRound } from '../../../../core/rounds/schedule.ts';
import { parseInput } from '../../../../core/use-case.ts';
import { z } from 'zod';
import { columnMember, preparePage, valueMember, type LevelReader, type ListOrder } from './level-reader.ts';
import { link, type Level, type Row, type LevelScope } from './level.ts';
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

/** All rounds of a giveaway that have opened, and always the first round. */
export const rounds = windowed<PageRequest>({
  prepare: (args) => preparePage(args, ROUND_ORDER),
  windowOf: ({ schedule, now }, page) => toRoundWindow(openedRounds(schedule, now), page),
  rangeOf({ size, backward, after }) {
    if (backward) return undefined;
    const from = after === undefined ? 0 : Math.min(Number(after.key) + 1, HIGHEST_ROUND);
    return { from, to: Math.min(from + size - 1, HIGHEST_ROUND) };
  },
});

/** The open round of a giveaway. */
export const currentRound = windowed<undefined>({
  prepare: () => undefined,
  windowOf({ schedule, now }) {
    const index = openRound(schedule, now);
    return index === undefined ? NONE : only(index);
  },
  rangeOf: () => undefined,
});

const indexSchema = z.object({ index: z.int('must be a whole number.').min(0, 'must be 0 or more.') });

/** One round of a giveaway by its index, including rounds that have not opened yet. */
export const roundAt = windowed<number>({
  prepare: (args) => parseInput(indexSchema, args).index,
  windowOf: ({ schedule }, index) => (hasRound(schedule, index) ? only(index) : NONE),
  rangeOf: (index) => ({ from: index, to: index }),
});

interface Windowed<Prepared> {
  readonly prepare: (args: unknown) => Prepared;
  readonly windowOf: (times: GiveawayTimes, prepared: Prepared) => Window;
  /** A range that contains the window of every giveaway; undefined when the range depends on the giveaway. */
  readonly rangeOf: (prepared: Prepared) => { readonly from: number; readonly to: number } | undefined;
}

function windowed<Prepared>({ prepare, windowOf, rangeOf }: Windowed<Prepared>) {
  return (parent: LevelScope): LevelReader => {
    const level: Level = { source: 'rounds', columns: ['round.index'], parent };
    const giveaway = columnMember(parent, 'giveaway.id');
    const carryOver = columnMember(parent, 'giveaway.entriesCarryOver');
    const readTimes = timesReader(parent);
    return {
      level,
      prepare,
      toRequest(requested) {
        const prepared = requested as Prepared;
        const range = rangeOf(prepared);
        const [from, to] = range
          ? [valueMember(range.from), valueMember(range.to)]
          : (['from', 'to'] as const).map((end) => ({
              read: (row: Row) => windowOf(readTimes(row), prepared)[end],
            }));
        return { source: 'rounds', key: [giveaway, from, to, carryOver] };
      },
      toPages: (rowsByParent, parents, prepared) =>
        rowsByParent.map((happened, index) => {
          const row = parents[index] as Row;
          const window = windowOf(readTimes(row), prepared as Prepared);
          const cells = fill(level, window, happened, carryOver.read(row) === true);
          return { ...window, items: cells.map((each) => link(each, row)) };
        }),
    };
  };
}

/** Every round of a window: rounds with events as they were read, the others with null columns. */
function fill(
  { columns }: Level,
  { from, to }: Window,
  happened: readonly ChainRow[],
  carriesOver: boolean,
): ChainRow[] {
  const indexAt = columns.indexOf('round.index') + 1;
  const netAt = columns.indexOf('round.netEntries') + 1;
  const earlierAt = columns.indexOf('round.earlierTotal') + 1;
  const known = new Map(happened.map((cells) => [Number(cells[indexAt] ?? -1), cells]));
  let earlier = Number(happened[0]?.[earlierAt] ?? 0);
  const all: ChainRow[] = [];
  for (let index = from; index <= to; index += 1) {
    const cells = known.get(index) ?? [null, ...columns.map((): ChainCell => null)];
    cells[indexAt] = index;
    if (earlierAt > 0) {
      cells[earlierAt] = carriesOver ? earlier : 0;
      earlier += Number(cells[netAt] ?? 0);
    }
    all.push(cells);
  }
  return all;
}
