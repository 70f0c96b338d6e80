import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDueDraws } from '../../src/adapters/postgres/providers/due-draws.ts';
import { createRoundClaims } from '../../src/adapters/postgres/providers/round-claims.ts';
import type { DueDraws } from '../../src/core/draws/due-draws.ts';
import { openTestDatabase } from '../support/database/open-database.ts';
import { giveawayRow, hashOf, insert, WALLETS } from '../support/database/read-model.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const [KEEPER, PROVIDER_SIGNER] = WALLETS;
const NOW = Date.UTC(2026, 5, 1);

const opened = sharedByTests(openTestDatabase);
let dueDraws: DueDraws;
beforeAll(async () => {
  dueDraws = createDueDraws(opened.database.sql);
});
beforeEach(async () => {
  for (const table of [
    'giveaway',
    'giveaway_round',
    'keeper_operation',
    'keeper_clock',
    'round_claim',
    'place_claim',
    'round_place',
    'entry',
    'operation',
    'chain_attempt',
    'chain_transaction',
  ])
    await execute(`delete from ${table}`);
});

const execute = (text: string) => opened.database.sql.query({ name: '', text }, []);
const insertRows = (table: string, rows: Parameters<typeof insert>[2]) =>
  insert(opened.database.em(), table, rows);
const spent = async () => (await dueDraws.state()).spent;

function addDrawn(number: number, providerKey: string): Promise<void> {
  const checkedAt = new Date(NOW - 60_000 + number).toISOString();
  const drawn = { determination: 'ON_CHAIN_RANDOM', provider_key: providerKey, draw_check_at: checkedAt };
  return insertRows('giveaway', [giveawayRow(number, drawn)]);
}

function addOperation(
  id: string,
  fields: Readonly<Record<string, string | number | null>> = {},
): Promise<void> {
  const row = {
    id,
    chain_id: 31_337,
    signer: KEEPER,
    provider_key: hashOf(1),
    kind: 'draw-winner',
    call: '{}',
    op_key: hashOf(Number(id.slice(4))),
    error: null,
    transaction_id: null,
  };
  return insertRows('operation', [{ ...row, ...fields }]);
}

function addTransaction(id: number, state: string, cost: number | null): Promise<void> {
  return execute(`
    insert into chain_transaction (id, chain_id, signer, nonce, to_address, data, gas_limit, operation_ids, state, cost)
    overriding system value values (${id}, 31337, '${KEEPER}', ${id}, '${KEEPER}', '', 400000, '{}', '${state}', ${cost})`).then(
    () => undefined,
  );
}

