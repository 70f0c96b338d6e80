import { readEntryId, readPlaceId } from '../../../core/entries/entry-id.ts';
import { isGiveawayId } from '../../../core/giveaways/giveaway-id.ts';
import { readPassportId } from '../../../core/passports/passport-id.ts';
import { readRoundId, type RoundKey } from '../../../core/rounds/round-id.ts';
import { hasRound } from '../../../core/rounds/schedule.ts';
import { toPage, type PageRequest } from '../../../core/paging.ts';
import type { ChainCell, ChainSource } from '../../../core/ports/chain-reads.ts';
import { group, preparePage, readRows, single, type Child, type ListOrder } from './child.ts';
import { GIVEAWAY_ORDER } from './giveaway-shape.ts';
import { reader, type Level } from './level.ts';
import { PASSPORT_ORDER } from './passport-shape.ts';
import { timesReader } from './schedule-reader.ts';
import type { ShapeName } from './shape.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Key = readonly ChainCell[];

/** A field of Query that reads the chain's read model. */
export interface RootField {
  readonly shape: ShapeName;
  /** A list's order; without one there is one object, or none. */
  readonly order?: ListOrder;
  /** The column of the row without which the object is null. */
  readonly unless?: 'round.beaconRound';
  readonly bind: () => Child;
}

const giveawayKey = (id: unknown): Key | undefined => (isGiveawayId(String(id)) ? [String(id)] : undefined);
const roundKey = (key: RoundKey | undefined): Key | undefined => key && [key.giveawayId, key.index];
const entryKey = (id: string): Key | undefined => {
  const key = readEntryId(id);
  return key && [key.giveawayId, key.index, key.passportId];
};
const passportKey = (number: number | undefined): Key | undefined =>
  number === undefined ? undefined : [number];

/** The fields of Query, by their names. */
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
    bind: many(GIVEAWAY_ORDER, ({ providerKey }) =>
      providerKey == null ? ['giveaways', []] : ['giveawaysOfProvider', [String(providerKey)]],
    ),
  },
  passports: {
    shape: 'Passport',
    order: PASSPORT_ORDER,
    bind: many(PASSPORT_ORDER, ({ owner }) => ['passportsOfOwner', [String(owner)]]),
  },
} as const satisfies Record<string, RootField>;

/** What node(id:) finds, by the prefix of the id. */
export const NODES: Readonly<Record<string, RootField>> = {
  gwy: ROOTS.giveaway,
  rnd: ROOTS.round,
  drw: {
    shape: 'DrawProof',
    unless: 'round.beaconRound',
    bind: existingRound(({ id }) => roundKey(readRoundId(String(id)))),
  },
  ent: { shape: 'Entry', bind: one('entry', ({ id }) => entryKey(String(id))) },
  chg: { shape: 'EntryChange', bind: one('change', ({ id }) => readPlaceId(String(id))) },
  psp: { shape: 'Passport', bind: one('passport', ({ id }) => passportKey(readPassportId(String(id)))) },
  ptr: { shape: 'PassportTransfer', bind: one('transfer', ({ id }) => readPlaceId(String(id))) },
};

function one(source: ChainSource, keyOf: (args: Arguments) => Key | undefined) {
  return (): Child => {
    const level: Level = { source, columns: [], parent: undefined };
    return {
      level,
      prepare: (args) => keyOf(args as Arguments),
      async fetch(ports, parents, prepared) {
        if (prepared === undefined) return [single(undefined)];
        const rows = await readRows(ports, level, source, [prepared as Key]);
        return [single(group(rows, parents)[0]?.[0])];
      },
    };
  };
}

/** A round that its giveaway's schedule has, whether something happened in it or not. */
function existingRound(keyOf: (args: Arguments) => Key | undefined) {
  return (): Child => {
    const child = one('round', keyOf)();
    const scope = { level: child.level, isWinner: false };
    const readTimes = timesReader(scope);
    const readIndex = reader(scope, 'round.index');
    return {
      ...child,
      async fetch(ports, parents, prepared) {
        const [page] = await child.fetch(ports, parents, prepared);
        const row = page?.items[0];
        const exists = row !== undefined && hasRound(readTimes(row).schedule, Number(readIndex(row)));
        return [single(exists ? row : undefined)];
      },
    };
  };
}

function many(order: ListOrder, sourceFor: (args: Arguments) => readonly [ChainSource, Key]) {
  return (): Child => {
    // All that this field may read from tells of the same subjects.
    const level: Level = { source: sourceFor({})[0], columns: [], parent: undefined };
    return {
      level,
      prepare: (args) => ({ page: preparePage(args, order), from: sourceFor(args as Arguments) }),
      async fetch(ports, parents, prepared) {
        const { page, from } = prepared as {
          readonly page: PageRequest;
          readonly from: ReturnType<typeof sourceFor>;
        };
        const rows = await readRows(ports, level, from[0], [from[1]], page);
        return group(rows, parents).map((found) => toPage(found, page));
      },
    };
  };
}
