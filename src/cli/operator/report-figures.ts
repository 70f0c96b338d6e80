import { needed, type CommandRow, type Result } from '../command.ts';
import { ReportFigures, type ReportFiguresQuery } from '../documents.ts';
import { toFields } from '../print.ts';

export const FIGURES_ROW: CommandRow = {
  name: 'figures',
  what: 'counts reports, decisions and objections in a range of days (UTC), with median times',
  options: [
    needed('--from <day>', 'the first day, YYYY-MM-DD'),
    needed('--to <day>', 'the last day, YYYY-MM-DD'),
  ],
  async work(client, { from, to }) {
    const { reportFigures } = await client.request(ReportFigures, { from: String(from), to: String(to) });
    return toResult(reportFigures);
  },
};

function toResult(figures: ReportFiguresQuery['reportFigures']): Result {
  const { reports, decisions, objections } = figures;
  const text = toFields({
    Days: `${figures.from} to ${figures.to}`,
    Reports: String(reports.reduce((sum, { count }) => sum + count, 0)),
    ...Object.fromEntries(reports.map(({ reason, count }) => [`  ${reason}`, String(count)])),
    'Hidden by reports': String(decisions.hiddenByReports),
    'Hidden without a report': String(decisions.hiddenWithoutReport),
    Dismissed: String(decisions.dismissed),
    'Median to a decision': toDuration(figures.medianSecondsToDecision),
    ...Object.fromEntries(
      objections.map(({ side, sent, upheld, rejected }) => [
        `Objections of ${side}`,
        `${sent} sent, ${upheld} upheld, ${rejected} rejected`,
      ]),
    ),
    'Median to a result': toDuration(figures.medianSecondsToResult),
    Counted: figures.isPartial ? 'not all: choose fewer days' : 'all',
  });
  return { document: figures, text };
}

function toDuration(seconds: number | null): string {
  if (seconds === null) return 'none';
  return `${(seconds / 3_600).toFixed(1)} hours`;
}
