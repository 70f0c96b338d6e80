import type { DueDraws } from '../../../core/draws/due-draws.ts';
import { isClaimValid } from './round-claims.ts';
import type { Sql } from '../connection/sql.ts';

// Hot: index giveaway_draw_check.
const FIND = {
  name: 'find-due-draws',
  text: `
    select key, provider_key, entries_carry_over, beacon_margin, extract(epoch from start_time) * 1000,
      extract(epoch from end_time) * 1000, every_days, active_days
    from giveaway
    where determination = 'ON_CHAIN_RANDOM' and draw_check_at <= to_timestamp($1::double precision / 1000)
    order by draw_check_at limit $2`,
};
// Entries that carry over count in later rounds, even in rounds without events.
const UNSETTLED = {
  name: 'find-unsettled-rounds',
  text: `
    with counted as (
      select i.index, r.winner_passport_id, r.voided_at, coalesce(r.net_entries, 0) as own,
        sum(r.net_entries) over (order by i.index) as total
      from giveaway g
        cross join lateral generate_series(
          (select min(index) from giveaway_round where giveaway_id = g.id and net_entries > 0), $2::integer - 1
        ) as i (index)
        left join giveaway_round r on r.giveaway_id = g.id and r.index = i.index
      where g.key = $1
    )
    select c.index, exists (
        select from round_claim k
        where k.giveaway_key = $1 and k.need = 'winner' and k.round_index = c.index and ${isClaimValid('k')}
      )
    from counted c
    where c.winner_passport_id is null and c.voided_at is null
      and case when $3::boolean then c.total else c.own end > 0
    order by c.index limit $4`,
};
const CHECK_AGAIN = {
  name: 'check-draws-again',
  text: `update giveaway set due_draws = $2, draw_check_at = to_timestamp($3::double precision / 1000) where key = $1`,
};
const SPEND = {
  name: 'spend-of-keeper',
  text: `
    insert into keeper_day as stored (day, spent)
    select (now() at time zone 'UTC')::date, $1::numeric where $1::numeric <= $2::numeric
    on conflict (day) do update set spent = stored.spent + excluded.spent
      where stored.spent + excluded.spent <= $2::numeric
    returning true`,
};
const STATE = {
  name: 'state-of-keeper',
  text: `
    select (select coalesce(sum(due_draws), 0) from giveaway where due_draws > 0),
      coalesce((select spent from keeper_day where day = (now() at time zone 'UTC')::date), 0)::text`,
};

/** The keeper's statements; each reads a bounded number of giveaways. */
export function createDueDraws(sql: Sql): DueDraws {
  return {
    async find(now, limit) {
      const rows = await sql.query(FIND, [now, limit]);
      return rows.map(
        ([key, providerKey, carriesOver, beaconMargin, startsAt, endsAt, everyDays, activeDays]) => ({
          giveaway: String(key),
          providerKey: String(providerKey),
          entriesCarryOver: carriesOver === true,
          beaconMargin: Number(beaconMargin),
          schedule: {
            startsAt: Number(startsAt),
            endsAt: endsAt === null ? undefined : Number(endsAt),
            everyDays: Number(everyDays),
            activeDays: Number(activeDays),
          },
        }),
      );
    },
    async unsettled({ giveaway, entriesCarryOver }, closed, limit) {
      const rows = await sql.query(UNSETTLED, [giveaway, closed, entriesCarryOver, limit]);
      return rows.map(([index, isTaken]) => ({ index: Number(index), isTaken: isTaken === true }));
    },
    async checkAgain(giveaway, due, at) {
      await sql.query(CHECK_AGAIN, [giveaway, due, at]);
    },
    async spend(cost, budget) {
      return (await sql.query(SPEND, [String(cost), String(budget)])).length > 0;
    },
    async state() {
      const [[due, spent] = []] = await sql.query(STATE, []);
      return { due: Number(due), spent: BigInt(String(spent ?? 0)) };
    },
  };
}
