import { ReportListing, ReportedListing, type ReportReason } from '../../documents/generated.ts';
import type { PageQueryError } from '../../../src/adapters/ports/site.ts';
import { ErrorSummary, Field } from '../../parts/forms/errors.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { UserText } from '../../parts/user-text.tsx';
import { useSite } from '../../site/context.ts';
import { formStatus, NOT_FOUND, type Page, type PageResponse, type Visit } from '../../site/page.ts';
import { typedLimit } from '../../parts/forms/typed-limit.ts';

const MAX_TEXT = 2_000;

interface Entered {
  readonly reason: string;
  readonly text: string;
  readonly email: string;
}

/** The form by which anybody reports a listing. It is no page of the cache: it takes a form. */
export const reportPage: Page = {
  path: '/listings/:id/report',
  access: 'session',
  get: (visit) => formView(visit, { reason: '', text: '', email: '' }, []),
  async post(visit) {
    const { site, parts, form, tryQuery } = visit;
    const entered = {
      reason: form.get('reason') ?? '',
      text: form.get('text') ?? '',
      email: form.get('email') ?? '',
    };
    if (!isReason(site.t.reports.reasons, entered.reason)) return formView(visit, entered, [REASON_MISSING]);
    const input = { listing: parts['id'] ?? '', ...entered, reason: entered.reason, language: site.language };
    const { data, errors } = await tryQuery(ReportListing, { input });
    if (data === undefined) return formView(visit, entered, errors);
    return { kind: 'redirect', to: site.link(`/reports/${data.reportListing.secret}`) };
  },
};

/** The API has no message about a reason that is none: GraphQL refuses the whole request. */
const REASON_MISSING: PageQueryError = {
  code: 'INVALID_PAYLOAD',
  message: 'reason is required.',
  reason: undefined,
  retryAfterSeconds: undefined,
  fields: [{ field: 'reason', message: 'is required.' }],
};

function isReason(reasons: Readonly<Record<ReportReason, string>>, name: string): name is ReportReason {
  return Object.hasOwn(reasons, name);
}

async function formView(
  { site, parts, query: ask }: Visit,
  entered: Entered,
  errors: readonly PageQueryError[],
): Promise<PageResponse> {
  const { listing } = await ask(ReportedListing, { id: parts['id'] ?? '' });
  if (listing === null) return NOT_FOUND;
  return {
    kind: 'view',
    title: site.t.reports.title,
    isListed: false,
    status: formStatus(errors),
    body: <ReportForm title={listing.title} entered={entered} errors={errors} />,
  };
}

interface ReportFormProps {
  readonly title: string;
  readonly entered: Entered;
  readonly errors: readonly PageQueryError[];
}

function ReportForm({ title, entered, errors }: ReportFormProps) {
  const { t, link, path, sendsMail } = useSite();
  const texts = t.reports;
  const fields = [
    { name: 'reason', label: texts.reason },
    { name: 'text', label: texts.text },
    { name: 'email', label: texts.email },
  ];
  return (
    <section className="narrow stack">
      <h1>{texts.title}</h1>
      <p>
        <a href={link(path.replace(/\/report$/, ''))}>
          <UserText>{title}</UserText>
        </a>
      </p>
      <p>{texts.what}</p>
      <ErrorSummary errors={errors} fields={fields} />
      <Form className="stack">
        <Field name="reason" label={texts.reason} errors={errors}>
          {(attributes) => (
            <select {...attributes} required defaultValue={entered.reason}>
              <option value="">{texts.choose}</option>
              {Object.entries(texts.reasons).map(([name, label]) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field name="text" label={texts.text} hint={texts.textHint} errors={errors}>
          {(attributes) => (
            <textarea
              {...attributes}
              required
              rows={6}
              maxLength={typedLimit(MAX_TEXT)}
              defaultValue={entered.text}
            />
          )}
        </Field>
        {sendsMail ? (
          <Field name="email" label={texts.email} hint={texts.emailHint} errors={errors}>
            {(attributes) => (
              <input {...attributes} type="email" autoComplete="email" defaultValue={entered.email} />
            )}
          </Field>
        ) : (
          <p>{texts.noMail}</p>
        )}
        <p className="quiet">{texts.stored}</p>
        <button className="button">{texts.send}</button>
      </Form>
    </section>
  );
}