describe('the due draws', () => {
  it('are found in turns of the providers, first of those for which the keeper has longest done nothing', async () => {
    for (let number = 0; number < 30; number += 1) await addDrawn(number, hashOf(1));
    await addDrawn(30, hashOf(2));
    await addDrawn(31, hashOf(3));
    await dueDraws.reserve({ operationId: 'opn_1', providerKey: hashOf(1), cost: 1n }, 10n);
    await dueDraws.reserve({ operationId: 'opn_2', providerKey: hashOf(2), cost: 1n }, 10n);
    await execute(
      `update keeper_operation set submitted_at = now() - interval '1 hour' where operation_id = 'opn_1'`,
    );
    const found = await dueDraws.find(NOW, 4);
    expect(found.map(({ providerKey }) => providerKey)).toEqual([hashOf(3), hashOf(1), hashOf(2), hashOf(1)]);
    expect(found.map(({ giveaway }) => giveaway)).toEqual([31, 0, 30, 1].map(hashOf));
  });

  it('are looked at again after a clock was ahead, unless they ended long ago', async () => {
    const DAY = 86_400_000;
    const end = (days: number) => new Date(NOW + days * DAY).toISOString();
    for (const [number, days] of [1, -3, 10].entries()) {
      const drawn = { determination: 'ON_CHAIN_RANDOM', end_time: end(days), draw_check_at: null };
      await insertRows('giveaway', [giveawayRow(number, drawn)]);
    }
    const foundAt = async (now: number) =>
      (await dueDraws.find(now, 9)).map(({ giveaway }) => giveaway).toSorted();
    expect(await foundAt(NOW)).toEqual([]);
    expect(await foundAt(NOW - 60_000)).toEqual([]);
    expect(await foundAt(NOW + 30 * DAY)).toEqual([]);
    expect(await foundAt(NOW)).toEqual([]);
    expect(await foundAt(NOW)).toEqual([0, 2].map(hashOf));
    await dueDraws.checkAgain(hashOf(0), 0, null);
    expect(await foundAt(NOW + 1)).toEqual([hashOf(2)]);
  });

  it("are the keeper's again ten minutes after an operation of another wallet has claimed them", async () => {
    const { id } = giveawayRow(1);
    await addDrawn(1, hashOf(1));
    await insertRows('giveaway_round', [{ giveaway_id: String(id), index: 0, net_entries: 3, holders: 1 }]);
    await addOperation('opn_1', { signer: PROVIDER_SIGNER });
    await addOperation('opn_2');
    const claims = createRoundClaims(opened.database.sql);
    const claim = { giveaway: hashOf(1), need: 'winner', round: 0 } as const;
    const takeAsKeeper = (operationId: string) => claims.take({ ...claim, operationId, keeper: KEEPER });
    const isTaken = async () => {
      const drawn = { giveaway: hashOf(1), entriesCarryOver: false };
      return (await dueDraws.unsettled(drawn, 1, 9, KEEPER)).map((round) => round.isTaken);
    };
    expect(await claims.take({ ...claim, operationId: 'opn_1' })).toBe(true);
    expect([await isTaken(), await takeAsKeeper('opn_2')]).toEqual([[true], false]);
    await execute(`update round_claim set claimed_at = now() - interval '11 minutes'`);
    // It protects the round from other calls of providers for as long as it is open.
    expect(await claims.take({ ...claim, operationId: 'opn_3' })).toBe(false);
    expect([await isTaken(), await takeAsKeeper('opn_2')]).toEqual([[false], true]);
    await execute(`update round_claim set claimed_at = now() - interval '24 days'`);
    expect([await isTaken(), await takeAsKeeper('opn_4')]).toEqual([[true], false]);
  });
});

