import ERRORS from '../../../schema/errors.json' with { type: 'json' };
import { useSite } from '../../site/context.ts';
import type { Page } from '../../site/page.ts';
import { DataTable } from '../../parts/data-table.tsx';

/** The table of errors, from the table that the APIs answer with. */
export const errorsPage: Page = {
  path: '/developers/errors',
  get: ({ site: { t } }) => ({
    kind: 'view',
    title: t.developers.errors.title,
    description: t.developers.errors.lead,
    body: <ErrorsView />,
  }),
};

function ErrorsView() {
  const { t, link } = useSite();
  const texts = t.developers.errors;
  return (
    <div className="developers">
      <header className="page-head">
        <p className="eyebrow">
          <a href={link('/developers')}>{t.developers.title}</a>
        </p>
        <h1>{texts.title}</h1>
        <p className="lead">{texts.lead}</p>
        <p className="prose">{texts.retrying}</p>
        <p>
          <a href={link('/api/provider/integrations/errors')}>{texts.json}</a>
        </p>
      </header>
      {ERRORS.map((error) => (
        <section key={error.code} className="stack" aria-labelledby={error.code}>
          <h2 id={error.code}>{error.code}</h2>
          <p lang="en">{error.recommendedAction}</p>
          <p className="quiet">
            {texts.status}: {error.status}. {texts.retryable}: {error.retryable ? texts.yes : texts.no}.
          </p>
          <Reasons error={error} />
        </section>
      ))}
    </div>
  );
}

function Reasons({
  error: { code, recommendedAction, reasons },
}: {
  readonly error: (typeof ERRORS)[number];
}) {
  const { t } = useSite();
  const texts = t.developers.errors;
  if (reasons.length === 0) return null;
  return (
    <DataTable label={code} heads={[texts.reason, texts.status, texts.retryable, texts.message]}>
      {reasons.map((each) => (
        <tr key={each.reason}>
          <th scope="row">
            <code>{each.reason}</code>
          </th>
          <td data-label={texts.status}>{each.status}</td>
          <td data-label={texts.retryable}>{each.retryable ? texts.yes : texts.no}</td>
          <td lang="en">
            {each.message}
            {each.recommendedAction !== recommendedAction && ` ${each.recommendedAction}`}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
