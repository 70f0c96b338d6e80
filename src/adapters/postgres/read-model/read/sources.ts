import type { Position } from '../../../../core/values/paging.ts';
import type { ChainSource } from '../../../ports/chain-reads.ts';
import { earlierTotal } from './columns.ts';
import { entriesAtClose } from './entries-at-close.ts';
import { COLUMNS_OF_PLACE, DELIVERIES_SQL, DELIVERY_CHECKS_SQL, PLACES_SQL, winsSql } from './places.ts';
import { GIVEAWAY_SOURCES, giveawayTexts, NEWEST_GIVEAWAY } from './giveaway-sources.ts';
import { keyAndId, type Order, type SourceStatement } from './source-statement.ts';

const onChain = (alias: string): Order => ({
  by: [
    [`${alias}.block_number`, 'bigint'],
    [`${alias}.log_index`, 'bigint'],
  ],
  descending: false,
  valuesOf: keyAndId,
});
const byNumber = (expression: string): Order => ({
  by: [[expression, 'bigint']],
  descending: false,
  valuesOf: ({ key }) => [key],
});

// The cursor's id is the id of the round.
const roundPosition = ({ key, id }: Position) => [key, `gwy_${id.slice(4, 68)}`, id.slice(69)];

const winner = 'left join passport wp on wp.id = r.winner_passport_id';
// The latest one corrects those before it.
const delivery =
  'left join prize_delivery dl on dl.giveaway_id = r.giveaway_id and dl.round_index = r.index and dl.revision = r.deliveries';
const check =
  'left join prize_delivery_check d on d.giveaway_id = dl.giveaway_id and d.round_index = dl.round_index and d.delivery_transaction_hash = dl.transaction_hash and d.revision = dl.revision';
const roundTexts = 'left join public_text rt on rt.hash = r.metadata_hash';
const ofPlace = {
  joins: {
    wp: winner,
    dl: `left join ${DELIVERIES_SQL} dl on dl.giveaway_id = r.giveaway_id and dl.round_index = r.index and dl.place = r.place and dl.revision = r.deliveries`,
    d: `left join ${DELIVERY_CHECKS_SQL} d on d.giveaway_id = dl.giveaway_id and d.round_index = dl.round_index and d.place = dl.place and d.delivery_transaction_hash = dl.transaction_hash and d.revision = dl.revision`,
    rt: roundTexts,
  },
  overrides: COLUMNS_OF_PLACE,
} as const;
// `offset 0` makes the planner look these rows up per entry instead of joining whole tables, so that entries are read
// in their order and no more of them than a page needs.
const ofEntry = {
  joins: {
    p: 'left join lateral (select * from passport where id = e.passport_id offset 0) p on true',
    g: 'cross join lateral (select * from giveaway where id = e.giveaway_id offset 0) g',
    r: 'left join lateral (select * from giveaway_round where giveaway_id = e.giveaway_id and index = e.round_index offset 0) r on true',
    wp: winner,
    dl: delivery,
    d: check,
    gt: giveawayTexts,
    rt: roundTexts,
  },
  overrides: {
    'giveaway.id': 'e.giveaway_id',
    'passport.id': 'e.passport_id',
    'round.index': 'e.round_index',
    'round.earlierTotal': earlierTotal('g.entries_carry_over', 'e.giveaway_id', 'e.round_index'),
  },
} as const;

