import { OwnListings, type OwnListingFragment, type OwnListingsQuery } from '../../documents/generated.ts';
import { Pager } from '../../parts/pager.tsx';
import { ObjectionState } from '../../parts/forms/objection.tsx';
import { Time } from '../../parts/time.tsx';
import { UserText } from '../../parts/user-text.tsx';
import { useSite } from '../../site/context.ts';
import { QueryFailed, NOT_FOUND, type Page } from '../../site/page.ts';
import { valueOf } from '../../site/query.ts';
import { areaView, withSession } from './area.tsx';
import { DRAFTS_PATH } from './drafts/form-draft.ts';
import { DataTable } from '../../parts/data-table.tsx';

const SIZE = 20;
const TITLE_CHARACTERS = 80;

/** The listings of the account. */
export const listingsPage: Page = {
  path: '/access/listings',
  access: 'publisher',
  parameters: ['after', 'before', 'done'],
  get(visit) {
    const { site, parameters, tryQuery } = visit;
    const [after, before] = [valueOf(parameters, 'after'), valueOf(parameters, 'before')];
    const page = before === undefined ? { first: SIZE, after } : { last: SIZE, before };
    return withSession(
      visit,
      tryQuery(OwnListings, page),
      ({ viewer, myListings }) =>
        viewer === null
          ? NOT_FOUND
          : areaView({
              title: site.t.access.tabs.listings,
              email: viewer.email,
              body: (
                <ListingsView
                  listings={myListings}
                  done={valueOf(parameters, 'done')}
                  isInside={(after ?? before) !== undefined}
                />
              ),
            }),
      (errors) => {
        throw new QueryFailed({ errors });
      },
    );
  },
};

interface ListingsViewProps {
  readonly listings: OwnListingsQuery['myListings'];
  readonly done: string | undefined;
  readonly isInside: boolean;
}

function ListingsView({ listings, done, isInside }: ListingsViewProps) {
  const { t, link } = useSite();
  const blockedReason = listings.nodes[0]?.own?.blockedReason;
  const said =
    done === 'published' ? t.access.published : done === 'withdrawn' ? t.access.withdrawn : undefined;
  return (
    <section className="stack">
      <div className="row">
        <h1>{t.access.tabs.listings}</h1>
        <span className="row">
          <a className="button is-quiet" href={link(DRAFTS_PATH)}>
            {t.drafts.title}
          </a>
          <a className="button" href={link('/access/listings/new')}>
            {t.access.newListing}
          </a>
        </span>
      </div>
      {said !== undefined && (
        <p className="note" role="status">
          {said}
        </p>
      )}
      {blockedReason != null && (
        <p className="note is-bad">
          {t.access.blocked} <UserText>{blockedReason}</UserText>
        </p>
      )}
      {listings.nodes.length === 0 ? (
        <p>{t.access.noListings}</p>
      ) : (
        <ListingTable listings={listings.nodes} />
      )}
      <Pager path="/access/listings" pageInfo={listings.pageInfo} isInside={isInside} />
    </section>
  );
}

function ListingTable({ listings }: { readonly listings: readonly OwnListingFragment[] }) {
  const { t, link } = useSite();
  return (
    <DataTable
      kind="has-actions"
      label={t.access.tabs.listings}
      heads={[
        t.access.fields.title,
        t.access.fields.sourceExternalId,
        t.access.state,
        t.listing.updated,
        t.access.clicks,
        t.access.actions,
      ]}
    >
      {listings.map(({ id, title, sourceExternalId, status, updatedAt, own }) => (
        <tr key={id}>
          <th scope="row" className="long-value">
            {status === 'PUBLISHED' && own?.hiddenReason == null && own?.blockedReason == null ? (
              <a href={link(`/listings/${id}`)}>
                <UserText limit={TITLE_CHARACTERS}>{title}</UserText>
              </a>
            ) : (
              <UserText limit={TITLE_CHARACTERS}>{title}</UserText>
            )}
          </th>
          <td className="long-value" data-label={t.access.fields.sourceExternalId}>
            <UserText limit={TITLE_CHARACTERS}>{sourceExternalId}</UserText>
          </td>
          <td data-label={t.access.state}>
            {t.access.states[status]}
            {own?.hiddenReason != null && (
              <p className="note is-bad">
                {t.access.hidden} <UserText>{own.hiddenReason}</UserText>
              </p>
            )}
            {own?.objection != null && (
              <p>
                {own.objection.state === 'POSSIBLE' ? (
                  <a href={link('/access/listings/object', { listing: id })}>{t.reports.objection.title}</a>
                ) : (
                  <ObjectionState objection={own.objection} />
                )}
              </p>
            )}
          </td>
          <td data-label={t.listing.updated}>
            <Time at={updatedAt} />
          </td>
          <td data-label={t.access.clicks}>{own?.clicks ?? 0}</td>
          <td>
            <span className="row">
              <a href={link('/access/listings/edit', { listing: id })}>{t.access.edit}</a>
              <a href={link('/access/listings/new', { from: id })}>{t.access.duplicate}</a>
              {status === 'PUBLISHED' && (
                <a href={link('/access/listings/withdraw', { listing: id })}>{t.access.withdraw}</a>
              )}
            </span>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
