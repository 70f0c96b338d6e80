import { describe, expect, it } from '@jest/globals';
import { createReportFigureReads } from '../../../src/adapters/postgres/statistics/report-figures.ts';
import { runAsOperator } from '../../cli/run-cli.ts';
import { insert } from '../../support/database/read-model.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft } from '../../support/listings.ts';
import { codeOf, reportingAt } from './reporting.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);
const { asOperator, report, decide } = reportingAt(() => gateway);

const at = (day: string, hours = 0) => new Date(Date.parse(day) + hours * 3_600_000).toISOString();
const figures = (from: string, to: string) =>
  asOperator(`{ reportFigures(from: "${from}", to: "${to}") {
    reports { reason count } decisions { hiddenByReports hiddenWithoutReport dismissed }
    medianSecondsToDecision objections { side sent upheld rejected } medianSecondsToResult isPartial } }`);

/** Reports of this year by id: when they were sent, and their decision with its kind and time. */
const DECISIONS = [
  ['dcn_a', 'HIDE', at('2026-03-02', 2)],
  ['dcn_b', 'DISMISS', at('2026-03-31', 23.9)],
  ['dcn_c', 'HIDE', at('2026-03-05')],
  ['dcn_d', 'DISMISS', at('2026-04-01')],
] as const;
const REPORTS = [
  ['rpt_1', 'SCAM', at('2026-03-02'), 'dcn_a'],
  ['rpt_2', 'SCAM', at('2026-03-02', 1), 'dcn_a'],
  ['rpt_3', 'OTHER', at('2026-03-31', 13.9), 'dcn_b'],
  ['rpt_4', 'SCAM', at('2026-02-28', 23.9), 'dcn_d'],
  ['rpt_5', 'ILLEGAL', at('2026-03-15'), null],
] as const;
const OBJECTIONS = [
  ['obj_1', 'PUBLISHER', 'dcn_a', null, at('2026-03-03'), 'UPHELD', at('2026-03-04')],
  ['obj_2', 'REPORTER', 'dcn_b', 'rpt_3', at('2026-03-31', 23.95), null, null],
] as const;

describe('the figures of reports', () => {
  it('count what was sent and decided in the days, and tell the median times', async () => {
    await gateway.onDatabase(async (em) => {
      const base = { listing_id: 'lst_1', reason: 'r' };
      await insert(
        em,
        'listing_decision',
        DECISIONS.map(([id, kind, decided_at]) => ({ ...base, id, kind, decided_at })),
      );
      await insert(
        em,
        'listing_report',
        REPORTS.map(([id, reason, created_at, decision_id]) => ({
          ...base,
          id,
          title: 't',
          landing_url: 'u',
          reason,
          network_key: id,
          secret_hash: id,
          created_at,
          decision_id,
        })),
      );
      await insert(
        em,
        'listing_objection',
        OBJECTIONS.map(([id, side, decision_id, report_id, created_at, result, decided_at]) => ({
          ...base,
          id,
          side,
          decision_id,
          report_id,
          created_at,
          result,
          decided_at,
        })),
      );
    });
    const { body } = await figures('2026-03-01', '2026-03-31');
    const found = body.data.reportFigures;
    expect(found.reports.filter(({ count }: { count: number }) => count > 0)).toEqual([
      { reason: 'SCAM', count: 2 },
      { reason: 'ILLEGAL', count: 1 },
      { reason: 'OTHER', count: 1 },
    ]);
    expect(found).toMatchObject({
      decisions: { hiddenByReports: 1, hiddenWithoutReport: 1, dismissed: 1 },
      // Of one, two and ten hours.
      medianSecondsToDecision: 7_200,
      objections: [
        { side: 'REPORTER', sent: 1, upheld: 0, rejected: 0 },
        { side: 'PUBLISHER', sent: 1, upheld: 1, rejected: 0 },
      ],
      medianSecondsToResult: 86_400,
      isPartial: false,
    });
    const days = ['--from', '2026-03-01', '--to', '2026-03-31'];
    const { json } = await runAsOperator(gateway, ['reports', 'figures', ...days, '--json']);
    expect(json).toMatchObject({ decisions: { hiddenByReports: 1 } });
    const { stdout: text } = await runAsOperator(gateway, ['reports', 'figures', ...days]);
    expect(text).toMatch(/^Median to a decision +2\.0 hours$/m);
  });

  it('are empty for days without any', async () => {
    const { body } = await figures('2025-03-01', '2025-03-31');
    expect(body.data.reportFigures).toMatchObject({
      decisions: { hiddenByReports: 0, hiddenWithoutReport: 0, dismissed: 0 },
      medianSecondsToDecision: null,
      medianSecondsToResult: null,
    });
  });

  it.each([
    ['more than a year', '2025-01-01', '2026-01-02'],
    ['a last day before the first', '2026-02-02', '2026-02-01'],
    ['no day', '2026-02-30', '2026-03-01'],
  ])('are refused for %s', async (_what, from, to) => {
    expect(codeOf(await figures(from, to))).toBe('INVALID_PAYLOAD');
  });

  it('cost little and say that they are partial after a flood of one listing, which delays no report', async () => {
    const flood = 120_000;
    const listing = (await gateway.publish(await gateway.createKey(), draft())).body.listing.id;
    await gateway.onDatabase(async (em, sql) => {
      await em.execute(
        `insert into listing_decision (id, listing_id, kind, reason, decided_at)
        values ('dcn_flood', ?, 'DISMISS', 'r', '2024-05-05T12:00:00Z')`,
        [listing],
      );
      await em.execute(
        `insert into listing_report
          (id, listing_id, title, landing_url, reason, network_key, secret_hash, created_at, decision_id)
        select 'rpt_f' || n, ?::text, 't', 'u', 'SCAM', '', 'f' || n, '2024-05-05T00:00:00Z', 'dcn_flood'
        from generate_series(1, ?) n`,
        [listing, flood],
      );
      const started = performance.now();
      const found = await createReportFigureReads(sql).read(new Date('2024-01-01'), new Date('2024-12-31'));
      expect(performance.now() - started).toBeLessThan(10_000);
      expect(found).toMatchObject({ isPartial: true, medianSecondsToDecision: 43_200 });
      expect(found.reports.find(({ reason }) => reason === 'SCAM')?.count).toBe(100_000);
    });
    const reported = performance.now();
    expect(await report(listing)).toMatch(/^grp_/);
    await decide(listing, 'DISMISS', { allOfListing: true });
    expect(performance.now() - reported).toBeLessThan(5_000);
  }, 120_000);
});
