import { list, type ListOrder } from '../reads/level-reader.ts';
import { DELIVERY_ORDER } from './delivery-mapping.ts';
import { computed, number, plain, textOrNull, type TypeMapping } from './type-mapping.ts';

/** Places of a round by their number. */
export const PLACE_ORDER: ListOrder = {
  name: 'PLACES',
  kind: 'number',
  key: 'round.place',
  id: () => () => '',
};

/** The texts and the image of a round, which are those of its first place, or of a later place. */
export const PLACE_TEXTS = {
  metadataUri: textOrNull('round.metadataUri'),
  metadataHash: plain('round.metadataHash'),
  imageUri: textOrNull('round.imageUri'),
  imageHash: plain('round.imageHash'),
  title: textOrNull('round.title'),
  description: textOrNull('round.description'),
  itemImage: textOrNull('round.itemImage'),
  winnerImage: textOrNull('round.winnerImage'),
};

export const placeMapping: TypeMapping = {
  name: 'RoundPlace',
  values: {
    place: number('round.place'),
    isAlternate: computed(
      ['round.place', 'giveaway.winners'],
      (place, winners) => Number(place) >= Number(winners),
    ),
    decidedAt: plain('round.decidedAt'),
    blockNumber: number('round.decidedBlock'),
    transactionHash: plain('round.decidedTransactionHash'),
    ...PLACE_TEXTS,
  },
  objects: {
    winner: { mapping: 'Winner' },
    draw: { mapping: 'PlaceDraw', unless: 'round.drawTotal' },
    receipt: { mapping: 'Receipt', unless: 'round.receiptAt' },
    delivery: { mapping: 'PrizeDelivery', unless: 'delivery.revision' },
  },
  lists: {
    deliveries: {
      mapping: 'PrizeDelivery',
      bind: list('deliveriesOfPlace', ['giveaway.id', 'round.index', 'round.place'], DELIVERY_ORDER),
      order: DELIVERY_ORDER,
    },
  },
  ones: {},
};
