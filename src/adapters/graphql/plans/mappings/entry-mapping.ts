import { toEntryId } from '../../../../core/entries/entry-id.ts';
import { list, type ListOrder } from '../reads/level-reader.ts';
import { computed, number, plain, type TypeMapping } from './type-mapping.ts';

/** Entries of a round itself, by leaf. */
export const ENTRY_ORDER: ListOrder = {
  name: 'ENTRIES',
  kind: 'number',
  key: 'entry.leaf',
  id: () => () => '',
};

/** The entries that count in a round, in the order in which a draw counts their tickets. */
export const COUNTED_ORDER: ListOrder = {
  name: 'COUNTED',
  kind: 'two numbers',
  key: 'round.index',
  id: (at) => at('entry.leaf'),
};

/** Changes of entries, in the order of the chain. */
const CHANGE_ORDER: ListOrder = {
  name: 'CHANGES',
  kind: 'two numbers',
  key: 'change.block',
  id: (at) => at('change.logIndex'),
};

export const entryMapping: TypeMapping = {
  name: 'Entry',
  values: {
    id: computed(['giveaway.id', 'round.index', 'passport.id'], (giveaway, index, passport) =>
      toEntryId(String(giveaway), String(index), String(passport)),
    ),
    leaf: number('entry.leaf'),
    entries: number('entry.entries'),
    issued: number('entry.issued'),
    changedAt: plain('entry.changedAt'),
  },
  objects: { passport: { mapping: 'Passport' }, round: { mapping: 'Round' } },
  lists: {
    history: {
      mapping: 'EntryChange',
      bind: list('changesOfEntry', ['giveaway.id', 'round.index', 'passport.id'], CHANGE_ORDER),
      order: CHANGE_ORDER,
    },
  },
  ones: {},
};

export const countedEntryMapping: TypeMapping = {
  name: 'CountedEntry',
  values: { entries: number('entry.counted') },
  objects: { entry: { mapping: 'Entry' } },
  lists: {},
  ones: {},
};

export const entryChangeMapping: TypeMapping = {
  name: 'EntryChange',
  values: {
    id: computed(['change.block', 'change.logIndex'], (block, log) => `chg_${String(block)}_${String(log)}`),
    openRound: number('change.openRound'),
    removed: plain('change.removed'),
    amount: number('change.amount'),
    entries: number('change.entries'),
    reasonCode: number('change.reasonCode'),
    evidence: plain('change.evidence'),
    owner: plain('change.owner'),
    signer: plain('change.signer'),
    changedAt: plain('change.changedAt'),
    blockNumber: number('change.block'),
    transactionHash: plain('change.transactionHash'),
  },
  objects: {},
  lists: {},
  ones: {},
};
