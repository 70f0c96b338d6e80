import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  deliveryRow,
  drawn,
  DRAWN,
  giveawayRow,
  hashOf,
  insert,
  roundRow,
  setChainTime,
} from '../../support/database/read-model.ts';
import { SUMMER_NOW } from '../../support/database/summer.ts';
import { gateway, read, useSummerGateway } from './summer-gateway.ts';

useSummerGateway();

const FIELDS =
  'giveaways isComplete roundsDecided roundsOnTime medianDelay roundsOverdue prizes prizesDelivered prizesProved prizesOverdue';
const recordOf = (provider: number) =>
  read(`query ($provider: Hash!) { trackRecord(provider: $provider) { ${FIELDS} } }`, {
    provider: hashOf(provider),
  }).then(({ trackRecord }) => trackRecord);

const ofProvider = (provider: number) => ({ provider_key: hashOf(provider) });
const check = (number: number, fields: object) => ({
  giveaway_id: giveawayRow(number)['id'] ?? '',
  round_index: 0,
  revision: 1,
  delivery_transaction_hash: hashOf(5_005),
  begun_at: SUMMER_NOW,
  verdict: 'VERIFIED',
  ...fields,
});

describe('the track record of a provider', () => {
  it('counts decisions, their delay and rounds that are overdue', async () => {
    expect(await recordOf(7_001)).toEqual({
      giveaways: 3,
      isComplete: true,
      roundsDecided: 2,
      roundsOnTime: 1,
      medianDelay: (60 + 7 * 86_400) / 2,
      roundsOverdue: 1,
      prizes: 2,
      prizesDelivered: 1,
      prizesProved: 0,
      prizesOverdue: 0,
    });
  });

  it('counts rounds without entries of their own as overdue where earlier entries count in them', async () => {
    expect(await recordOf(7_000)).toMatchObject({
      roundsDecided: 0,
      medianDelay: null,
      roundsOverdue: 5,
      prizes: 0,
    });
  });

  it('leaves out a carried round that is decided, and one that is void', async () => {
    const id = giveawayRow(2)['id'];
    const run = (set: string, index: number) =>
      gateway.onDatabase((em) =>
        em
          .getConnection()
          .execute(`update giveaway_round set ${set} where giveaway_id = ? and index = ?`, [id, index]),
      );
    await run(`voided_at = '2026-02-09T00:00:00Z'`, 0);
    await run(`winner_passport_id = 2, decided_at = '2026-01-20T00:02:00Z'`, 2);
    const record = await recordOf(7_000);
    await run('voided_at = null', 0);
    await run('winner_passport_id = null, decided_at = null', 2);
    expect(record).toMatchObject({ roundsDecided: 1, roundsOnTime: 1, medianDelay: 60, roundsOverdue: 3 });
  });

  it('has a median delay that exceeds 32 bits', async () => {
    const [starts, decided] = ['1970-01-02T00:00:00Z', '2040-01-01T00:00:00Z'];
    await gateway.onDatabase(async (em) => {
      const schedule = { start_time: starts, end_time: '1970-01-03T00:00:00Z' };
      await insert(em, 'giveaway', [giveawayRow(41, { ...DRAWN, ...ofProvider(7_041), ...schedule })]);
      await insert(em, 'giveaway_round', [roundRow(41, 0, { ...drawn(2, 10, 4), decided_at: decided })]);
    });
    const { roundsDecided, medianDelay } = await recordOf(7_041);
    expect(roundsDecided).toBe(1);
    expect(medianDelay).toBeGreaterThan(2 ** 31);
  });

  it('is null for a provider without giveaways', async () => {
    expect(await recordOf(7_009)).toBeNull();
  });
});

