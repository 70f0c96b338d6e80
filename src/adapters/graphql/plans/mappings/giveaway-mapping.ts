import { giveawayStateAt } from '../../../../core/giveaways/giveaway-filter.ts';
import { GIVEAWAYS_ORDER } from '../../../../core/giveaways/giveaways.ts';
import { entriesOfPassport, HELD_ORDER } from '../reads/entries-of-passport.ts';
import { timesReader } from '../reads/schedule-reader.ts';
import { computed, number, plain, textOrNull, type TypeMapping } from './type-mapping.ts';
import { currentRound, ROUND_ORDER, roundAt, rounds } from '../reads/rounds.ts';
import type { ListOrder } from '../reads/level-reader.ts';

/** Giveaways in the order of their source: newest first, or by their start or end. */
export const GIVEAWAY_ORDER: ListOrder = {
  ...GIVEAWAYS_ORDER,
  key: 'giveaway.position',
  id: (at) => at('giveaway.id'),
};

export const giveawayMapping: TypeMapping = {
  name: 'Giveaway',
  values: {
    id: plain('giveaway.id'),
    key: plain('giveaway.key'),
    chainId: number('giveaway.chainId'),
    hub: plain('giveaway.hub'),
    hubBlock: number('giveaway.hubBlock'),
    giveawayId: plain('giveaway.externalId'),
    providerKey: plain('giveaway.providerKey'),
    providerName: plain('giveaway.providerName'),
    state: (_at, scope) => {
      const times = timesReader(scope);
      return (row) => {
        const { schedule, now } = times(row);
        return giveawayStateAt(schedule, now);
      };
    },
    startTime: plain('giveaway.startTime'),
    endTime: plain('giveaway.endTime'),
    determinationType: plain('giveaway.determination'),
    winners: number('giveaway.winners'),
    alternates: number('giveaway.alternates'),
    requiresHandshake: plain('giveaway.requiresHandshake'),
    providerPaysReceiptGas: plain('giveaway.providerPaysReceiptGas'),
    rollingEveryDays: number('giveaway.everyDays'),
    rollingActiveDays: number('giveaway.activeDays'),
    rollingEntriesCarryOver: plain('giveaway.entriesCarryOver'),
    beacon: plain('giveaway.beacon'),
    beaconMargin: computed(['giveaway.beacon', 'giveaway.beaconMargin'], (beacon, margin) =>
      beacon === null ? null : Number(margin),
    ),
    metadataUri: textOrNull('giveaway.metadataUri'),
    metadataHash: plain('giveaway.metadataHash'),
    title: textOrNull('giveaway.title'),
    description: textOrNull('giveaway.description'),
    image: textOrNull('giveaway.image'),
    signer: plain('giveaway.signer'),
    createdAt: plain('giveaway.createdAt'),
    createdBlock: number('giveaway.createdBlock'),
    transactionHash: plain('giveaway.transactionHash'),
  },
  objects: {},
  lists: {
    rounds: { mapping: 'Round', bind: rounds, order: ROUND_ORDER },
    entries: { mapping: 'Entry', bind: entriesOfPassport, order: HELD_ORDER },
  },
  ones: {
    currentRound: { mapping: 'Round', bind: currentRound },
    round: { mapping: 'Round', bind: roundAt },
  },
};
