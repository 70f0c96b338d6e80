import type { Schedule } from '../../../core/rounds/schedule.ts';
import type { Sql, TextRow } from '../connection/sql.ts';

/** The operations and giveaways to look for. */
export interface FollowedChanges {
  readonly operations: readonly string[];
  readonly giveaways: readonly string[];
  /** The giveaways to return even if unchanged. */
  readonly fresh: readonly string[];
  /** The last seen version of the read model; -1 for none. */
  readonly version: number;
}

/** The current state; of giveaways only those touched by steps after the version, and the fresh ones. */
export interface FoundChanges {
  readonly version: number;
  /** The chain's clock, in milliseconds. */
  readonly now: number;
  /** The database's clock, in milliseconds. */
  readonly readAt: number;
  /** By id: a text that changes with the status. */
  readonly operations: ReadonlyMap<string, string>;
  readonly giveaways: ReadonlyMap<string, FoundGiveaway>;
}

export interface FoundGiveaway {
  readonly schedule: Schedule;
  /** By index. Only rounds that have or had events. */
  readonly rounds: Map<number, FoundRound>;
}

export interface FoundRound {
  /** Changes with the round. */
  readonly stamp: string;
  /** The version of the read model with the latest change. */
  readonly version: number;
  /** The time of that change by the database's clock, in milliseconds. */
  readonly changedAt: number;
}

const millisecondsOf = (time: string) => `(extract(epoch from ${time}) * 1000)::text`;

// Rows of four kinds. A round's xmin is the transaction that wrote it last, so it changes with each write. A reorg can delete a
// round, whose last change is known all the same.
const CHANGES = {
  name: 'find-changes',
  text: `
    with stand as (
      select version, (extract(epoch from greatest(head_at, now() + clock_ahead)) * 1000)::bigint as clock
      from chain_cursor limit 1
    ), step as (
      select version, giveaway_ids from chain_step where version > $3::bigint
    ), moved as materialized (
      select id from unnest($2::text[]) as followed (id)
      where id = any($4::text[])
        or (select version from stand) <> $3::bigint + (select count(*) from step)
        or exists (select from step where giveaway_ids is null or giveaway_ids ? id)
    )
    select 'stand', version::text, clock::text, ${millisecondsOf('now()')}, null, null from stand
    union all
    select 'operation', o.id,
      concat(t.state, o.error is not null, t.block_number < (select next_block from chain_cursor limit 1)), null, null, null
    from operation o left join chain_transaction t on t.id = o.transaction_id where o.id = any($1::text[])
    union all
    select 'giveaway', g.id, (extract(epoch from g.start_time) * 1000)::bigint::text,
      (extract(epoch from g.end_time) * 1000)::bigint::text, g.every_days::text, g.active_days::text
    from giveaway g where g.id in (select id from moved)
    union all
    select 'round', giveaway_id, index::text, concat(r.stamp, ' ', c.version), coalesce(c.version, 0)::text,
      ${millisecondsOf('c.changed_at')}
    from (
      select giveaway_id, index, xmin::text as stamp from giveaway_round
      where giveaway_id in (select id from moved)
    ) r full join (
      select * from round_change where giveaway_id in (select id from moved)
    ) c using (giveaway_id, index)`,
};

/** Reads all of these changes in one statement. */
export async function readChanges(
  sql: Sql,
  { operations, giveaways, fresh, version }: FollowedChanges,
): Promise<FoundChanges> {
  const rows = await sql.query(CHANGES, [operations, giveaways, String(version), fresh]);
  const ofKind = (wanted: string) => rows.filter(([kind]) => kind === wanted);
  const [stand] = ofKind('stand');
  const found = new Map(ofKind('giveaway').map((row) => [String(row[1]), toGiveaway(row)]));
  for (const [, id, index, stamp, changed, changedAt] of ofKind('round')) {
    const round = { stamp: String(stamp), version: Number(changed), changedAt: Number(changedAt ?? 0) };
    found.get(String(id))?.rounds.set(Number(index), round);
  }
  return {
    version: Number(stand?.[1] ?? -1),
    now: Number(stand?.[2] ?? 0),
    readAt: Number(stand?.[3] ?? 0),
    operations: new Map(ofKind('operation').map(([, id, stamp]) => [String(id), String(stamp)])),
    giveaways: found,
  };
}

function toGiveaway([, , startsAt, endsAt, everyDays, activeDays]: TextRow): FoundGiveaway {
  return {
    schedule: {
      startsAt: Number(startsAt),
      endsAt: endsAt === null ? undefined : Number(endsAt),
      everyDays: Number(everyDays),
      activeDays: Number(activeDays),
    },
    rounds: new Map(),
  };
}
