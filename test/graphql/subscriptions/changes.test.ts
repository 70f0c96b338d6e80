import type { SqlEntityManager } from '@mikro-orm/sql';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as after } from 'node:timers/promises';
import { createLiveUpdates } from '../../../src/adapters/postgres/read-model/live-updates.ts';
import type { ChangePosition, RoundChanges } from '../../../src/adapters/ports/live-updates.ts';
import type { Sql } from '../../../src/adapters/postgres/connection/sql.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { giveawayIdOf, setChainTime } from '../../support/database/read-model.ts';
import { seedSummer, SUMMER } from '../../support/database/summer.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
beforeAll(() => gateway.onDatabase(seedSummer));

const carried = giveawayIdOf(SUMMER.carried);

/** Subscribes to changes in the database itself, and counts the reads. */
function onChanges(
  work: (followed: {
    readonly em: SqlEntityManager;
    readonly follow: (
      giveaway: string,
      since?: ChangePosition,
    ) => { announced: number[][]; seen: RoundChanges[]; unfollow: () => void };
    readonly reads: () => number;
  }) => Promise<void>,
): Promise<void> {
  return gateway.onDatabase(async (em, sql) => {
    await setChainTime(em, '2026-02-11T00:00:00Z');
    let reads = 0;
    const counting: Sql = {
      query(...requested) {
        reads += 1;
        return sql.query(...requested);
      },
    };
    const changes = createLiveUpdates({ readSql: counting }, () => undefined);
    const follow = (giveaway: string, since?: ChangePosition) => {
      const announced: number[][] = [];
      const seen: RoundChanges[] = [];
      const notice = (noticed: RoundChanges) => {
        announced.push([...noticed.indexes]);
        seen.push(noticed);
      };
      return { announced, seen, unfollow: changes.followRounds(giveaway, since, notice) };
    };
    try {
      await work({ em, follow, reads: () => reads });
    } finally {
      changes.close();
    }
  });
}

const announced = (followed: { readonly announced: number[][] }, count: number) =>
  eventually(
    async () => followed.announced,
    ({ length }) => length >= count,
  );

/** The rows that a step of the projection writes. */
async function step(
  em: SqlEntityManager,
  version: number,
  giveaways: readonly string[] | null,
): Promise<void> {
  await em.execute('insert into chain_step (version, next_block, giveaway_ids) values (?, 0, ?)', [
    version,
    giveaways && JSON.stringify(giveaways),
  ]);
  await em.execute('update chain_cursor set version = ?', [version]);
}

const touch = (em: SqlEntityManager, index: number) =>
  em.execute('update giveaway_round set net_entries = net_entries where giveaway_id = ? and index = ?', [
    carried,
    index,
  ]);

it('announces the latest round first, then the rounds that a step changed', () =>
  onChanges(async ({ em, follow }) => {
    const [followed, other] = [follow(carried), follow(giveawayIdOf(SUMMER.cut))];
    expect(await announced(followed, 1)).toEqual([[5]]);
    await touch(em, 2);
    await step(em, 1, [carried]);
    expect(await announced(followed, 2)).toEqual([[5], [2]]);
    await announced(other, 1);
    expect(other.announced).toHaveLength(1);
    await em.getConnection().execute('delete from chain_step');
  }));

it.each([
  ['that names nothing', null],
  ['that nobody remembers', undefined],
])('rereads everything after a step %s', (_what, giveaways) =>
  onChanges(async ({ em, follow }) => {
    const followed = follow(carried);
    await announced(followed, 1);
    await touch(em, 0);
    await step(em, 1, giveaways ?? null);
    if (giveaways === undefined) await em.getConnection().execute('delete from chain_step');
    expect(await announced(followed, 2)).toEqual([[5], [0]]);
    await em.getConnection().execute('delete from chain_step');
  }),
);