export const SOURCES: Readonly<Record<ChainSource, SourceStatement>> = {
  giveaway: { keys: ['text'], from: 'giveaway g', where: 'g.id = w.k1', joins: { gt: giveawayTexts } },
  giveaways: {
    keys: [],
    from: 'giveaway g',
    where: 'true',
    joins: { gt: giveawayTexts },
    order: NEWEST_GIVEAWAY,
  },
  giveawaysOfProvider: {
    keys: ['text'],
    from: 'giveaway g',
    where: 'g.provider_key = w.k1',
    joins: { gt: giveawayTexts },
    order: NEWEST_GIVEAWAY,
  },
  ...GIVEAWAY_SOURCES,
  giveawaysOfPassport: {
    keys: ['bigint'],
    // A lateral look-up, so that pages are read in the order of the index. A reorganisation may have removed the entries.
    from: `passport_giveaway held cross join lateral (
      select * from giveaway where id = held.giveaway_id and exists (
        select from entry e where e.passport_id = held.passport_id and e.giveaway_id = held.giveaway_id)
      offset 0) g`,
    where: 'held.passport_id = w.k1',
    joins: { gt: giveawayTexts },
    order: {
      by: [
        ['held.created_at', 'timestamptz'],
        ['held.giveaway_id', 'text'],
      ],
      descending: true,
      valuesOf: keyAndId,
    },
  },
  roundsWonBy: {
    keys: ['bigint'],
    // A lateral look-up, so that pages are read in the order of the indexes.
    from: (
      direction,
    ) => `${winsSql(direction)} won cross join lateral (select * from giveaway where id = won.giveaway_id offset 0) g
      join giveaway_round r on r.giveaway_id = won.giveaway_id and r.index = won.index`,
    where: 'won.winner_passport_id = w.k1 and (won.place < g.winners or won.deliveries > 0)',
    joins: { wp: winner, dl: delivery, d: check, gt: giveawayTexts, rt: roundTexts },
    overrides: { 'round.position': 'won.decided_at' },
    order: {
      by: [
        ['won.decided_at', 'timestamptz'],
        ['won.giveaway_id', 'text'],
        ['won.index', 'bigint'],
      ],
      descending: true,
      valuesOf: roundPosition,
    },
  },
  round: {
    keys: ['text', 'integer'],
    from: 'giveaway g',
    where: 'g.id = w.k1',
    joins: {
      r: 'left join giveaway_round r on r.giveaway_id = g.id and r.index = w.k2',
      wp: winner,
      dl: delivery,
      d: check,
      gt: giveawayTexts,
      rt: roundTexts,
    },
    overrides: {
      'round.index': 'w.k2',
      'round.earlierTotal': earlierTotal('g.entries_carry_over', 'g.id', 'w.k2'),
    },
  },
  rounds: {
    keys: ['text', 'integer', 'integer', 'boolean'],
    from: `(select 1) one left join giveaway_round r on r.giveaway_id = w.k1 and r.index between w.k2 and w.k3`,
    where: 'true',
    joins: { wp: winner, dl: delivery, d: check, rt: roundTexts },
    overrides: { 'round.earlierTotal': earlierTotal('w.k4', 'w.k1', 'w.k2') },
    position: 'coalesce(r.index - w.k2 + 1, 1)',
  },
  place: {
    keys: ['text', 'integer', 'smallint'],
    from: `${PLACES_SQL} r join giveaway g on g.id = r.giveaway_id`,
    where: 'r.giveaway_id = w.k1 and r.index = w.k2 and r.place = w.k3 and r.winner_passport_id is not null',
    joins: { ...ofPlace.joins, gt: giveawayTexts },
    overrides: ofPlace.overrides,
  },
  placesOfRound: {
    keys: ['text', 'integer'],
    from: `${PLACES_SQL} r`,
    where: 'r.giveaway_id = w.k1 and r.index = w.k2 and r.winner_passport_id is not null',
    ...ofPlace,
    order: byNumber('r.place'),
  },
  placeAt: {
    keys: ['text', 'integer', 'smallint'],
    from: `${PLACES_SQL} r`,
    where: 'r.giveaway_id = w.k1 and r.index = w.k2 and r.place = w.k3 and r.winner_passport_id is not null',
    ...ofPlace,
  },
  placeOfPassport: {
    keys: ['text', 'integer', 'bigint'],
    from: `${PLACES_SQL} r`,
    where: 'r.giveaway_id = w.k1 and r.index = w.k2 and r.winner_passport_id = w.k3',
    ...ofPlace,
  },
  deliveriesOfPlace: {
    keys: ['text', 'integer', 'smallint'],
    from: `${DELIVERIES_SQL} dl`,
    where: 'dl.giveaway_id = w.k1 and dl.round_index = w.k2 and dl.place = w.k3',
    joins: { d: ofPlace.joins.d },
    order: byNumber('dl.revision'),
  },
  deliveriesOfRound: {
    keys: ['text', 'integer'],
    from: 'prize_delivery dl',
    where: 'dl.giveaway_id = w.k1 and dl.round_index = w.k2',
    joins: { d: check },
    order: byNumber('dl.revision'),
  },
  entry: {
    keys: ['text', 'integer', 'bigint'],
    from: 'entry e',
    where: 'e.giveaway_id = w.k1 and e.round_index = w.k2 and e.passport_id = w.k3',
    ...ofEntry,
  },
  entriesOfRound: {
    keys: ['text', 'integer'],
    from: 'entry e',
    where: 'e.giveaway_id = w.k1 and e.round_index = w.k2',
    ...ofEntry,
    order: byNumber('e.leaf'),
  },
  countedEntriesOfRound: {
    keys: ['text', 'integer'],
    from: 'entry e',
    where: `e.giveaway_id = w.k1 and e.round_index <= w.k2
      and e.round_index >= (select case when c.entries_carry_over then 0 else w.k2 end from giveaway c where c.id = w.k1)`,
    ...ofEntry,
    overrides: { ...ofEntry.overrides, 'entry.counted': entriesAtClose('w.k2') },
    order: {
      by: [
        ['e.round_index', 'bigint'],
        ['e.leaf', 'bigint'],
      ],
      descending: false,
      valuesOf: keyAndId,
    },
  },
  entriesOfPassport: {
    keys: ['bigint'],
    from: 'entry e',
    where: 'e.passport_id = w.k1',
    ...ofEntry,
    order: {
      by: [
        ['e.changed_at', 'timestamptz'],
        ['e.giveaway_id', 'text'],
        ['e.round_index', 'bigint'],
      ],
      descending: true,
      valuesOf: roundPosition,
    },
  },
  entriesOfPassportIn: {
    keys: ['text', 'bigint'],
    from: 'entry e',
    where: 'e.giveaway_id = w.k1 and e.passport_id = w.k2',
    ...ofEntry,
    order: { ...byNumber('e.round_index'), descending: true },
  },
  changesOfEntry: {
    keys: ['text', 'integer', 'bigint'],
    from: 'entry_change c',
    where: 'c.giveaway_id = w.k1 and c.round_index = w.k2 and c.passport_id = w.k3',
    joins: {},
    order: onChain('c'),
  },
  change: {
    keys: ['bigint', 'integer'],
    from: 'entry_change c',
    where: 'c.block_number = w.k1 and c.log_index = w.k2',
    joins: {},
  },
  passport: { keys: ['bigint'], from: 'passport p', where: 'p.id = w.k1', joins: {} },
  passportsOfOwner: {
    keys: ['text'],
    from: 'passport p',
    where: 'p.owner = w.k1',
    joins: {},
    order: byNumber('p.id'),
  },
  transfersOfPassport: {
    keys: ['bigint'],
    from: 'passport_transfer t',
    where: 't.passport_id = w.k1',
    joins: {},
    order: onChain('t'),
  },
  transfer: {
    keys: ['bigint', 'integer'],
    from: 'passport_transfer t',
    where: 't.block_number = w.k1 and t.log_index = w.k2',
    joins: {},
  },
  provisionsOfPassport: {
    keys: ['bigint'],
    from: 'chain_event v',
    where: `v.passport_id = w.k1 and v.name = 'Provisioned'`,
    joins: {},
    order: onChain('v'),
  },
};
