import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fetchLevel } from '../../../src/adapters/graphql/plans/reads/level-reader.ts';
import type { Level, Row } from '../../../src/adapters/graphql/plans/reads/level.ts';
import { reader } from '../../../src/adapters/graphql/plans/reads/level.ts';
import { rounds } from '../../../src/adapters/graphql/plans/reads/rounds.ts';
import type { ChainColumn, ChainReads, ChainRow } from '../../../src/adapters/ports/chain-reads.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-01-01T00:00:00Z');

/** A read model with one giveaway of daily rounds, whose rows come in the order of `shuffle`. */
function readModel(
  ownTotals: ReadonlyMap<number, number>,
  shuffle: (rows: ChainRow[]) => ChainRow[],
): Pick<ChainReads, 'read'> {
  return {
    read(_source, [key], columns) {
      const [, from, to, carriesOver] = key as [string, number, number, boolean];
      const earlier = [...ownTotals].filter(([index]) => index < from).reduce((sum, [, own]) => sum + own, 0);
      const rowOf = (index: number | null, own: number | null): ChainRow => [
        '1',
        ...columns.map((column: ChainColumn) => {
          if (column === 'round.index') return index === null ? null : String(index);
          if (column === 'round.netEntries') return own === null ? null : String(own);
          return column === 'round.earlierTotal' ? String(carriesOver ? earlier : 0) : null;
        }),
      ];
      const happened = [...ownTotals].filter(([index]) => index >= from && index <= to);
      const rows = happened.map(([index, own]) => rowOf(index, own));
      return Promise.resolve(rows.length === 0 ? [rowOf(null, null)] : shuffle(rows));
    },
  };
}

describe('the rounds of one page', () => {
  it('have the totals of the whole list, for any events and any order of the rows', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(fc.nat({ max: 11 }), fc.nat({ max: 5 })), { selector: ([index]) => index }),
        fc.boolean(),
        fc.integer({ min: -1, max: 11 }),
        fc.integer({ min: 1, max: 6 }),
        fc.infiniteStream(fc.nat()),
        async (given, carriesOver, after, size, noise) => {
          const ownTotals = new Map(given);
          const giveaway: Level = { source: 'giveaway', columns: [], parent: undefined };
          const child = rounds({ level: giveaway, isWinner: false });
          const scope = { level: child.level, isWinner: false };
          const [index, own, earlier] = (
            ['round.index', 'round.netEntries', 'round.earlierTotal'] as const
          ).map((column) => reader(scope, column));
          const values: Partial<Record<ChainColumn, string | boolean | null>> = {
            'giveaway.id': 'gwy_1',
            'giveaway.entriesCarryOver': carriesOver,
            'giveaway.startTime': new Date(START).toISOString(),
            'giveaway.endTime': null,
            'giveaway.everyDays': '1',
            'giveaway.activeDays': '1',
            'giveaway.chainTime': new Date(START + 11.5 * DAY).toISOString(),
          };
          const parent: Row = [
            { parent: undefined, children: [] },
            ...giveaway.columns.map((column) => values[column] ?? null),
          ];
          const shuffle = (rows: ChainRow[]) =>
            rows
              .map((row) => [noise.next().value, row] as const)
              .toSorted(([one], [other]) => one - other)
              .map(([, row]) => row);
          const chainReads: ChainReads = {
            ...readModel(ownTotals, shuffle),
            readTree: () => Promise.resolve([]),
          };
          const ports = { chainReads, clock: { now: () => new Date(START) } };
          const page = { size, backward: false, after: { key: String(after), id: '' }, before: undefined };
          const [found] = await fetchLevel(
            ports,
            child,
            [parent],
            after === -1 ? { ...page, after: undefined } : page,
          );
          const shown = found?.items.map((row) => [
            Number(index?.(row)),
            Number(own?.(row) ?? 0) + Number(earlier?.(row)),
          ]);
          const all = Array.from({ length: 12 }, (_, place) => {
            const counted = carriesOver
              ? [...ownTotals].filter(([round]) => round <= place)
              : [[place, ownTotals.get(place) ?? 0]];
            return [place, counted.reduce((sum, [, entries]) => sum + (entries ?? 0), 0)];
          });
          expect(shown).toEqual(all.slice(after + 1, after + 1 + size));
        },
      ),
    );
  });
});