describe('the deliveries in a track record', () => {
  const decidedAt = (at: string) => ({ ...drawn(2, 10, 4), decided_at: at });
  const EARLY = '2025-12-31T00:10:00Z';
  beforeAll(() =>
    gateway.onDatabase(async (em) => {
      await setChainTime(em, SUMMER_NOW);
      const end = { ...DRAWN, ...ofProvider(7_010), end_time: '2025-12-31T00:00:00Z' };
      await insert(em, 'giveaway', [
        giveawayRow(31, { ...end, winners: 1, alternates: 0 }),
        giveawayRow(32, { ...end, winners: 1, alternates: 0 }),
        giveawayRow(33, { ...end, winners: 1, alternates: 0, requires_handshake: true }),
        giveawayRow(34, { ...end, winners: 2, alternates: 1 }),
      ]);
      await insert(em, 'giveaway_round', [
        roundRow(31, 0, { net_entries: 1, ...decidedAt(EARLY), deliveries: 1 }),
        roundRow(32, 0, { net_entries: 1, ...decidedAt(EARLY), deliveries: 2 }),
        roundRow(33, 0, { net_entries: 1, ...decidedAt(EARLY), deliveries: 0 }),
        roundRow(34, 0, { net_entries: 1, ...decidedAt(EARLY), deliveries: 0 }),
      ]);
      await insert(em, 'round_place', [
        { ...placeRow(1), deliveries: 0 },
        { ...placeRow(2), deliveries: 1 },
      ]);
      await insert(em, 'prize_delivery', [
        deliveryRow(31, 0, 1, { block_number: 301 }),
        deliveryRow(32, 0, 1, { block_number: 302 }),
        deliveryRow(32, 0, 2, { block_number: 303, transaction_hash: hashOf(5_008) }),
      ]);
      await insert(em, 'prize_delivery_check', [check(31, {}), check(32, {})]);
      await insert(em, 'place_delivery', [{ ...deliveryRow(34, 0, 1, { block_number: 304 }), place: 2 }]);
      await insert(em, 'place_delivery_check', [check(34, { place: 2 })]);
    }),
  );
  const placeRow = (place: number) => ({
    giveaway_id: giveawayRow(34)['id'] ?? '',
    round_index: 0,
    place,
    winner_passport_id: 3,
    decided_at: EARLY,
  });

  it('are proved by the latest one alone, and overdue only where nothing else has to come first', async () => {
    // One proved, one proved before its correction, one that waits for its winner, and one of two by an alternate.
    expect(await recordOf(7_010)).toMatchObject({
      roundsDecided: 4,
      roundsOnTime: 4,
      medianDelay: 540,
      prizes: 5,
      prizesDelivered: 3,
      prizesProved: 2,
      prizesOverdue: 1,
    });
  });
});

describe('the track record of a provider with many giveaways', () => {
  beforeAll(() =>
    gateway.onDatabase(async (em) => {
      const fields = { ...ofProvider(7_020), end_time: '2026-01-02T00:00:00Z' };
      await insert(
        em,
        'giveaway',
        Array.from({ length: 1_001 }, (_, index) => giveawayRow(10_000 + index, fields)),
      );
      await insert(
        em,
        'giveaway_round',
        Array.from({ length: 1_001 }, (_, index) => roundRow(10_000 + index, 0, { net_entries: 1 })),
      );
      await insert(em, 'giveaway', [
        giveawayRow(20_000, {
          ...fields,
          ...ofProvider(7_021),
          every_days: 1,
          active_days: 1,
          end_time: null,
        }),
        giveawayRow(20_001, { ...fields, ...ofProvider(7_021) }),
      ]);
      await em.getConnection().execute(
        `insert into giveaway_round (giveaway_id, index, net_entries, holders)
         select ?, n, 1, 1 from generate_series(0, 5000) n`,
        [giveawayRow(20_000)['id']],
      );
      await insert(em, 'giveaway_round', [roundRow(20_001, 0, { net_entries: 1 })]);
    }),
  );

  it('covers the newest, and says so', async () => {
    expect(await recordOf(7_020)).toMatchObject({
      giveaways: 1_000,
      isComplete: false,
      roundsOverdue: 1_000,
    });
  });

  it('leaves out a giveaway with too many rounds', async () => {
    expect(await recordOf(7_021)).toMatchObject({ giveaways: 1, isComplete: false, roundsOverdue: 1 });
  });
});
