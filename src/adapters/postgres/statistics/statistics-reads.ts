import type { StatisticsReads } from '../../../core/statistics/statistics.ts';
import { NOT_WITHDRAWN } from '../feed/conditions.ts';
import type { Sql } from '../connection/sql.ts';

const DAYS = {
  name: 'statistics-of-days',
  text: `
    select day::text, listings, draws, entries from day_count
    where day between $1::date and $2::date order by day`,
};
// A name is shown as the most recently updated listing spells it. One that only withdrawn or withheld listings have is not shown.
const PLATFORMS = {
  name: 'statistics-of-platforms',
  text: `
    with counted as materialized (
      select d.day, p.platform, p.listings
      from day_count d cross join lateral jsonb_to_recordset(d.platforms) as p (platform text, listings integer)
      where d.day between $1::date and $2::date
    ), spelled as materialized (
      select key, spelling from (select distinct platform as key from counted) known cross join lateral (
        select l.platform as spelling from listing l where ${NOT_WITHDRAWN} and l.platform_key = key collate "C"
        order by l.ended, l.updated_at desc, l.id desc limit 1
      ) latest
    )
    select day::text, spelling, listings from counted join spelled on key = platform
    order by day, listings desc, platform`,
};

/** Reads the table of counted days: one row a day, and a look-up for each platform that they name. */
export function createStatisticsReads(sql: Sql): StatisticsReads {
  const numberOrNull = (cell: unknown) => (cell === null ? null : Number(cell));
  return {
    async days({ from, to }) {
      return (await sql.query(DAYS, [from, to])).map(([day, listings, draws, entries]) => ({
        day: String(day),
        listings: Number(listings),
        draws: numberOrNull(draws),
        entries: numberOrNull(entries),
      }));
    },
    async platforms({ from, to }) {
      return (await sql.query(PLATFORMS, [from, to])).map(([day, platform, listings]) => ({
        day: String(day),
        platform: String(platform),
        listings: Number(listings),
      }));
    },
  };
}
