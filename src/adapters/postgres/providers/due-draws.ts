import type { DueDraws } from '../../../core/draws/due-draws.ts';
import { isClaimProtected, isPlaceClaimValid } from './round-claims.ts';
import { furtherDecided, lacksWinners } from './undecided-places.ts';
import type { Sql } from '../connection/sql.ts';

const NOW = 'to_timestamp($1::double precision / 1000)';
// Hot: index giveaway_draw_check. When the time is much earlier than that of the look before, a clock was ahead: the times of the
// next looks, and whether there are any, then count for nothing. Operations of the future count for today's budget alone.
const FIND = {
  name: 'find-due-draws',
  text: `
    with before as (
      select at from keeper_clock
    ), noted as (
      insert into keeper_clock (one, at) values (true, ${NOW}) on conflict (one) do update set at = excluded.at
    ), corrected as (
      update giveaway set draw_check_at = '-infinity'
      where determination = 'ON_CHAIN_RANDOM' and draw_check_at is distinct from '-infinity'
        and (select at from before) > ${NOW} + interval '10 minutes'
        and (end_time is null or end_time > ${NOW} - interval '2 days')
    ), redated as (
      update keeper_operation set submitted_at = now() where submitted_at > now() + interval '1 minute'
    ), due as (
      select key, provider_key, entries_carry_over, beacon_margin, start_time, end_time, every_days, active_days,
        draw_check_at, row_number() over (partition by provider_key order by draw_check_at) as turn
      from giveaway
      where determination = 'ON_CHAIN_RANDOM' and draw_check_at <= ${NOW}
    ), served as (
      select provider_key, (select max(submitted_at) from keeper_operation k where k.provider_key = p.provider_key) as at
      from (select distinct provider_key from due) p
    )
    select key, provider_key, entries_carry_over, beacon_margin, extract(epoch from start_time) * 1000,
      extract(epoch from end_time) * 1000, every_days, active_days
    from due join served using (provider_key)
    order by turn, served.at nulls first, draw_check_at limit $2`,
};
const COUNTED = { giveaway: 'c.id', index: 'c.index', carriesOver: '$3::boolean' };
// Entries that carry over count in later rounds, even in rounds without events. A draw goes on where places are left.
const UNSETTLED = {
  name: 'find-unsettled-rounds',
  text: `
    with counted as (
      select i.index, r.winner_passport_id, r.voided_at, coalesce(r.net_entries, 0) as own,
        sum(r.net_entries) over (order by i.index) as total, g.id, g.winners + g.alternates as places
      from giveaway g
        cross join lateral generate_series(
          (select min(index) from giveaway_round where giveaway_id = g.id and net_entries > 0), $2::integer - 1
        ) as i (index)
        left join giveaway_round r on r.giveaway_id = g.id and r.index = i.index
      where g.key = $1
    )
    select c.index, case when c.winner_passport_id is null then exists (
        select from round_claim k
        where k.giveaway_key = $1 and k.need = 'winner' and k.round_index = c.index and ${isClaimProtected('k', '$5')}
      ) else exists (
        select from place_claim k
        where k.giveaway_key = $1 and k.need = 'winner' and k.round_index = c.index
          and k.place = 1 + ${furtherDecided(COUNTED)} and ${isPlaceClaimValid('k', '$5')}
      ) end
    from counted c
    where c.voided_at is null
      and case when c.winner_passport_id is null then true
        else c.places > 1 and ${lacksWinners(COUNTED, 'c.places')} end
      and case when $3::boolean then c.total else c.own end > 0
    order by c.index limit $4`,
};
const CHECK_AGAIN = {
  name: 'check-draws-again',
  text: `update giveaway set due_draws = $2, draw_check_at = to_timestamp($3::double precision / 1000) where key = $1`,
};
// An operation that was never accepted, or was refused before a transaction, costs nothing.
const SPENT = `(
  select coalesce(sum(case
      when t.id is not null then coalesce(t.cost, k.reserved)
      when o.id is null and k.submitted_at not between now() - interval '1 minute' and now() + interval '1 minute'
        or o.error is not null then 0
      else k.reserved
    end), 0)
  from keeper_operation k
    left join operation o on o.id = k.operation_id
    left join chain_transaction t on t.id = o.transaction_id
  where k.submitted_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC')`;
const RESERVE = {
  name: 'reserve-of-keeper',
  text: `
    insert into keeper_operation (operation_id, provider_key, reserved)
    select $1, $2, $3::numeric where ${SPENT} + $3::numeric <= $4::numeric
    returning true`,
};
const STATE = {
  name: 'state-of-keeper',
  text: `
    select (select coalesce(sum(due_draws), 0) from giveaway where due_draws > 0), ${SPENT}::text`,
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
    async unsettled({ giveaway, entriesCarryOver }, closed, limit, wallet) {
      const rows = await sql.query(UNSETTLED, [giveaway, closed, entriesCarryOver, limit, wallet]);
      return rows.map(([index, isTaken]) => ({ index: Number(index), isTaken: isTaken === true }));
    },
    async checkAgain(giveaway, due, at) {
      await sql.query(CHECK_AGAIN, [giveaway, due, at]);
    },
    async reserve({ operationId, providerKey, cost }, budget) {
      const values = [operationId, providerKey, String(cost), String(budget)];
      return (await sql.query(RESERVE, values)).length > 0;
    },
    async state() {
      const [[due, spent] = []] = await sql.query(STATE, []);
      return { due: Number(due), spent: BigInt(String(spent ?? 0)) };
    },
  };
}
