import {
  DELIVERY_DAYS,
  MOST_GIVEAWAYS,
  ON_TIME_HOURS,
  type TrackRecordReads,
} from '../../../../core/providers/track-record.ts';
import type { Sql } from '../../connection/sql.ts';

const MOST_ROUNDS = 5_000;
const MOST_PLACES = 10_000;

/**
 * Reads track records from the newest giveaways of a provider: at most 1,000 of them, with at most 5,000 rounds and 10,000 places.
 * Giveaways that exceed this, and those before them, are left out whole.
 */
export function createTrackRecordReads(sql: Sql): TrackRecordReads {
  return {
    async find(provider) {
      const [row] = await sql.query(RECORD, [provider]);
      const [giveaways, isComplete, medianDelay, ...counts] = row ?? [];
      if (Number(giveaways ?? 0) === 0 && isComplete !== false) return undefined;
      const [decided, onTime, overdue, prizes, delivered, proved, late] = counts.map(Number);
      return {
        giveaways: Number(giveaways),
        isComplete: isComplete === true,
        roundsDecided: decided ?? 0,
        roundsOnTime: onTime ?? 0,
        medianDelay: medianDelay === null ? null : Number(medianDelay),
        roundsOverdue: overdue ?? 0,
        prizes: prizes ?? 0,
        prizesDelivered: delivered ?? 0,
        prizesProved: proved ?? 0,
        prizesOverdue: late ?? 0,
      };
    },
  };
}

const DAY = '86400::double precision';
const ON_TIME = ON_TIME_HOURS * 3_600;
const WAITED = DELIVERY_DAYS * 86_400;

/** SQL: whether the latest recorded delivery of a place is VERIFIED. */
function provedSql(table: 'prize_delivery' | 'place_delivery', place: string): string {
  const samePlace = (row: string) => (table === 'prize_delivery' ? '' : `and ${row}.place = ${place}.place`);
  const round = table === 'prize_delivery' ? 'index' : 'round_index';
  return `exists (
    select from ${table} d join ${table}_check c
      on c.giveaway_id = d.giveaway_id and c.round_index = d.round_index ${samePlace('c')}
        and c.delivery_transaction_hash = d.transaction_hash and c.revision = d.revision
    where d.giveaway_id = ${place}.giveaway_id and d.round_index = ${place}.${round} ${samePlace('d')}
      and d.revision = ${place}.deliveries and c.verdict = 'VERIFIED')`;
}

// Seconds since 1970: the times of rounds that only their metadata name exceed what a timestamp holds.
const DEADLINES = `
  select r.*, margin + least(ends, case when every_days = 0 then ends
      else starts + (index * every_days::double precision + active_days) * ${DAY} end) as deadline,
    -- The rounds whose deadline is long enough ago.
    case when ends + margin <= now - ${ON_TIME} then
        case when every_days = 0 then 1 else ceil((ends - starts) / (every_days * ${DAY})) end
      when every_days > 0 then
        floor((now - ${ON_TIME} - margin - starts - active_days * ${DAY}) / (every_days * ${DAY})) + 1
      else 0 end as ripe,
    sum(net_entries) over earlier as total, lead(index) over earlier as next
  from (
    select k.*, extract(epoch from start_time)::double precision as starts,
      extract(epoch from end_time)::double precision as ends, coalesce(beacon_margin, 0) as margin
    from kept k
  ) r cross join clock
  window earlier as (partition by giveaway_id order by index)`;

// With carry-over, the rounds up to the next row count the entries of those before.
const OVERDUE = `
  case when entries_carry_over and total > 0 then greatest(0, least(coalesce(next, ripe), ripe) - index)
    when not entries_carry_over and net_entries > 0 and index < ripe then 1 else 0 end
  - case when (winner_passport_id is not null or voided_at is not null) and index < ripe
      and case when entries_carry_over then total else net_entries end > 0 then 1 else 0 end`;

const RECORD = {
  name: 'track-record',
  text: `
    with clock as (
      select extract(epoch from max(greatest(head_at, now() + clock_ahead)))::double precision as now from chain_cursor
    ), newest as materialized (
      select g.*, row_number() over () as turn from (
        select * from giveaway where provider_key = $1 order by created_at desc, id desc limit ${MOST_GIVEAWAYS + 1}
      ) g
    ), counted as materialized (
      -- Giveaway by giveaway, so that the limit ends the reading.
      select r.*, g.turn, g.start_time, g.end_time, g.every_days, g.active_days, g.beacon_margin, g.entries_carry_over,
        g.requires_handshake, g.winners, g.winners + g.alternates > 1 as has_places, row_number() over () as number,
        sum(g.winners + g.alternates) over (rows unbounded preceding) as places
      from newest g cross join lateral (
        select * from giveaway_round where giveaway_id = g.id order by index limit ${MOST_ROUNDS + 1}
      ) r
      limit ${MOST_ROUNDS + 1}
    ), cut as (
      select least(
        (select min(turn) from counted where number > ${MOST_ROUNDS} or places > ${MOST_PLACES}), ${MOST_GIVEAWAYS + 1}
      ) as turn
    ), kept as (
      select * from counted where turn < (select turn from cut)
    ), timed as (${DEADLINES}
    ), judged as (
      select r.winner_passport_id is not null as is_decided, ${OVERDUE} as overdue,
        greatest(0, extract(epoch from r.decided_at)::double precision - r.deadline) as delay,
        least(r.winners, 1 + coalesce(l.decided, 0)) as prizes,
        (r.deliveries > 0)::integer + coalesce(l.delivered, 0) as delivered,
        (r.deliveries > 0 and ${provedSql('prize_delivery', 'r')})::integer + coalesce(l.proved, 0) as proved,
        case when not r.requires_handshake then
            case when extract(epoch from r.decided_at) < now - ${WAITED} then r.winners else 0 end
          else coalesce((r.deliveries = 0 and extract(epoch from r.receipt_at) < now - ${WAITED})::integer, 0)
            + coalesce(l.waiting, 0)
        end as waiting
      from timed r cross join clock left join lateral (
        select count(*) as decided, count(*) filter (where p.deliveries > 0) as delivered,
          count(*) filter (where p.deliveries > 0 and ${provedSql('place_delivery', 'p')}) as proved,
          count(*) filter (where p.deliveries = 0 and extract(epoch from p.receipt_at) < now - ${WAITED}) as waiting
        from round_place p
        where r.has_places and p.giveaway_id = r.giveaway_id and p.round_index = r.index
          and p.winner_passport_id is not null
      ) l on r.has_places
    )
    select (select count(*) from newest, cut where newest.turn < cut.turn),
      not exists (select from newest, cut where newest.turn >= cut.turn),
      round((percentile_cont(0.5) within group (order by delay) filter (where is_decided))::numeric)::bigint,
      count(*) filter (where is_decided), count(*) filter (where is_decided and delay <= ${ON_TIME}),
      coalesce(sum(overdue), 0), coalesce(sum(prizes) filter (where is_decided), 0),
      coalesce(sum(least(prizes, delivered)) filter (where is_decided), 0),
      coalesce(sum(least(prizes, proved)) filter (where is_decided), 0),
      coalesce(sum(least(greatest(0, prizes - delivered), waiting)) filter (where is_decided), 0)
    from judged`,
};
