import { ObjectToDecision, ReportStatus, type ReportStatusQuery } from '../../documents/generated.ts';
import type { PageQueryError } from '../../../src/adapters/ports/site.ts';
import { ErrorSummary } from '../../parts/forms/errors.tsx';
import { ObjectionForm, ObjectionState } from '../../parts/forms/objection.tsx';
import { Time } from '../../parts/time.tsx';
import { UserText } from '../../parts/user-text.tsx';
import { useSite } from '../../site/context.ts';
import { formStatus, NOT_FOUND, type Page, type PageResponse, type Visit } from '../../site/page.ts';

/** What the reporter of a listing sees of the report, at an address that nobody else knows. */
export const reportStatusPage: Page = {
  path: '/reports/:secret',
  access: 'session',
  get: (visit) => statusView(visit, '', []),
  async post(visit) {
    const { site, parts, form, tryQuery } = visit;
    const secret = parts['secret'] ?? '';
    const text = form.get('text') ?? '';
    const { data, errors } = await tryQuery(ObjectToDecision, { input: { secret, text } });
    if (data === undefined) return statusView(visit, text, errors);
    return { kind: 'redirect', to: site.link(`/reports/${secret}`) };
  },
};

async function statusView(
  { site, parts, query: ask }: Visit,
  entered: string,
  errors: readonly PageQueryError[],
): Promise<PageResponse> {
  const { listingReportStatus: report } = await ask(ReportStatus, { secret: parts['secret'] ?? '' });
  if (report === null) return NOT_FOUND;
  return {
    kind: 'view',
    title: site.t.reports.statusTitle,
    isListed: false,
    isSecret: true,
    status: formStatus(errors),
    body: <StatusView report={report} entered={entered} errors={errors} />,
  };
}

interface StatusProps {
  readonly report: NonNullable<ReportStatusQuery['listingReportStatus']>;
  /** What was entered as an objection. */
  readonly entered: string;
  readonly errors: readonly PageQueryError[];
}

function StatusView({ report, entered, errors }: StatusProps) {
  const { t } = useSite();
  const texts = t.reports;
  const { decision, decisionReason, decidedAt, objection, reversalReason } = report;
  return (
    <section className="narrow stack">
      <h1>{texts.statusTitle}</h1>
      {report.state === 'OPEN' && (
        <p className="note" role="status">
          {texts.keep} {report.isMailed ? texts.mailed : texts.notMailed}
        </p>
      )}
      <dl className="pairs">
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
      {reversalReason !== null && (
        <p className="note">
          {texts.reversed} <UserText>{reversalReason}</UserText>
        </p>
      )}
      {objection !== null && objection.state !== 'NONE' && (
        <>
          <h2>{texts.objection.title}</h2>
          <p>
            <ObjectionState objection={objection} />
          </p>
        </>
      )}
      {objection?.state === 'POSSIBLE' ? (
        <ObjectionForm entered={entered} errors={errors} />
      ) : (
        <ErrorSummary errors={errors} fields={[]} />
      )}
    </section>
  );
}
