import { z } from 'zod';
import { readEntryId, readLogId } from '../../../../core/entries/entry-id.ts';

import { giveawayFilter, phraseWords } from '../../../../core/giveaways/giveaway-filter.ts';
import { isGiveawayId } from '../../../../core/giveaways/giveaway-id.ts';
import { readPassportId } from '../../../../core/passports/passport-id.ts';
import { readRoundId, readWinnerId, type RoundKey } from '../../../../core/rounds/round-id.ts';
import { hasRound } from '../../../../core/rounds/schedule.ts';
import { parseInput } from '../../../../core/use-case.ts';
import type { PageRequest } from '../../../../core/values/paging.ts';
import type { ChainCell, ChainSource } from '../../../../core/chain/chain-reads.ts';
import { linkedPage, preparePage, single, valueMember, type LevelReader, type ListOrder } from './child.ts';
import { GIVEAWAY_ORDER } from '../shapes/giveaway-shape.ts';
import { link, reader, type Row } from './level.ts';
import { PASSPORT_ORDER } from '../shapes/passport-shape.ts';
import { timesReader } from './schedule-reader.ts';
import type { ShapeName } from '../shapes/shape.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Key = readonly ChainCell[];

/** A field of Query that reads the chain's read model. */
export interface RootField {
  readonly shape: ShapeName;
  /** The order of a list; undefined for a field with at most one object. */
  readonly order?: ListOrder;
  /** The object is null when this column is null. */
  readonly unless?: 'round.beaconRound';
  readonly bind: () => LevelReader;
}

const giveawayKey = (id: unknown): Key | undefined => (isGiveawayId(String(id)) ? [String(id)] : undefined);
const roundKey = (key: RoundKey | undefined): Key | undefined => key && [key.giveawayId, key.index];
const entryKey = (id: string): Key | undefined => {
  const key = readEntryId(id);
  return key && [key.giveawayId, key.index, key.passportId];
};
const passportKey = (number: number | undefined): Key | undefined =>
  number === undefined ? undefined : [number];

const filterInput = z.object({ filter: giveawayFilter });

/** The source of a list of giveaways, which has an index for the filter. Throws INVALID_PAYLOAD. */
function giveawaysSource(args: Arguments): readonly [ChainSource, Key] {
  const { filter } = parseInput(filterInput, { filter: args['filter'] });
  const provider = typeof args['providerKey'] === 'string' ? args['providerKey'] : null;
  if (filter == null) return provider === null ? ['giveaways', []] : ['giveawaysOfProvider', [provider]];
  const ends = [filter.endsAfter, filter.endsBefore].map((end) => end?.toISOString() ?? null);
  if (filter.search !== null) {
    const words = phraseWords(filter.search).map((word) => `'${word}':*`);
    return ['giveawaysFound', [words.join(' & '), provider, filter.state ?? null, ...ends]];
  }
  if (filter.state == null && ends.every((end) => end === null))
    return giveawaysSource({ providerKey: provider });
  const order = ({ SCHEDULED: 'Scheduled', RUNNING: 'Running', ENDED: 'Ended', ANY: 'Ending' } as const)[
    filter.state ?? 'ANY'
  ];
  return [provider === null ? `giveaways${order}` : `giveawaysOfProvider${order}`, [provider, ...ends]];
}

/** The fields of Query that read the chain's read model, by name. */
export const ROOTS = {
  giveaway: { shape: 'Giveaway', bind: one('giveaway', ({ id }) => giveawayKey(id)) },
  round: { shape: 'Round', bind: existingRound(({ id }) => roundKey(readRoundId(String(id)))) },
  passport: { shape: 'Passport', bind: one('passport', ({ passportId }) => passportKey(Number(passportId))) },
  drawProof: {
    shape: 'DrawProof',
    unless: 'round.beaconRound',
    bind: existingRound(({ giveaway, round }) =>
      isGiveawayId(String(giveaway)) ? [String(giveaway), Number(round)] : undefined,
    ),
  },
  giveaways: {
    shape: 'Giveaway',
    order: GIVEAWAY_ORDER,
    bind: many(GIVEAWAY_ORDER, giveawaysSource),
  },
  passports: {
    shape: 'Passport',
    order: PASSPORT_ORDER,
    bind: many(PASSPORT_ORDER, ({ owner }) => ['passportsOfOwner', [String(owner)]]),
  },
} as const satisfies Record<string, RootField>;

/** The objects that node(id:) can find, by the prefix of the id. */
export const NODES: Readonly<Record<string, RootField>> = {
  gwy: ROOTS.giveaway,
  rnd: ROOTS.round,
  drw: {
    shape: 'DrawProof',
    unless: 'round.beaconRound',
    bind: existingRound(({ id }) => roundKey(readRoundId(String(id)))),
  },
  win: {
    shape: 'Winner',
    bind: one('place', ({ id }) => {
      const key = readWinnerId(String(id));
      return key && [key.giveawayId, key.index, key.place];
    }),
  },
  ent: { shape: 'Entry', bind: one('entry', ({ id }) => entryKey(String(id))) },
  chg: { shape: 'EntryChange', bind: one('change', ({ id }) => readLogId(String(id))) },
  psp: { shape: 'Passport', bind: one('passport', ({ id }) => passportKey(readPassportId(String(id)))) },
  ptr: { shape: 'PassportTransfer', bind: one('transfer', ({ id }) => readLogId(String(id))) },
};

function one(source: ChainSource, keyOf: (args: Arguments) => Key | undefined) {
  return (): LevelReader => ({
    level: { source, columns: [], parent: undefined },
    prepare: (args) => keyOf(args as Arguments),
    toRequest: (key) => (key === undefined ? undefined : { source, key: (key as Key).map(valueMember) }),
    toPages: (found) => found.map(([cells]) => single(cells && link(cells, undefined))),
  });
}

/** A round of the giveaway's schedule, including rounds without any event. */
function existingRound(keyOf: (args: Arguments) => Key | undefined) {
  return (): LevelReader => {
    const child = one('round', keyOf)();
    const scope = { level: child.level, isWinner: false };
    const readTimes = timesReader(scope);
    const readIndex = reader(scope, 'round.index');
    const exists = (row: Row) => hasRound(readTimes(row).schedule, Number(readIndex(row)));
    return {
      ...child,
      toPages: (found, parents, prepared) =>
        child.toPages(found, parents, prepared).map(({ items }) => single(items.find(exists))),
    };
  };
}

interface ManyPrepared {
  readonly page: PageRequest;
  readonly source: ChainSource;
  readonly key: Key;
}

function many(order: ListOrder, sourceFor: (args: Arguments) => readonly [ChainSource, Key]) {
  return (): LevelReader => ({
    // All sources of one field have the same subjects.
    level: { source: sourceFor({})[0], columns: [], parent: undefined },
    prepare(args): ManyPrepared {
      const [source, key] = sourceFor(args as Arguments);
      return { page: preparePage(args, order), source, key };
    },
    toRequest(prepared) {
      const { source, key, page } = prepared as ManyPrepared;
      return { source, key: key.map(valueMember), page };
    },
    toPages: (found, parents, prepared) =>
      found.map((rows, index) => linkedPage(rows, parents[index], (prepared as ManyPrepared).page)),
  });
}
