import { ReportStatus, type ReportStatusQuery } from '../../documents/generated.ts';
import { Time } from '../../parts/time.tsx';
import { UserText } from '../../parts/user-text.tsx';
import { useSite } from '../../site/context.ts';
import { NOT_FOUND, type Page } from '../../site/page.ts';

/** What the reporter of a listing sees of the report, at an address that nobody else knows. */
export const reportStatusPage: Page = {
  path: '/reports/:secret',
  access: 'session',
  async get({ site, parts, ask }) {
    const { listingReportStatus: report } = await ask(ReportStatus, { secret: parts['secret'] ?? '' });
    if (report === null) return NOT_FOUND;
    return {
      kind: 'view',
      title: site.t.reports.statusTitle,
      isListed: false,
      isSecret: true,
      body: <StatusView report={report} />,
    };
  },
};

interface StatusProps {
  readonly report: NonNullable<ReportStatusQuery['listingReportStatus']>;
}

function StatusView({ report }: StatusProps) {
  const { t } = useSite();
  const texts = t.reports;
  const { decision, decisionReason, decidedAt } = report;
  return (
    <section className="narrow stack">
      <h1>{texts.statusTitle}</h1>
      {report.state === 'OPEN' && (
        <p className="note" role="status">
          {texts.keep} {report.isMailed ? texts.mailed : texts.notMailed}
        </p>
      )}
      <dl>
        <dt>{texts.state}</dt>
        <dd>{texts.states[decision ?? 'OPEN']}</dd>
        {decisionReason !== null && (
          <>
            <dt>{texts.why}</dt>
            <dd className="prose">
              <UserText>{decisionReason}</UserText>
            </dd>
          </>
        )}
        {decidedAt !== null && (
          <>
            <dt>{texts.decided}</dt>
            <dd>
              <Time at={decidedAt} />
            </dd>
          </>
        )}
        <dt>{texts.giveaway}</dt>
        <dd>
          <UserText>{report.title}</UserText>
        </dd>
        <dt>{texts.reason}</dt>
        <dd>{texts.reasons[report.reason]}</dd>
        <dt>{texts.reported}</dt>
        <dd>
          <Time at={report.createdAt} />
        </dd>
      </dl>
    </section>
  );
}
