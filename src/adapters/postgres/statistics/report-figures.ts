import type { Sql } from '../connection/sql.ts';
import { REPORT_REASONS } from '../../../core/reports/listing-report.ts';
import { OBJECTION_SIDES } from '../../../core/reports/objections/listing-objection.ts';
import { MOST_COUNTED, type ReportFigureReads } from '../../../core/reports/report-figures.ts';

// Each part reads a range of an index, and at most so many rows that a year of floods is read within a second.
const LIMIT = MOST_COUNTED;
const FIGURES = {
  name: 'report-figures',
  text: `
    with sent as materialized (
      select reason from listing_report where created_at >= $1::timestamptz and created_at < $2::timestamptz limit ${LIMIT}
    ), decided as materialized (
      select d.id, d.kind, d.decided_at, exists (select from listing_report r where r.decision_id = d.id) as is_reported
      from listing_decision d
      where d.decided_at >= $1::timestamptz and d.decided_at < $2::timestamptz limit ${LIMIT}
    ), answered as materialized (
      select extract(epoch from d.decided_at - r.created_at) as seconds
      from decided d join listing_report r on r.decision_id = d.id limit ${LIMIT}
    ), objected as materialized (
      select side from listing_objection
      where created_at >= $1::timestamptz and created_at < $2::timestamptz limit ${LIMIT}
    ), settled as materialized (
      select side, result, extract(epoch from decided_at - created_at) as seconds from listing_objection
      where decided_at >= $1::timestamptz and decided_at < $2::timestamptz limit ${LIMIT}
    )
    select
      (select jsonb_object_agg(reason, n) from (select reason, count(*) as n from sent group by reason) g),
      (select count(*) from decided where kind = 'HIDE' and is_reported),
      (select count(*) from decided where kind = 'HIDE' and not is_reported),
      (select count(*) from decided where kind = 'DISMISS'),
      (select percentile_cont(0.5) within group (order by seconds) from answered),
      (select jsonb_object_agg(side, n) from (select side, count(*) as n from objected group by side) g),
      (select jsonb_object_agg(side || ' ' || result, n)
        from (select side, result, count(*) as n from settled group by side, result) g),
      (select percentile_cont(0.5) within group (order by seconds) from settled),
      greatest((select count(*) from sent), (select count(*) from decided), (select count(*) from answered),
        (select count(*) from objected), (select count(*) from settled)) >= ${LIMIT}`,
};

/** Counts reports, decisions and objections by one statement. */
export function createReportFigureReads(sql: Sql): ReportFigureReads {
  return {
    async read(from, to) {
      const [row = []] = await sql.query(FIGURES, [from.toISOString(), to.toISOString()]);
      const [
        reasons,
        hiddenByReports,
        hiddenWithoutReport,
        dismissed,
        toDecision,
        sent,
        results,
        toResult,
        isPartial,
      ] = row;
      const secondsOf = (cell: unknown) => (cell === null ? null : Math.max(0, Math.round(Number(cell))));
      return {
        reports: REPORT_REASONS.map((reason) => ({ reason, count: countIn(reasons, reason) })),
        decisions: {
          hiddenByReports: Number(hiddenByReports),
          hiddenWithoutReport: Number(hiddenWithoutReport),
          dismissed: Number(dismissed),
        },
        medianSecondsToDecision: secondsOf(toDecision),
        objections: OBJECTION_SIDES.map((side) => ({
          side,
          sent: countIn(sent, side),
          upheld: countIn(results, `${side} UPHELD`),
          rejected: countIn(results, `${side} REJECTED`),
        })),
        medianSecondsToResult: secondsOf(toResult),
        isPartial: isPartial === true,
      };
    },
  };
}

/** A count in an object that the database has built; 0 for what it has not counted. */
function countIn(cell: unknown, name: string): number {
  const counts = (typeof cell === 'string' ? JSON.parse(cell) : cell) as Readonly<
    Record<string, number>
  > | null;
  return counts?.[name] ?? 0;
}
