import { ObjectToHiding, OwnListingById, type OwnListingFragment } from '../../../documents/generated.ts';
import type { PageQueryError } from '../../../../src/adapters/ports/site.ts';
import { ErrorSummary } from '../../../parts/forms/errors.tsx';
import { ObjectionForm, ObjectionState } from '../../../parts/forms/objection.tsx';
import { UserText } from '../../../parts/user-text.tsx';
import { useSite } from '../../../site/context.ts';
import {
  QueryFailed,
  formStatus,
  NOT_FOUND,
  type Page,
  type PageResponse,
  type Visit,
} from '../../../site/page.ts';
import { valueOf } from '../../../site/query.ts';
import { areaView, withSession } from '../area.tsx';
import { keepForm } from '../kept-form.tsx';

/** The objection of the account to the decision that hides one of its listings. */
export const objectPage: Page = {
  path: '/access/listings/object',
  access: 'publisher',
  parameters: ['listing'],
  get: (visit) => show(visit, '', []),
  async post(visit) {
    const kept = await keepForm(visit);
    if (kept !== undefined) return kept;
    const listing = valueOf(visit.parameters, 'listing') ?? '';
    const text = visit.form.get('text') ?? '';
    const { data, errors } = await visit.tryQuery(ObjectToHiding, { input: { listing, text } });
    if (data === undefined) return show(visit, text, errors);
    return { kind: 'redirect', to: visit.site.link('/access/listings/object', { listing }) };
  },
};

function show(visit: Visit, entered: string, errors: readonly PageQueryError[]): Promise<PageResponse> {
  const id = valueOf(visit.parameters, 'listing') ?? '';
  return withSession(
    visit,
    visit.tryQuery(OwnListingById, { id }),
    ({ viewer, myListing }) =>
      viewer === null || myListing?.own?.objection == null
        ? NOT_FOUND
        : areaView({
            title: visit.site.t.reports.objection.title,
            email: viewer.email,
            status: formStatus(errors),
            body: (
              <ObjectView
                title={myListing.title}
                reason={myListing.own.hiddenReason}
                objection={myListing.own.objection}
                entered={entered}
                errors={errors}
              />
            ),
          }),
    (failed) => {
      throw new QueryFailed({ errors: failed });
    },
  );
}

interface ObjectViewProps {
  readonly title: string;
  readonly reason: string | null;
  readonly objection: NonNullable<NonNullable<OwnListingFragment['own']>['objection']>;
  readonly entered: string;
  readonly errors: readonly PageQueryError[];
}

function ObjectView({ title, reason, objection, entered, errors }: ObjectViewProps) {
  const { t } = useSite();
  return (
    <section className="narrow stack">
      <h1>{t.reports.objection.title}</h1>
      <p>
        <UserText limit={200}>{title}</UserText>
      </p>
      {reason !== null && (
        <p className="note is-bad">
          {t.access.hidden} <UserText>{reason}</UserText>
        </p>
      )}
      <p role="status">
        <ObjectionState objection={objection} />
      </p>
      {objection.state === 'POSSIBLE' ? (
        <ObjectionForm entered={entered} errors={errors} />
      ) : (
        <ErrorSummary errors={errors} fields={[]} />
      )}
    </section>
  );
}