it('announces rounds that open and close by the chain’s clock', () =>
  onChanges(async ({ em, follow }) => {
    const followed = follow(carried);
    await announced(followed, 1);
    await em.getConnection().execute(`update chain_cursor set head_at = '2026-02-12T00:00:00Z'`);
    expect(await announced(followed, 2)).toEqual([[5], [6]]);
    await em.getConnection().execute(`update chain_cursor set head_at = '2026-02-19T00:00:00Z'`);
    expect(await announced(followed, 3)).toEqual([[5], [6], [6, 7]]);
  }));

it('sends the state to a second subscriber at once', () =>
  onChanges(async ({ follow }) => {
    const first = follow(carried);
    await announced(first, 1);
    expect(follow(carried).announced).toEqual([[5]]);
  }));

it('reads only while there is a subscriber', () =>
  onChanges(async ({ follow, reads }) => {
    expect(reads()).toBe(0);
    const followed = follow(carried);
    expect(
      await eventually(
        async () => reads(),
        (count) => count > 2,
      ),
    ).toBeGreaterThan(2);
    followed.unfollow();
    const before = reads();
    await after(1_000);
    // One read may have been in progress.
    expect(reads()).toBeLessThanOrEqual(before + 1);
  }));

describe('a follower that continues from a position', () => {
  const DAY = 86_400_000;
  /** Touches a round in a step of its own, as the projection does; returns the position before it. */
  const change = async (
    em: SqlEntityManager,
    followed: { readonly announced: number[][]; readonly seen: RoundChanges[] },
    version: number,
    index: number,
  ): Promise<ChangePosition> => {
    const count = followed.announced.length;
    const before = followed.seen.at(-1)?.position ?? { version: 0, at: 0, readAt: 0 };
    await em.transactional(async (inner) => {
      await step(inner, version, [carried]);
      await touch(inner, index);
    });
    await announced(followed, count + 1);
    return before;
  };

  it('gets the rounds that have changed since, also older ones, and the latest', () =>
    onChanges(async ({ em, follow }) => {
      const present = follow(carried);
      await announced(present, 1);
      const before = await change(em, present, 101, 0);
      await change(em, present, 102, 2);

      const late = follow(carried, before);
      expect(await announced(late, 1)).toEqual([[0, 2, 5]]);
      expect(late.seen[0]).toMatchObject({ isGap: false, position: { version: 102 } });
      const later = follow(carried, present.seen.at(-2)?.position);
      expect(await announced(later, 1)).toEqual([[2, 5]]);
      await em.getConnection().execute('delete from chain_step');
    }));

  it('gets a round that a reorganisation removed', () =>
    onChanges(async ({ em, follow }) => {
      const present = follow(carried);
      await announced(present, 1);
      const before = present.seen[0]?.position;
      await em.transactional(async (inner) => {
        await step(inner, 201, [carried]);
        await inner.execute('delete from giveaway_round where giveaway_id = ? and index = 0', [carried]);
      });
      expect(await announced(present, 2)).toEqual([[5], [0]]);
      expect((await announced(follow(carried, before), 1))[0]).toContain(0);
      await em.getConnection().execute('delete from chain_step');
    }));

  it('gets the rounds that opened and closed since by the chain’s clock', () =>
    onChanges(async ({ em, follow }) => {
      const [{ version } = { version: 0 }] = await em.execute<{ version: number }[]>(
        'select version from chain_cursor',
      );
      const at = Date.parse('2026-02-11T00:00:00Z');
      const followed = follow(carried, { version, at: at - 14 * DAY, readAt: Date.now() });
      const [indexes] = await announced(followed, 1);
      expect(indexes?.at(-1)).toBe(5);
      expect(indexes?.length).toBeGreaterThan(1);
    }));

  it.each([['of a database that was restored since', { version: 1_000_000, at: 0, readAt: 0 }]])(
    'is notified of a gap after a position %s',
    (_what, position) =>
      onChanges(async ({ follow }) => {
        const followed = follow(carried, position);
        await announced(followed, 1);
        expect(followed.seen[0]).toMatchObject({ indexes: [5], isGap: true });
      }),
  );
});
