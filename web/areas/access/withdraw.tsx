import { OwnListingById, Withdraw } from '../../documents/generated.ts';
import { UserText } from '../../parts/user-text.tsx';
import type { PageQueryError } from '../../../src/adapters/ports/site.ts';
import { Form } from '../../parts/forms/form.tsx';
import { ErrorSummary } from '../../parts/forms/errors.tsx';
import { useSite } from '../../site/context.ts';
import {
  formStatus,
  QueryFailed,
  NOT_FOUND,
  type Page,
  type PageResponse,
  type Visit,
} from '../../site/page.ts';
import { valueOf } from '../../site/query.ts';
import { areaView, withSession } from './area.tsx';
import { keepFromOther } from './kept-form.tsx';

/** Withdraws a listing of the account. */
export const withdrawPage: Page = {
  path: '/access/listings/withdraw',
  access: 'publisher',
  parameters: ['listing'],
  get: (visit) => confirm(visit, []),
  async post(visit) {
    const kept = keepFromOther(visit);
    if (kept !== undefined) return kept;
    const id = valueOf(visit.parameters, 'listing') ?? '';
    const { data, errors } = await visit.tryQuery(Withdraw, { id });
    if (data === undefined) return confirm(visit, errors);
    return { kind: 'redirect', to: visit.site.link('/access/listings', { done: 'withdrawn' }) };
  },
};

function confirm(visit: Visit, errors: readonly PageQueryError[]): Promise<PageResponse> {
  const id = valueOf(visit.parameters, 'listing') ?? '';
  return withSession(
    visit,
    visit.tryQuery(OwnListingById, { id }),
    ({ viewer, myListing }) =>
      viewer === null || myListing === null
        ? NOT_FOUND
        : areaView({
            title: visit.site.t.access.withdraw,
            email: viewer.email,
            status: formStatus(errors),
            body: <Confirmation title={myListing.title} errors={errors} />,
          }),
    (failed) => {
      throw new QueryFailed({ errors: failed });
    },
  );
}

function Confirmation({
  title,
  errors,
}: {
  readonly title: string;
  readonly errors: readonly PageQueryError[];
}) {
  const { t, link } = useSite();
  return (
    <section className="narrow stack">
      <h1>{t.access.confirm.withdraw.title}</h1>
      <p>
        <UserText limit={200}>{title}</UserText>
      </p>
      <p className="note is-urgent">{t.access.confirm.withdraw.what}</p>
      <ErrorSummary errors={errors} fields={[]} />
      <Form className="row">
        <button className="button is-danger">{t.access.withdraw}</button>
        <a className="button is-quiet" href={link('/access/listings')}>
          {t.access.cancel}
        </a>
      </Form>
    </section>
  );
}
