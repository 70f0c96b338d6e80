import { toRoundId } from '../../../../core/rounds/round-id.ts';
import { isDelivered } from '../../../../core/rounds/is-delivered.ts';
import { roundStateAt } from '../../../../core/rounds/round-state.ts';
import { closesAt, opensAt } from '../../../../core/rounds/schedule.ts';
import { list } from '../reads/level-reader.ts';
import { DELIVERY_ORDER } from './delivery-mapping.ts';
import { COUNTED_ORDER, ENTRY_ORDER } from './entry-mapping.ts';
import { PLACE_ORDER, PLACE_TEXTS } from './place-mapping.ts';
import { placeAt, placeOfPassport } from '../reads/place.ts';
import { timesReader } from '../reads/schedule-reader.ts';
import { computed, number, plain, type At, type TypeMapping } from './type-mapping.ts';

export const roundMapping: TypeMapping = {
  name: 'Round',
  values: {
    id: computed(['giveaway.id', 'round.index'], (giveaway, index) =>
      toRoundId(String(giveaway), String(index)),
    ),
    index: number('round.index'),
    state: (at, scope) => {
      const times = timesReader(scope);
      const index = at('round.index');
      const winner = at('round.winnerPassportId');
      const voidedAt = at('round.voidedAt');
      const total = totalReader(at);
      return (row) => {
        const { schedule, now } = times(row);
        const facts = {
          index: Number(index(row)),
          isDecided: winner(row) !== null,
          isVoided: voidedAt(row) !== null,
          total: total(row),
        };
        return roundStateAt(schedule, facts, now);
      };
    },
    opensAt: (at, scope) => {
      const times = timesReader(scope);
      const index = at('round.index');
      return (row) => toInstant(opensAt(times(row).schedule, Number(index(row))));
    },
    closesAt: (at, scope) => {
      const times = timesReader(scope);
      const index = at('round.index');
      return (row) => toInstant(closesAt(times(row).schedule, Number(index(row))));
    },
    entriesCounted: totalReader,
    entriesIssued: number('round.issuedEntries', 0),
    holdersIssued: number('round.issuedHolders', 0),
    entriesTotal: totalReader,
    holders: number('round.holders', 0),
    decidedAt: plain('round.decidedAt'),
    voidedAt: plain('round.voidedAt'),
    placesDecided: number('round.decidedPlaces', 0),
    placesDelivered: number('round.deliveredPlaces', 0),
    isDrawing: computed(['round.isDrawing'], (isDrawing) => isDrawing === true),
    isDelivered: computed(
      [
        'giveaway.winners',
        'giveaway.determination',
        'round.decidedPlaces',
        'round.deliveredPlaces',
        'round.isDrawing',
      ],
      (winners, determination, decided, delivered, isDrawing) =>
        isDelivered({
          winners: Number(winners),
          isDrawn: determination === 'ON_CHAIN_RANDOM',
          decided: Number(decided),
          delivered: Number(delivered),
          isDrawing: isDrawing === true,
        }),
    ),
    ...PLACE_TEXTS,
  },
  objects: {
    giveaway: { mapping: 'Giveaway' },
    winner: { mapping: 'Winner', unless: 'round.winnerPassportId' },
    drawProof: { mapping: 'DrawProof', unless: 'round.beaconRound' },
    receipt: { mapping: 'Receipt', unless: 'round.receiptAt' },
    delivery: { mapping: 'PrizeDelivery', unless: 'delivery.revision' },
  },
  lists: {
    entries: {
      mapping: 'Entry',
      bind: list('entriesOfRound', ['giveaway.id', 'round.index'], ENTRY_ORDER),
      order: ENTRY_ORDER,
    },
    countedEntries: {
      mapping: 'CountedEntry',
      bind: list('countedEntriesOfRound', ['giveaway.id', 'round.index'], COUNTED_ORDER),
      order: COUNTED_ORDER,
    },
    places: {
      mapping: 'RoundPlace',
      bind: list('placesOfRound', ['giveaway.id', 'round.index'], PLACE_ORDER),
      order: PLACE_ORDER,
    },
    deliveries: {
      mapping: 'PrizeDelivery',
      bind: list('deliveriesOfRound', ['giveaway.id', 'round.index'], DELIVERY_ORDER),
      order: DELIVERY_ORDER,
    },
  },
  ones: {
    place: { mapping: 'RoundPlace', bind: placeAt },
    placeOf: { mapping: 'RoundPlace', bind: placeOfPassport },
  },
};

export const receiptMapping: TypeMapping = {
  name: 'Receipt',
  values: {
    by: plain('round.receiptBy'),
    byProvider: plain('round.receiptByProvider'),
    confirmedAt: plain('round.receiptAt'),
    transactionHash: plain('round.receiptTransactionHash'),
  },
  objects: {},
  lists: {},
  ones: {},
};

/** The entries that count in a round: those that carried over into it, and those issued less those removed while it was open. */
function totalReader(at: At) {
  const net = at('round.netEntries');
  const earlier = at('round.earlierTotal');
  return (row: Parameters<typeof net>[0]) => Number(net(row) ?? 0) + Number(earlier(row));
}

function toInstant(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
}
