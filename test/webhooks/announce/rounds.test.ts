import { beforeAll, describe, expect, it } from '@jest/globals';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import {
  changeRow,
  drawn,
  DRAWN,
  giveawayIdOf,
  giveawayRow,
  hashOf,
  insert,
  roundRow,
  setChainTime,
  WALLETS,
} from '../../support/database/read-model.ts';
import { placeRow } from '../../support/database/places.ts';
import { createWebhook, deliveriesOf, startProvider } from '../support/api.ts';
import { isSignedBy, startReceiver } from '../support/receiver.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const receiver = sharedByTests(startReceiver);
const gateway = sharedByTests(() => startGateway({ WEBHOOK_ALLOW_PRIVATE: 'true' }));
let provider: Json;
let secret: string;
let webhook: Json;
const onDatabase = (work: (em: SqlEntityManager) => Promise<void>) => gateway.onDatabase(work);
const run = (em: SqlEntityManager, text: string) => em.getConnection().execute(text);
/** Moves the chain's head and time forward. */
const moveTo = (em: SqlEntityManager, time: string, head: number) =>
  run(
    em,
    `update chain_cursor set head_at = '${time}', head_number = ${head}, next_block = ${head + 1},
      confirmed_number = ${head - 1}, finalized_number = ${head - 64}`,
  );
const of = (type: string, round: string) => (received: { readonly message: Json }) =>
  received.message.type === type && received.message.data.roundId === round;
const roundId = (number: number, index: number) => `rnd_${giveawayIdOf(number).slice(4)}_${index}`;

beforeAll(async () => {
  provider = await startProvider(gateway);
  const ownGiveaway = { provider_key: provider.chainKey };
  await onDatabase(async (em) => {
    await setChainTime(em, '2026-02-10T12:00:00Z');
    await insert(em, 'giveaway', [
      // Closed long ago, and decided.
      giveawayRow(1, { ...ownGiveaway, end_time: '2026-02-01T00:00:00Z' }),
      // Closes soon, with entries.
      giveawayRow(2, { ...ownGiveaway, end_time: '2026-02-10T13:00:00Z' }),
      // Rounds of a week, five days of them active; the seventh, from 2026-02-12 on, closes on 2026-02-17.
      giveawayRow(3, { ...ownGiveaway, every_days: 7, active_days: 5, entries_carry_over: true }),
      // A giveaway of another provider.
      giveawayRow(4, { end_time: '2026-02-10T13:00:00Z' }),
    ]);
    await insert(em, 'giveaway_round', [
      roundRow(1, 0, { net_entries: 3, holders: 1, ...decided(5) }),
      roundRow(2, 0, { net_entries: 10, holders: 2, ...decided(null) }),
      roundRow(3, 0, { net_entries: 4, holders: 1, ...decided(null) }),
      roundRow(3, 6, { net_entries: 5, holders: 1, ...decided(null) }),
    ]);
    await insert(em, 'entry_change', [
      changeRow(99, 0, {
        giveaway_id: giveawayIdOf(3),
        round_index: 0,
        open_round: 6,
        passport_id: 1,
        removed: true,
        amount: 2,
        entries: 2,
      }),
    ]);
  });
  const { body } = await createWebhook(gateway, provider.session, {
    provider: provider.id,
    url: receiver.url,
  });
  ({ webhook, secret } = body.data.createWebhook);
});

/** The columns of a winner that was decided in this block. */
function decided(block: number | null) {
  if (block === null) return { ...drawn(2, 10, 4), ...NOT_DRAWN };
  return { ...drawn(2, 10, 4), decided_block: block };
}
const NOT_DRAWN = {
  winner_passport_id: null,
  winner_wallet: null,
  decided_at: null,
  decided_block: null,
  decided_transaction_hash: null,
};