describe('a round with several places', () => {
  const claim = { giveaway: hashOf(1), need: 'winner', round: 0 } as const;
  const giveaway_id = String(giveawayRow(1).id);
  const unsettled = (entriesCarryOver = false) =>
    dueDraws.unsettled({ giveaway: hashOf(1), entriesCarryOver }, 1, 9, KEEPER);
  /** A round that is drawn, with the winners of further places and as many passports with entries. */
  async function addHalfDrawn(further: number, holders: number): Promise<void> {
    const drawn = { determination: 'ON_CHAIN_RANDOM', winners: 3, alternates: 2 };
    await insertRows('giveaway', [giveawayRow(1, drawn)]);
    await insertRows('giveaway_round', [
      { giveaway_id, index: 0, net_entries: holders, holders, winner_passport_id: 1 },
    ]);
    for (let place = 1; place <= further; place += 1)
      await insertRows('round_place', [
        { giveaway_id, round_index: 0, place, winner_passport_id: 1 + place },
      ]);
    for (let leaf = 0; leaf < holders; leaf += 1)
      await execute(`insert into entry values ('${giveaway_id}', 0, ${leaf}, ${leaf + 1}, 1, now())`);
  }

  it('is due until all places are drawn', async () => {
    await addHalfDrawn(3, 9);
    expect(await unsettled()).toEqual([{ index: 0, isTaken: false }]);
    await insertRows('round_place', [{ giveaway_id, round_index: 0, place: 4, winner_passport_id: 5 }]);
    expect(await unsettled()).toEqual([]);
  });

  it('is settled when fewer passports have entries than there are places', async () => {
    await addHalfDrawn(2, 3);
    expect([await unsettled(), await unsettled(true)]).toEqual([[], []]);
  });

  it('is taken by an operation that draws the next place, not by one that drew those before', async () => {
    await addHalfDrawn(1, 9);
    const claims = createRoundClaims(opened.database.sql);
    await addOperation('opn_1', { result: '{"round":0,"decided":2}' });
    expect(await claims.take({ ...claim, operationId: 'opn_1' })).toBe(true);
    expect(await unsettled()).toEqual([{ index: 0, isTaken: false }]);
    await addOperation('opn_2');
    const next = { ...claim, places: [2, 2], keeper: KEEPER } as const;
    expect(await claims.take({ ...next, operationId: 'opn_2' })).toBe(true);
    expect(await unsettled()).toEqual([{ index: 0, isTaken: true }]);
    expect(await claims.take({ ...next, operationId: 'opn_3' })).toBe(false);
    await execute(`update operation set result = '{"round":0,"decided":2}' where id = 'opn_2'`);
    expect(await claims.take({ ...next, operationId: 'opn_3' })).toBe(true);
  });

  it('gives each operation a place, and those of failed ones and of other places again', async () => {
    const claims = createRoundClaims(opened.database.sql);
    const take = (operationId: string, places: readonly [number, number] = [0, 2]) =>
      claims.take({ ...claim, operationId, places });
    for (const operation of ['opn_1', 'opn_2', 'opn_3']) {
      await addOperation(operation);
      expect(await take(operation)).toBe(true);
    }
    expect([await take('opn_4'), await take('opn_3')]).toEqual([false, true]);
    expect([await claims.find('opn_3'), await claims.find('opn_4')]).toEqual([0, undefined]);
    expect(await claims.hasOpen(hashOf(1), 'winner')).toBe(true);
    await execute(`update operation set error = '{}' where id = 'opn_1'`);
    await execute(`update operation set result = '{"place":0}' where id = 'opn_2'`);
    expect([await take('opn_5', [1, 2]), await take('opn_6', [1, 2])]).toEqual([true, false]);
    await claims.release('opn_3');
    expect(await take('opn_6', [1, 2])).toBe(true);
  });
});

describe("the keeper's budget", () => {
  it('counts what it spent while a clock was ahead for the day of the correction alone', async () => {
    const reserve = (id: number, cost: bigint) =>
      dueDraws.reserve({ operationId: `opn_${id}`, providerKey: hashOf(1), cost }, 1_000n);
    expect(await reserve(1, 900n)).toBe(true);
    await addOperation('opn_1');
    await execute(`update keeper_operation set submitted_at = now() + interval '30 days'`);
    await dueDraws.find(NOW, 1);
    expect([await spent(), await reserve(2, 900n)]).toEqual([900n, false]);
    await execute(`update keeper_operation set submitted_at = submitted_at - interval '1 day'`);
    expect([await spent(), await reserve(2, 900n)]).toEqual([0n, true]);
  });

  it('counts what operations cost, and nothing of those without a transaction', async () => {
    const reserve = (id: number, cost = 100n) =>
      dueDraws.reserve({ operationId: `opn_${id}`, providerKey: hashOf(1), cost }, 1_000n);
    for (const id of [1, 2, 3, 4, 5]) expect(await reserve(id)).toBe(true);
    expect(await spent()).toBe(500n);
    await addOperation('opn_1');
    await addOperation('opn_2', { error: '{"code":"INSUFFICIENT_FUNDS"}' });
    await addTransaction(3, 'CONFIRMED', 42);
    await addTransaction(4, 'SENT', null);
    await addOperation('opn_3', { transaction_id: 3 });
    await addOperation('opn_4', { transaction_id: 4 });
    expect(await spent()).toBe(100n + 0n + 42n + 100n + 100n);
    await execute(`update keeper_operation set submitted_at = now() - interval '2 minutes'`);
    // The fifth was never accepted. Just after midnight the others may be of the day before.
    expect([242n, 0n]).toContain(await spent());
    expect(await reserve(6, 1_001n)).toBe(false);
    expect(await reserve(7, 1_000n - (await spent()))).toBe(true);
    expect(await reserve(8, 1n)).toBe(false);
    expect(await spent()).toBe(1_000n);
  });
});
