import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPendingRounds } from '../../src/adapters/postgres/providers/pending-rounds.ts';
import { openTestDatabase } from '../support/database/open-database.ts';
import { giveawayRow, hashOf, insert, roundRow, setChainTime } from '../support/database/read-model.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const DAY_MS = 86_400_000;
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

describe('The rounds that wait for a winner', () => {
  const opened = sharedByTests(openTestDatabase);
  beforeAll(async () => {
    const em = opened.database.em();
    // Round 2 has closed half a day ago, and round 3 is open.
    const rolling = { start_time: daysFromNow(-3.5), every_days: 1, active_days: 1 };
    await insert(em, 'giveaway', [giveawayRow(1, rolling)]);
    await insert(
      em,
      'giveaway_round',
      [0, 1, 2, 3, 4].map((index) => roundRow(1, index, { net_entries: 1, holders: 1 })),
    );
  });
  beforeEach(() => opened.database.em().execute('delete from chain_cursor'));

  const find = () =>
    createPendingRounds(opened.database.sql).find(hashOf(1), 'winner', { from: 0, limit: 8 });
  const standsAt = async (headInDays: number, aheadInDays: number) => {
    const em = opened.database.em();
    await setChainTime(em, daysFromNow(headInDays));
    await em.execute(`update chain_cursor set clock_ahead = ? * interval '1 day'`, [aheadInDays]);
  };

  it('are all that have closed by now, though the newest block is older', async () => {
    await standsAt(-2, 0);
    expect(await find()).toEqual({ closed: 3, indexes: [0, 1, 2] });
  });

  it('are those up to the time of a chain whose clock is ahead, and no more', async () => {
    await standsAt(1, 1);
    expect(await find()).toEqual({ closed: 4, indexes: [0, 1, 2, 3] });
  });

  it('are those that have closed since the newest block of a chain whose clock is ahead', async () => {
    await standsAt(-1, 2);
    expect(await find()).toEqual({ closed: 5, indexes: [0, 1, 2, 3, 4] });
  });

  it('are those of which winners are missing where a round has several, as long as passports have entries', async () => {
    await standsAt(-2, 0);
    const em = opened.database.em();
    await em.execute('update giveaway set winners = 2, alternates = 1');
    await em.execute('update giveaway_round set winner_passport_id = 1');
    const { id } = giveawayRow(1);
    for (const [round, passports] of [3, 3, 1].entries())
      for (let leaf = 0; leaf < passports; leaf += 1)
        await em.execute('insert into entry values (?, ?, ?, ?, 1, now())', [id, round, leaf, leaf + 1]);
    const place = { giveaway_id: String(id), round_index: 0, place: 1, winner_passport_id: 2 };
    await insert(em, 'round_place', [place]);
    const found = [(await find())?.indexes];
    await em.execute(`update giveaway set determination = 'ON_CHAIN_RANDOM'`);
    found.push((await find())?.indexes);
    const receipt = { from: 0, limit: 8, place: 1 };
    const pending = createPendingRounds(opened.database.sql);
    found.push((await pending.find(hashOf(1), 'receipt', receipt))?.indexes);
    await em.execute('update round_place set receipt_at = now()');
    found.push((await pending.find(hashOf(1), 'receipt', receipt))?.indexes);
    await em.execute('delete from round_place');
    await em.execute('delete from entry');
    await em.execute(`update giveaway set winners = 1, alternates = 0, determination = 'PROVIDER_DECLARED'`);
    await em.execute('update giveaway_round set winner_passport_id = null');
    expect(found).toEqual([[1], [0, 1], [0], []]);
  });

  it('are none that were marked void', async () => {
    await standsAt(-2, 0);
    const em = opened.database.em();
    const mark = (time: string) =>
      em.execute(`update giveaway_round set voided_at = ${time} where index = 1`);
    await mark('now()');
    const found = await find();
    await mark('null');
    expect(found).toEqual({ closed: 3, indexes: [0, 2] });
  });
});
