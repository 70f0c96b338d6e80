import type { SqlEntityManager } from '@mikro-orm/sql';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as after } from 'node:timers/promises';
import { createLiveUpdates } from '../../../src/adapters/postgres/read-model/live-updates.ts';
import type { Sql } from '../../../src/adapters/postgres/connection/sql.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { giveawayIdOf, setChainTime } from '../../support/database/read-model.ts';
import { seedSummer, SUMMER } from '../../support/database/summer.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
  await gateway.onDatabase(seedSummer);
});
afterAll(() => gateway.stop());

const carried = giveawayIdOf(SUMMER.carried);

/** Follows on the database itself, and counts the looks at it. */
function onChanges(
  work: (followed: {
    readonly em: SqlEntityManager;
    readonly follow: (giveaway: string) => { told: number[][]; unfollow: () => void };
    readonly looks: () => number;
  }) => Promise<void>,
): Promise<void> {
  return gateway.onDatabase(async (em, sql) => {
    await setChainTime(em, '2026-02-11T00:00:00Z');
    let looks = 0;
    const counting: Sql = {
      query(...asked) {
        looks += 1;
        return sql.query(...asked);
      },
    };
    const changes = createLiveUpdates({ readSql: counting });
    const follow = (giveaway: string) => {
      const told: number[][] = [];
      return { told, unfollow: changes.followRounds(giveaway, (indexes) => told.push([...indexes])) };
    };
    try {
      await work({ em, follow, looks: () => looks });
    } finally {
      changes.close();
    }
  });
}

const told = (followed: { readonly told: number[][] }, count: number) =>
  eventually(
    async () => followed.told,
    ({ length }) => length >= count,
  );

/** What a step of the projection leaves behind. */
async function step(
  em: SqlEntityManager,
  version: number,
  giveaways: readonly string[] | null,
): Promise<void> {
  const connection = em.getConnection();
  await connection.execute('insert into chain_step (version, next_block, giveaway_ids) values (?, 0, ?)', [
    version,
    giveaways && JSON.stringify(giveaways),
  ]);
  await connection.execute('update chain_cursor set version = ?', [version]);
}

const touch = (em: SqlEntityManager, index: number) =>
  em
    .getConnection()
    .execute('update giveaway_round set own_total = own_total where giveaway_id = ? and index = ?', [
      carried,
      index,
    ]);

it('tells the latest round first, then what a step touched', () =>
  onChanges(async ({ em, follow }) => {
    const [followed, other] = [follow(carried), follow(giveawayIdOf(SUMMER.cut))];
    expect(await told(followed, 1)).toEqual([[5]]);
    await touch(em, 2);
    await step(em, 1, [carried]);
    expect(await told(followed, 2)).toEqual([[5], [2]]);
    await told(other, 1);
    expect(other.told).toHaveLength(1);
    await em.getConnection().execute('delete from chain_step');
  }));

it.each([
  ['that names nothing', null],
  ['that nobody remembers', undefined],
])('looks at everything after a step %s', (_what, giveaways) =>
  onChanges(async ({ em, follow }) => {
    const followed = follow(carried);
    await told(followed, 1);
    await touch(em, 0);
    await step(em, 1, giveaways ?? null);
    if (giveaways === undefined) await em.getConnection().execute('delete from chain_step');
    expect(await told(followed, 2)).toEqual([[5], [0]]);
    await em.getConnection().execute('delete from chain_step');
  }),
);

it('tells of rounds that open and close by the chain’s clock', () =>
  onChanges(async ({ em, follow }) => {
    const followed = follow(carried);
    await told(followed, 1);
    await em.getConnection().execute(`update chain_cursor set head_at = '2026-02-12T00:00:00Z'`);
    expect(await told(followed, 2)).toEqual([[5], [6]]);
    await em.getConnection().execute(`update chain_cursor set head_at = '2026-02-19T00:00:00Z'`);
    expect(await told(followed, 3)).toEqual([[5], [6], [6, 7]]);
  }));

it('tells a second follower at once', () =>
  onChanges(async ({ follow }) => {
    const first = follow(carried);
    await told(first, 1);
    expect(follow(carried).told).toEqual([[5]]);
  }));

it('looks only while somebody follows', () =>
  onChanges(async ({ follow, looks }) => {
    expect(looks()).toBe(0);
    const followed = follow(carried);
    expect(
      await eventually(
        async () => looks(),
        (count) => count > 2,
      ),
    ).toBeGreaterThan(2);
    followed.unfollow();
    const before = looks();
    await after(1_000);
    // One may have been under way.
    expect(looks()).toBeLessThanOrEqual(before + 1);
  }));
