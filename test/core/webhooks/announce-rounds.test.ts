import { beforeEach, describe, expect, it } from '@jest/globals';
import { announceRounds } from '../../../src/core/webhooks/announce/announce-rounds.ts';
import type {
  ClosingGiveaway,
  DecidedRound,
  VoidedRound,
} from '../../../src/core/webhooks/deliver/webhook-queue.ts';
import { createPorts, type FakePorts } from '../support/ports.ts';
import { START } from '../support/time.ts';

const DAY = 86_400_000;
const OPENS = START.getTime();
const POSITION = { headNumber: 20, confirmedNumber: 18, finalizedNumber: 10, headAt: OPENS, until: OPENS };
const at = (days: number) => new Date(OPENS + days * DAY).toISOString();
const hexOf = (number: number) => number.toString(16).padStart(64, '0');

let ports: FakePorts;
beforeEach(() => {
  ports = createPorts();
  ports.webhookQueue.at = POSITION;
});
/** A giveaway with a round for each day, of which rounds closed between these days. */
function closing(after: number, until: number, more: Partial<ClosingGiveaway> = {}): ClosingGiveaway {
  return {
    providerId: 'prv_1',
    giveawayId: `gwy_${hexOf(1)}`,
    externalId: 'daily',
    schedule: { startsAt: OPENS, endsAt: undefined, everyDays: 1, activeDays: 1 },
    after: OPENS + after * DAY,
    until: OPENS + until * DAY,
    ...more,
  };
}
function decided(number: number, more: Partial<DecidedRound> = {}): DecidedRound {
  return {
    providerId: 'prv_1',
    giveawayId: `gwy_${hexOf(number)}`,
    externalId: 'daily',
    index: 0,
    place: 0,
    passportId: 7,
    ownerWallet: `0x${'2'.repeat(40)}`,
    decidedAt: START,
    blockNumber: 18,
    transactionHash: `0x${hexOf(9)}`,
    ...more,
  };
}
function voided(number: number, more: Partial<VoidedRound> = {}): VoidedRound {
  const { passportId: _, ownerWallet: __, decidedAt: voidedAt, ...place } = decided(number);
  return { ...place, voidedAt, ...more };
}
const subjects = () => ports.webhookQueue.kept.map(({ type, subject }) => [type, subject]);
const payloads = () => ports.webhookQueue.kept.map(({ payload }) => JSON.parse(payload));
const round = (index: number, giveaway = 1) => `rnd_${hexOf(giveaway)}_${index}`;

describe('the rounds that closed', () => {
  it('are announced after the earlier position, up to the new one', async () => {
    ports.webhookQueue.closingGiveaways = [closing(1, 3.5)];
    expect(await announceRounds(ports)).toBe(false);
    expect(subjects()).toEqual([
      ['round.closed', round(1)],
      ['round.closed', round(2)],
    ]);
    expect(ports.webhookQueue.advancedTo).toEqual(POSITION);
  });

  it.each([
    [0, 0, 'VOID'],
    [4, 0, 'CLOSED'],
    [9, 5, 'CLOSED'],
  ])(
    'are told with their window; with %i entries that count, %i issued, %s',
    async (counted, issued, state) => {
      ports.webhookQueue.closingGiveaways = [closing(1, 2)];
      ports.webhookQueue.totals = { 1: [counted, issued] };
      await announceRounds(ports);
      expect(ports.webhookQueue.kept).toMatchObject([{ providerId: 'prv_1', origin: '1' }]);
      expect(payloads()).toEqual([
        {
          type: 'round.closed',
          timestamp: at(2),
          data: {
            roundId: round(1),
            giveawayId: 'daily',
            roundIndex: 1,
            state,
            opensAt: at(1),
            closesAt: at(2),
            entriesCounted: counted,
            entriesIssued: issued,
            entriesTotal: counted,
          },
        },
      ]);
    },
  );

  it('are announced once', async () => {
    ports.webhookQueue.closingGiveaways = [closing(0, 2)];
    await announceRounds(ports);
    await announceRounds(ports);
    expect(subjects()).toHaveLength(2);
  });

  it('are none where the only round never closes', async () => {
    const schedule = { startsAt: OPENS, endsAt: undefined, everyDays: 0, activeDays: 0 };
    ports.webhookQueue.closingGiveaways = [closing(0, 9, { schedule })];
    expect(await announceRounds(ports)).toBe(false);
    expect(subjects()).toEqual([]);
  });

  it('are announced 100 at a time, and the position is kept until all are', async () => {
    ports.webhookQueue.closingGiveaways = [closing(0, 101)];
    expect(await announceRounds(ports)).toBe(true);
    expect([subjects().length, ports.webhookQueue.advancedTo]).toEqual([100, undefined]);
    expect(await announceRounds(ports)).toBe(false);
    expect([subjects().length, ports.webhookQueue.advancedTo]).toEqual([101, POSITION]);
  });

  it('are searched for again after 100 giveaways', async () => {
    ports.webhookQueue.closingGiveaways = Array.from({ length: 100 }, (_, number) =>
      closing(0, number === 0 ? 1 : 0.5, { giveawayId: `gwy_${hexOf(number)}` }),
    );
    expect(await announceRounds(ports)).toBe(true);
    expect(subjects()).toEqual([['round.closed', round(0, 0)]]);
  });
});

