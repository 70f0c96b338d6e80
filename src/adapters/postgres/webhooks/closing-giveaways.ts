import type { Statement } from '../connection/sql.ts';

/** In 64 bits: the seconds of 24,856 days, of the 36,500 that a period may have, exceed 32. */
const DAY = '86400::bigint';
const epoch = (instant: string) => `extract(epoch from ${instant} at time zone 'UTC')`;

/** The second of its period in which the rounds of a rolling giveaway close: the expression of index giveaway_closing_second. */
const CLOSING_SECOND = `((${epoch('start_time')}::bigint + active_days * ${DAY}) % nullif(every_days * ${DAY}, 0))`;

/**
 * At most $2 watched giveaways with a round that closed after their watch's progress and up to $1, and is not announced.
 * Reads only giveaways that ended or had a round close in this time: those with one end by index giveaway_ending, rolling
 * ones by their period and the second of it (index giveaway_closing_second). The rounds of a giveaway are announced in order,
 * so that the last round shows whether all are announced.
 */
export const CLOSING: Statement = {
  name: 'closing-giveaways',
  text: `
    with recursive progress as (
      select min(closed_after) as after, ${epoch('min(closed_after)')} as since, ${epoch('$1::timestamptz')} as until
      from webhook_watch
    ), period as (
      (select every_days from giveaway where every_days > 0 order by every_days limit 1)
      union all
      select next.every_days
      from period cross join lateral (
        select every_days from giveaway
        where every_days > 0 and every_days > period.every_days order by every_days limit 1
      ) next
    ), part as (
      select period.every_days, part.low, part.high
      from period, progress, lateral (
        select period.every_days * ${DAY} as length, mod(since, period.every_days * ${DAY}) as first,
          mod(until, period.every_days * ${DAY}) as last
      ) as second, lateral (values
        (case when until - since >= length then -1 else floor(first)::bigint end,
          case when until - since < length and first <= last then floor(last)::bigint else length end),
        (-1, case when until - since < length and first > last then floor(last)::bigint end)
      ) as part (low, high)
      where until > since and part.high is not null
    ), candidate as (
      select g.* from progress join giveaway g on g.end_time > progress.after and g.end_time <= $1
      union
      select g.* from part cross join lateral (
        select * from giveaway
        where every_days > 0 and every_days = part.every_days and ${CLOSING_SECOND} > part.low
          and ${CLOSING_SECOND} <= part.high and start_time < $1
        -- Reads the index for each part; the planner would rather read the whole table.
        offset 0
      ) g
    ), closed as (
      select w.provider_id, w.closed_after, g.*, case
          when g.every_days = 0 then 0
          when g.end_time <= $1
            then ceil(extract(epoch from g.end_time - g.start_time) / (g.every_days * ${DAY})) - 1
          else floor((extract(epoch from $1 - g.start_time) - g.active_days * ${DAY}) / (g.every_days * ${DAY}))
        end::bigint as last
      from candidate g join webhook_watch w on w.provider_key = g.provider_key
    )
    select provider_id, id, external_id, extract(epoch from start_time) * 1000, extract(epoch from end_time) * 1000,
      every_days, active_days, extract(epoch from closed_after) * 1000
    from closed c
    where last >= 0 and closed_after < least(
        end_time,
        case when every_days > 0 then start_time + make_interval(secs => (last * every_days + active_days) * ${DAY}) end
      ) and not exists (
        select from webhook_event e
        where e.subject = 'rnd_' || substr(c.id, 5) || '_' || c.last and e.type = 'round.closed'
      )
    order by id limit $2`,
};
