import type { PageQueryError } from '../../../../src/adapters/ports/site.ts';
import { DeleteDraft, DraftById, type WholeDraftFragment } from '../../../documents/generated.ts';
import { ErrorSummary } from '../../../parts/forms/errors.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { Time } from '../../../parts/time.tsx';
import { useSite } from '../../../site/context.ts';
import {
  formStatus,
  NOT_FOUND,
  QueryFailed,
  type Page,
  type PageResponse,
  type Visit,
} from '../../../site/page.ts';
import { valueOf } from '../../../site/query.ts';
import { areaView, withSession } from '../area.tsx';
import { keepFromOther } from '../kept-form.tsx';
import { DraftTitle } from './drafts.tsx';
import { DRAFTS_PATH, linkToDraft } from './form-draft.ts';

/** Deletes a draft of the account. */
export const deleteDraftPage: Page = {
  path: '/access/listings/drafts/delete',
  access: 'publisher',
  parameters: ['draft', 'from'],
  get: (visit) => confirm(visit, []),
  async post(visit) {
    const kept = keepFromOther(visit);
    if (kept !== undefined) return kept;
    const id = valueOf(visit.parameters, 'draft') ?? '';
    const sent = visit.form.get('revision');
    const revision = sent === null ? null : Number(sent) || 0;
    const { data, errors } = await visit.tryQuery(DeleteDraft, { input: { id, revision } });
    if (data === undefined) return confirm(visit, errors);
    return { kind: 'redirect', to: visit.site.link(DRAFTS_PATH, { done: 'deleted' }) };
  },
};

function confirm(visit: Visit, errors: readonly PageQueryError[]): Promise<PageResponse> {
  const id = valueOf(visit.parameters, 'draft') ?? '';
  return withSession(
    visit,
    visit.tryQuery(DraftById, { id }),
    ({ viewer, listingDraft }) =>
      viewer === null || listingDraft === null
        ? NOT_FOUND
        : areaView({
            title: visit.site.t.drafts.confirm.title,
            email: viewer.email,
            status: formStatus(errors),
            body: (
              <Confirmation
                draft={listingDraft}
                isFromForm={valueOf(visit.parameters, 'from') === 'form'}
                errors={errors}
              />
            ),
          }),
    (failed) => {
      throw new QueryFailed({ errors: failed });
    },
  );
}

interface ConfirmationProps {
  readonly draft: WholeDraftFragment;
  readonly isFromForm: boolean;
  readonly errors: readonly PageQueryError[];
}

function Confirmation({ draft, isFromForm, errors }: ConfirmationProps) {
  const { id, listingId, texts, savedAt, revision } = draft;
  const site = useSite();
  const { t, link } = site;
  const isChanged = errors.some(({ reason }) => reason === 'DRAFT_CHANGED');
  return (
    <section className="narrow stack">
      <h1>{t.drafts.confirm.title}</h1>
      <p>
        <DraftTitle title={texts.title} />, {t.drafts.savedAt.toLowerCase()} <Time at={savedAt} />
      </p>
      <p className="note is-urgent">{t.drafts.confirm.what}</p>
      {isChanged && (
        <p className="note is-bad" role="alert">
          {t.drafts.confirm.changed}
        </p>
      )}
      <ErrorSummary errors={isChanged ? [] : errors} fields={[]} />
      <Form className="row">
        <input type="hidden" name="revision" value={revision} />
        <button className="button is-danger">{t.drafts.discard}</button>
        <a
          className="button is-quiet"
          href={isFromForm ? linkToDraft(site, id, listingId) : link(DRAFTS_PATH)}
        >
          {t.access.cancel}
        </a>
      </Form>
    </section>
  );
}