describe('the rounds that were decided', () => {
  it('are announced with their winner and the transaction', async () => {
    const { decidedAt, externalId: giveawayId, index, ...winner } = decided(1, { index: 2 });
    ports.webhookQueue.decided = [decided(1, { index: 2 })];
    expect(await announceRounds(ports)).toBe(false);
    expect(ports.webhookQueue.kept).toMatchObject([
      { type: 'round.decided', subject: round(2), origin: `${winner.transactionHash}:7` },
    ]);
    const { passportId, ownerWallet, blockNumber, transactionHash } = winner;
    expect(payloads()).toEqual([
      {
        type: 'round.decided',
        timestamp: decidedAt.toISOString(),
        data: {
          roundId: round(2),
          giveawayId,
          roundIndex: index,
          passportId,
          ownerWallet,
          decidedAt: decidedAt.toISOString(),
          blockNumber,
          transactionHash,
        },
      },
    ]);
  });

  it.each([
    ['by another transaction', { transactionHash: `0x${hexOf(8)}` }],
    ['for another passport', { passportId: 8 }],
  ])('are announced again where a reorganisation decided them %s', async (_what, again) => {
    ports.webhookQueue.decided = [decided(1)];
    await announceRounds(ports);
    ports.webhookQueue.decided = [decided(1, again)];
    await announceRounds(ports);
    expect(subjects()).toHaveLength(2);
  });

  it.each([
    [99, false],
    [100, true],
  ])('are searched for again at once after %i: %j', async (count, hasMore) => {
    ports.webhookQueue.decided = Array.from({ length: count }, (_, number) => decided(number));
    expect(await announceRounds(ports)).toBe(hasMore);
    expect(subjects()).toHaveLength(count);
    expect(ports.webhookQueue.advancedTo).toEqual(hasMore ? undefined : POSITION);
  });

  it('are announced while there are more closed ones than fit', async () => {
    ports.webhookQueue.closingGiveaways = [closing(0, 101)];
    ports.webhookQueue.decided = [decided(2)];
    expect(await announceRounds(ports)).toBe(true);
    expect(subjects().at(-1)).toEqual(['round.decided', round(0, 2)]);
  });
});

describe('the rounds that were marked void', () => {
  it('are announced once for each transaction', async () => {
    ports.webhookQueue.voided = [voided(1, { index: 2 })];
    expect(await announceRounds(ports)).toBe(false);
    await announceRounds(ports);
    expect(payloads()).toEqual([
      {
        type: 'round.voided',
        timestamp: START.toISOString(),
        data: {
          roundId: round(2),
          giveawayId: 'daily',
          roundIndex: 2,
          voidedAt: START.toISOString(),
          blockNumber: 18,
          transactionHash: `0x${hexOf(9)}`,
        },
      },
    ]);
    ports.webhookQueue.voided = [voided(1, { index: 2, transactionHash: `0x${hexOf(8)}` })];
    await announceRounds(ports);
    expect(subjects()).toHaveLength(2);
  });

  it('are searched for again at once while there are more', async () => {
    ports.webhookQueue.voided = Array.from({ length: 100 }, (_, number) => voided(number));
    expect(await announceRounds(ports)).toBe(true);
    expect(ports.webhookQueue.advancedTo).toBeUndefined();
  });
});

it('announces no round while the read model is behind the chain', async () => {
  ports.webhookQueue.at = undefined;
  ports.webhookQueue.closingGiveaways = [closing(0, 2)];
  ports.webhookQueue.decided = [decided(1)];
  expect(await announceRounds(ports)).toBe(false);
  expect([subjects(), ports.webhookQueue.advancedTo]).toEqual([[], undefined]);
});
