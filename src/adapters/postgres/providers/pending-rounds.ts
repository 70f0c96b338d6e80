import type { PendingRounds } from '../../../core/rounds/pending-rounds.ts';
import { closedRounds, type Schedule } from '../../../core/rounds/schedule.ts';
import { isClaimValid } from './round-claims.ts';
import { lacksWinners } from './undecided-places.ts';
import type { Sql } from '../connection/sql.ts';

const GIVEAWAY = {
  name: 'find-schedule',
  text: `select g.id, extract(epoch from g.start_time) * 1000, extract(epoch from g.end_time) * 1000, g.every_days,
      g.active_days, g.entries_carry_over, extract(epoch from greatest(c.head_at, now() + c.clock_ahead)) * 1000,
      (select min(r.index) from giveaway_round r where r.giveaway_id = g.id and r.net_entries > 0),
      case when g.determination = 'ON_CHAIN_RANDOM' then g.winners + g.alternates else g.winners end
    from giveaway g cross join chain_cursor c where g.key = $1 limit 1`,
};
const IS_FREE = (index: string) => `not exists (
    select from round_claim k
    where k.giveaway_key = $6 and k.need = $7 and k.round_index = ${index} and ${isClaimValid('k')})`;
// Entries that carry over count in later rounds, even in rounds without events.
const WITHOUT_WINNER = {
  name: 'find-undecided-rounds',
  text: `select i.index from generate_series($2::integer, $3::integer - 1) as i (index)
    left join giveaway_round r on r.giveaway_id = $1 and r.index = i.index
    where r.winner_passport_id is null and r.voided_at is null and ($4::boolean or r.net_entries > 0)
      and ${IS_FREE('i.index')}
    order by i.index limit $5`,
};
// The places of one round may be of several operations.
const WITHOUT_WINNERS = {
  name: 'find-undecided-places',
  text: `select i.index from generate_series($2::integer, $3::integer - 1) as i (index)
    left join giveaway_round r on r.giveaway_id = $1 and r.index = i.index
    where r.voided_at is null and ($4::boolean or r.net_entries > 0)
      and case when r.winner_passport_id is null then true else ${lacksWinners(
        { giveaway: '$1', index: 'i.index', carriesOver: '$4::boolean' },
        '$6::integer',
      )} end
    order by i.index limit $5`,
};
const WITHOUT_RECEIPT_OF_PLACE = {
  name: 'find-unconfirmed-places',
  text: `select round_index from round_place
    where giveaway_id = $1 and round_index between $2 and $3 - 1 and place = $5
      and winner_passport_id is not null and receipt_at is null
    order by round_index limit $4`,
};
const WITHOUT_RECEIPT = {
  name: 'find-unconfirmed-rounds',
  text: `select index from giveaway_round
    where giveaway_id = $1 and index between $2 and $3 - 1 and winner_passport_id is not null and receipt_at is null
      and $4::boolean is not null and ${IS_FREE('index')}
    order by index limit $5`,
};

/** Closed rounds without a winner or without a receipt, from the read model. */
export function createPendingRounds(sql: Sql): PendingRounds {
  return {
    async find(giveaway, need, { from, limit, place = 0 }) {
      const [row] = await sql.query(GIVEAWAY, [giveaway]);
      if (row === undefined) return undefined;
      const [id, startsAt, endsAt, everyDays, activeDays, carriesOver, now, firstWithEntries, places] = row;
      const schedule: Schedule = {
        startsAt: Number(startsAt),
        endsAt: endsAt === null ? undefined : Number(endsAt),
        everyDays: Number(everyDays),
        activeDays: Number(activeDays),
      };
      const closed = closedRounds(schedule, Number(now));
      if (firstWithEntries === null || closed === 0) return { closed, indexes: [] };
      const first = Math.max(from, Number(firstWithEntries));
      const page = [id, first, closed] as const;
      const rows =
        need === 'receipt' && place > 0
          ? await sql.query(WITHOUT_RECEIPT_OF_PLACE, [...page, limit, place])
          : need === 'winner' && Number(places) > 1
            ? await sql.query(WITHOUT_WINNERS, [...page, carriesOver, limit, places])
            : await sql.query(need === 'winner' ? WITHOUT_WINNER : WITHOUT_RECEIPT, [
                ...page,
                carriesOver,
                limit,
                giveaway,
                need,
              ]);
      return { closed, indexes: rows.map(([index]) => Number(index)) };
    },
  };
}
