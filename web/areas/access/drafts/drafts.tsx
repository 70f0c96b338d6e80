import { Drafts, type DraftOfListFragment } from '../../../documents/generated.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { Time } from '../../../parts/time.tsx';
import { UserText } from '../../../parts/user-text.tsx';
import { useSite } from '../../../site/context.ts';
import { NOT_FOUND, QueryFailed, type Page } from '../../../site/page.ts';
import { valueOf } from '../../../site/query.ts';
import { areaView, withSession } from '../area.tsx';
import { linkToDiscard, linkToDraft } from './form-draft.ts';

// As src/core/listings/drafts has them; a test compares them.
const MAX_DRAFTS = 50;
const DRAFT_DAYS = 90;
const TITLE_CHARACTERS = 80;
const DONE = ['saved', 'deleted', 'gone'] as const;
type Done = (typeof DONE)[number];

/** The drafts of the account. */
export const draftsPage: Page = {
  path: '/access/listings/drafts',
  access: 'publisher',
  parameters: ['done'],
  get: (visit) =>
    withSession(
      visit,
      visit.tryQuery(Drafts, {}),
      ({ viewer, listingDrafts }) =>
        viewer === null
          ? NOT_FOUND
          : areaView({
              title: visit.site.t.drafts.title,
              email: viewer.email,
              body: (
                <DraftsView
                  drafts={listingDrafts.nodes}
                  done={DONE.find((each) => each === valueOf(visit.parameters, 'done'))}
                />
              ),
            }),
      (errors) => {
        throw new QueryFailed({ errors });
      },
    ),
};

interface DraftsViewProps {
  readonly drafts: readonly DraftOfListFragment[];
  readonly done: Done | undefined;
}

function DraftsView({ drafts, done }: DraftsViewProps) {
  const { t, link, format } = useSite();
  return (
    <section className="stack">
      <div className="row">
        <h1>{t.drafts.title}</h1>
        <a className="button" href={link('/access/listings/new')}>
          {t.access.newListing}
        </a>
      </div>
      <p>{t.drafts.what(format.number(MAX_DRAFTS), format.number(DRAFT_DAYS))}</p>
      {done !== undefined && (
        <p className="note" role="status">
          {t.drafts.done[done]}
        </p>
      )}
      {drafts.length === 0 ? <p>{t.drafts.none}</p> : <DraftTable drafts={drafts} />}
    </section>
  );
}

function DraftTable({ drafts }: Pick<DraftsViewProps, 'drafts'>) {
  const site = useSite();
  const { t } = site;
  return (
    <DataTable
      kind="has-actions"
      label={t.drafts.title}
      heads={[t.access.fields.title, t.drafts.kind, t.drafts.savedAt, t.access.actions]}
    >
      {drafts.map(({ id, listingId, savedAt, texts }) => (
        <tr key={id}>
          <th scope="row">
            <DraftTitle title={texts.title} />
          </th>
          <td data-label={t.drafts.kind}>{t.drafts.kinds[listingId === null ? 'new' : 'change']}</td>
          <td data-label={t.drafts.savedAt}>
            <Time at={savedAt} />
          </td>
          <td>
            <span className="row">
              <a href={linkToDraft(site, id, listingId)}>{t.drafts.resume}</a>
              <a href={linkToDiscard(site, id)}>{t.drafts.discard}</a>
            </span>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

/** The title of a draft, or that it has none. */
export function DraftTitle({ title }: { readonly title: string | null }) {
  const { t } = useSite();
  if (title === null || title.trim() === '') return <i>{t.drafts.untitled}</i>;
  return <UserText limit={TITLE_CHARACTERS}>{title}</UserText>;
}
