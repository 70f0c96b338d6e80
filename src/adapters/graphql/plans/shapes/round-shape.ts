import { toRoundId } from '../../../../core/rounds/round-id.ts';
import { roundStateAt } from '../../../../core/rounds/round-state.ts';
import { closesAt, opensAt } from '../../../../core/rounds/schedule.ts';
import { list } from '../reads/child.ts';
import { DELIVERY_ORDER } from './delivery-shape.ts';
import { COUNTED_ORDER, ENTRY_ORDER } from './entry-shape.ts';
import { timesReader } from '../reads/schedule-reader.ts';
import { computed, number, plain, textOrNull, type At, type PlanShape } from './shape.ts';

export const roundShape: PlanShape = {
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
    metadataUri: textOrNull('round.metadataUri'),
    metadataHash: plain('round.metadataHash'),
    imageUri: textOrNull('round.imageUri'),
    imageHash: plain('round.imageHash'),
    title: textOrNull('round.title'),
    description: textOrNull('round.description'),
    itemImage: textOrNull('round.itemImage'),
    winnerImage: textOrNull('round.winnerImage'),
  },
  objects: {
    giveaway: { shape: 'Giveaway' },
    winner: { shape: 'Winner', unless: 'round.winnerPassportId' },
    drawProof: { shape: 'DrawProof', unless: 'round.beaconRound' },
    receipt: { shape: 'Receipt', unless: 'round.receiptAt' },
    delivery: { shape: 'PrizeDelivery', unless: 'delivery.revision' },
  },
  lists: {
    entries: {
      shape: 'Entry',
      bind: list('entriesOfRound', ['giveaway.id', 'round.index'], ENTRY_ORDER),
      order: ENTRY_ORDER,
    },
    countedEntries: {
      shape: 'CountedEntry',
      bind: list('countedEntriesOfRound', ['giveaway.id', 'round.index'], COUNTED_ORDER),
      order: COUNTED_ORDER,
    },
    deliveries: {
      shape: 'PrizeDelivery',
      bind: list('deliveriesOfRound', ['giveaway.id', 'round.index'], DELIVERY_ORDER),
      order: DELIVERY_ORDER,
    },
  },
  ones: {},
};

export const receiptShape: PlanShape = {
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
