import { toNumberOnChain } from '../../../../core/chain/hubs.ts';
import { toPassportId } from '../../../../core/passports/passport-id.ts';
import { PASSPORTS_ORDER } from '../../../../core/passports/passports.ts';
import { isTradable } from '../../../../core/passports/tradable.ts';
import { toRoundId } from '../../../../core/rounds/round-id.ts';
import { list, type ListOrder } from '../reads/level-reader.ts';
import { GIVEAWAY_ORDER } from './giveaway-mapping.ts';
import { computed, number, plain, type TypeMapping } from './type-mapping.ts';

/** Passports by their number. */
export const PASSPORT_ORDER: ListOrder = {
  ...PASSPORTS_ORDER,
  key: 'passport.id',
  id: () => () => '',
};

/** Entries of a passport, newest change first. */
const HOLDING_ORDER: ListOrder = {
  name: 'HOLDINGS',
  kind: 'instant and round',
  key: 'entry.changedAt',
  id: (at) => {
    const giveaway = at('giveaway.id');
    const index = at('round.index');
    return (row) => toRoundId(String(giveaway(row)), String(index(row)));
  },
};

/** Rounds in which a passport won a prize, latest decision first. */
const WIN_ORDER: ListOrder = { ...HOLDING_ORDER, name: 'WINS', key: 'round.position' };

const TRANSFER_ORDER: ListOrder = {
  name: 'TRANSFERS',
  kind: 'two numbers',
  key: 'transfer.block',
  id: (at) => at('transfer.logIndex'),
};

const PROVISION_ORDER: ListOrder = {
  name: 'PROVISIONS',
  kind: 'two numbers',
  key: 'provision.block',
  id: (at) => at('provision.logIndex'),
};

export const passportMapping: TypeMapping = {
  name: 'Passport',
  values: {
    id: computed(['passport.id'], (id) => toPassportId(String(id))),
    passportId: number('passport.id'),
    numberOnChain: computed(['passport.id'], (id) => toNumberOnChain(Number(id))),
    owner: plain('passport.owner'),
    maxTransfers: number('passport.maxTransfers'),
    transfersUsed: number('passport.transfersUsed'),
    tradable: computed(['passport.maxTransfers', 'passport.transfersUsed'], (limit, used) =>
      isTradable(limit === null ? undefined : Number(limit), Number(used)),
    ),
    mintedAt: plain('passport.mintedAt'),
    mintedBlock: number('passport.mintedBlock'),
  },
  objects: {},
  lists: {
    entries: {
      mapping: 'Entry',
      bind: list('entriesOfPassport', ['passport.id'], HOLDING_ORDER),
      order: HOLDING_ORDER,
    },
    giveaways: {
      mapping: 'Giveaway',
      bind: list('giveawaysOfPassport', ['passport.id'], GIVEAWAY_ORDER),
      order: GIVEAWAY_ORDER,
    },
    wins: { mapping: 'Round', bind: list('roundsWonBy', ['passport.id'], WIN_ORDER), order: WIN_ORDER },
    transfers: {
      mapping: 'PassportTransfer',
      bind: list('transfersOfPassport', ['passport.id'], TRANSFER_ORDER),
      order: TRANSFER_ORDER,
    },
    provisions: {
      mapping: 'PassportProvision',
      bind: list('provisionsOfPassport', ['passport.id'], PROVISION_ORDER),
      order: PROVISION_ORDER,
    },
  },
  ones: {},
};

export const transferMapping: TypeMapping = {
  name: 'PassportTransfer',
  values: {
    id: computed(
      ['transfer.block', 'transfer.logIndex'],
      (block, log) => `ptr_${String(block)}_${String(log)}`,
    ),
    from: plain('transfer.from'),
    to: plain('transfer.to'),
    transferredAt: plain('transfer.transferredAt'),
    blockNumber: number('transfer.block'),
    transactionHash: plain('transfer.transactionHash'),
  },
  objects: {},
  lists: {},
  ones: {},
};

export const provisionMapping: TypeMapping = {
  name: 'PassportProvision',
  values: {
    providerKey: plain('provision.providerKey'),
    signer: plain('provision.signer'),
    minted: plain('provision.minted'),
    from: computed(['provision.from', 'provision.minted'], (from, minted) => (minted === true ? null : from)),
    to: plain('provision.to'),
    provisionedAt: plain('provision.provisionedAt'),
    blockNumber: number('provision.block'),
    transactionHash: plain('provision.transactionHash'),
  },
  objects: {},
  lists: {},
  ones: {},
};
