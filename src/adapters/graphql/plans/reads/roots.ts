import { drawProof } from '../../../../core/draws/draw-proof.ts';
import { readEntryId, readLogId } from '../../../../core/entries/entry-id.ts';
import { giveaway } from '../../../../core/giveaways/giveaway.ts';
import { giveaways } from '../../../../core/giveaways/giveaways.ts';
import { passport } from '../../../../core/passports/passport.ts';
import { readPassportId } from '../../../../core/passports/passport-id.ts';
import { passports } from '../../../../core/passports/passports.ts';
import { readWinnerId } from '../../../../core/rounds/round-id.ts';
import { round } from '../../../../core/rounds/round.ts';
import { hasRound } from '../../../../core/rounds/schedule.ts';
import { parseInput, type ObjectRead } from '../../../../core/use-case.ts';
import type { ChainSource } from '../../../ports/chain-reads.ts';
import { linkedPage, single, type LevelReader, type ListOrder, type ReadRequest } from './level-reader.ts';
import { FINDER, requestOf, type Finder } from './finder.ts';
import { GIVEAWAY_ORDER } from '../mappings/giveaway-mapping.ts';
import { link, reader, type Row } from './level.ts';
import { PASSPORT_ORDER } from '../mappings/passport-mapping.ts';
import { timesReader } from './schedule-reader.ts';
import type { MappingName } from '../mappings/type-mapping.ts';

/** A field of Query that reads the chain's read model. */
export interface RootField {
  readonly mapping: MappingName;
  /** The order of a list; undefined for a field with at most one object. */
  readonly order?: ListOrder;
  /** The object is null when this column is null. */
  readonly unless?: 'round.beaconRound';
  readonly bind: () => LevelReader;
}

/** The fields of Query that read the chain's read model, by name. */
export const ROOTS = {
  giveaway: { mapping: 'Giveaway', bind: planned(giveaway, 'giveaway') },
  round: { mapping: 'Round', bind: existing(planned(round, 'round')) },
  passport: { mapping: 'Passport', bind: planned(passport, 'passport') },
  drawProof: {
    mapping: 'DrawProof',
    unless: 'round.beaconRound',
    bind: existing(planned(drawProof, 'round')),
  },
  giveaways: { mapping: 'Giveaway', order: GIVEAWAY_ORDER, bind: planned(giveaways, 'giveaways') },
  passports: { mapping: 'Passport', order: PASSPORT_ORDER, bind: planned(passports, 'passportsOfOwner') },
} as const satisfies Record<string, RootField>;

/** The objects that node(id:) can find, by the prefix of the id. */
export const NODES: Readonly<Record<string, RootField>> = {
  gwy: ROOTS.giveaway,
  rnd: ROOTS.round,
  drw: { mapping: 'DrawProof', unless: 'round.beaconRound', bind: ROOTS.round.bind },
  win: {
    mapping: 'Winner',
    bind: named('place', (id) => {
      const key = readWinnerId(id);
      return key && requestOf('place', [key.giveawayId, key.index, key.place]);
    }),
  },
  ent: {
    mapping: 'Entry',
    bind: named('entry', (id) => {
      const key = readEntryId(id);
      return key && requestOf('entry', [key.giveawayId, key.index, key.passportId]);
    }),
  },
  chg: { mapping: 'EntryChange', bind: named('change', logRequest('change')) },
  psp: {
    mapping: 'Passport',
    bind: named('passport', (id) => {
      const number = readPassportId(id);
      return number === undefined ? undefined : FINDER.passport(number);
    }),
  },
  ptr: { mapping: 'PassportTransfer', bind: named('transfer', logRequest('transfer')) },
};

function logRequest(source: ChainSource): (id: string) => ReadRequest | undefined {
  return (id) => {
    const key = readLogId(id);
    return key && requestOf(source, key);
  };
}

/** The first level of a public read. All sources that the read can choose have the subjects of this one. */
function planned<Input>(read: ObjectRead<ReadRequest, Input, Finder<ReadRequest>>, source: ChainSource) {
  return firstLevel(source, (args) => read.execute(FINDER, parseInput(read.input, args)));
}

/** The first level of an object by its global id. */
function named(source: ChainSource, find: (id: string) => ReadRequest | undefined) {
  return firstLevel(source, (args) => find((args as { readonly id: string }).id));
}

function firstLevel(source: ChainSource, prepare: (args: unknown) => ReadRequest | undefined) {
  return (): LevelReader => ({
    level: { source, columns: [], parent: undefined },
    prepare,
    toRequest: (prepared) => prepared as ReadRequest | undefined,
    toPages(rowsByParent, _parents, prepared) {
      const page = (prepared as ReadRequest | undefined)?.page;
      return rowsByParent.map((rows) => {
        const [cells] = rows;
        return page ? linkedPage(rows, undefined, page) : single(cells && link(cells, undefined));
      });
    },
  });
}

/** Leaves out rounds that the giveaway's schedule does not have; a round without any event has a row, too. */
function existing(bind: () => LevelReader) {
  return (): LevelReader => {
    const child = bind();
    const scope = { level: child.level, isWinner: false };
    const readTimes = timesReader(scope);
    const readIndex = reader(scope, 'round.index');
    const exists = (row: Row) => hasRound(readTimes(row).schedule, Number(readIndex(row)));
    return {
      ...child,
      toPages: (rowsByParent, parents, prepared) =>
        child.toPages(rowsByParent, parents, prepared).map(({ items }) => single(items.find(exists))),
    };
  };
}