describe('the events of rounds', () => {
  it('announce rounds that close by the chain’s clock, void ones too, and none that closed before', async () => {
    await onDatabase((em) => moveTo(em, '2026-02-10T13:00:00Z', 120).then(() => undefined));
    const [closed] = await receiver.until(1, of('round.closed', roundId(2, 0)));
    await onDatabase((em) => moveTo(em, '2026-02-17T00:00:01Z', 150).then(() => undefined));
    const [carried] = await receiver.until(1, of('round.closed', roundId(3, 6)));

    expect(closed?.message).toEqual({
      type: 'round.closed',
      timestamp: '2026-02-10T13:00:00.000Z',
      data: {
        roundId: roundId(2, 0),
        giveawayId: 'summer-2',
        roundIndex: 0,
        state: 'CLOSED',
        opensAt: '2026-01-01T00:00:00.000Z',
        closesAt: '2026-02-10T13:00:00.000Z',
        entriesCounted: 10,
        entriesIssued: 10,
        entriesTotal: 10,
      },
    });
    expect(isSignedBy(secret, closed!)).toBe(true);
    // Seven were issued, and two of the first round removed.
    expect(carried?.message.data).toMatchObject({ roundIndex: 6, entriesCounted: 9, entriesIssued: 7 });
    const deliveries = await deliveriesOf(gateway, provider.session, webhook.id);
    expect(deliveries.map(({ type }) => type)).toEqual(['round.closed', 'round.closed']);
  });

  it('report a round without entries as void', async () => {
    await onDatabase(async (em) => {
      await insert(em, 'giveaway', [
        giveawayRow(6, { provider_key: provider.chainKey, end_time: '2026-02-18T00:00:00Z' }),
      ]);
      await moveTo(em, '2026-02-18T00:00:00Z', 160);
    });
    const [received] = await receiver.until(1, of('round.closed', roundId(6, 0)));
    expect(received?.message.data).toMatchObject({ state: 'VOID', entriesTotal: 0 });
  });

  it('announce a winner and a void round once, when their blocks are deep enough', async () => {
    const decide = (em: SqlEntityManager) =>
      run(
        em,
        `update giveaway_round set winner_passport_id = 9, winner_wallet = '${WALLETS[1]}', decided_block = 170,
          decided_at = '2026-02-18T00:01:00Z', decided_transaction_hash = '${hashOf(170)}'
        where giveaway_id = '${giveawayIdOf(2)}'`,
      );
    await onDatabase(async (em) => {
      await decide(em);
      await moveTo(em, '2026-02-18T00:01:00Z', 170);
    });
    // An event that comes after the round's would have.
    await onDatabase(async (em) => {
      await insert(em, 'giveaway', [
        giveawayRow(7, { ...DRAWN, provider_key: provider.chainKey, end_time: '2026-02-18T00:01:00Z' }),
      ]);
    });
    await receiver.until(1, of('round.closed', roundId(7, 0)));
    const isDecided = of('round.decided', roundId(2, 0));
    expect(receiver.received.filter(isDecided)).toEqual([]);

    await onDatabase((em) => moveTo(em, '2026-02-18T00:01:10Z', 171).then(() => undefined));
    const [received] = await receiver.until(1, isDecided);

    expect(received?.message).toEqual({
      type: 'round.decided',
      timestamp: '2026-02-18T00:01:00.000Z',
      data: {
        roundId: roundId(2, 0),
        giveawayId: 'summer-2',
        roundIndex: 0,
        passportId: 9,
        ownerWallet: WALLETS[1],
        decidedAt: '2026-02-18T00:01:00.000Z',
        blockNumber: 170,
        transactionHash: hashOf(170),
      },
    });
    // Decided again after a reorganisation, in another transaction and for another winner.
    await onDatabase(async (em) => {
      await run(
        em,
        `update giveaway_round set winner_passport_id = 10, decided_transaction_hash = '${hashOf(171)}'
        where giveaway_id = '${giveawayIdOf(2)}'`,
      );
    });
    const both = await receiver.until(2, isDecided);
    expect(both.map(({ message }) => message.data.passportId)).toEqual([9, 10]);
    await onDatabase((em) =>
      run(
        em,
        `update giveaway_round set voided_block = 170, voided_at = '2026-02-18T00:01:00Z',
          voided_transaction_hash = '${hashOf(172)}'
        where giveaway_id = '${giveawayIdOf(3)}' and index = 6`,
      ).then(() => undefined),
    );
    // Two more places of the round, which are one event each.
    await onDatabase((em) =>
      insert(em, 'round_place', [
        placeRow(2, 0, 1, 11, { decided_block: 170, decided_at: '2026-02-18T00:02:00Z' }),
        placeRow(2, 0, 2, 12, { decided_block: 170, decided_at: '2026-02-18T00:02:00Z' }),
      ]),
    );
    // In no guaranteed order.
    const all = (await receiver.until(4, isDecided)).toSorted(
      (one, other) => one.message.data.passportId - other.message.data.passportId,
    );
    const data = all.map(({ message }) => message.data);
    expect(data.map(({ place, passportId }) => [place, passportId])).toEqual([
      [undefined, 9],
      [undefined, 10],
      [1, 11],
      [2, 12],
    ]);
    expect(all[2]?.message).toEqual({
      type: 'round.decided',
      timestamp: '2026-02-18T00:02:00.000Z',
      data: {
        roundId: roundId(2, 0),
        giveawayId: 'summer-2',
        roundIndex: 0,
        place: 1,
        passportId: 11,
        ownerWallet: WALLETS[3],
        decidedAt: '2026-02-18T00:02:00.000Z',
        blockNumber: 170,
        transactionHash: hashOf(781),
      },
    });
    const [voided] = await receiver.until(1, of('round.voided', roundId(3, 6)));
    expect(voided?.message).toEqual({
      type: 'round.voided',
      timestamp: '2026-02-18T00:01:00.000Z',
      data: {
        roundId: roundId(3, 6),
        giveawayId: 'summer-3',
        roundIndex: 6,
        voidedAt: '2026-02-18T00:01:00.000Z',
        blockNumber: 170,
        transactionHash: hashOf(172),
      },
    });
    await onDatabase((em) => moveTo(em, '2026-02-18T02:00:00Z', 400).then(() => undefined));
    await gateway.restart();
    expect(receiver.received.filter(({ message }) => message.type === 'round.decided')).toHaveLength(4);
    expect(receiver.received.filter(of('round.closed', roundId(1, 0)))).toEqual([]);
  }, 120_000);
});
