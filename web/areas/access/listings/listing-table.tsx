import type { OwnListingFragment, OwnListingState } from '../../../documents/generated.ts';
import { DataTable } from '../../../parts/data-table.tsx';
import { ObjectionState } from '../../../parts/forms/objection.tsx';
import { Time } from '../../../parts/time.tsx';
import { UserText } from '../../../parts/user-text.tsx';
import { useSite } from '../../../site/context.ts';
import { listingHead, type ListingChoices } from './listing-choices.ts';

const TITLE_CHARACTERS = 80;

interface ListingTableProps {
  readonly listings: readonly OwnListingFragment[];
  readonly choices: ListingChoices;
}

/** A page of own listings, with what can be done with each. */
export function ListingTable({ listings, choices }: ListingTableProps) {
  const { t, link } = useSite();
  return (
    <DataTable
      kind="has-actions"
      label={t.access.tabs.listings}
      heads={[
        t.access.fields.title,
        t.access.fields.sourceExternalId,
        t.access.state,
        listingHead(t.access.fields.endDate, choices, link, {
          first: 'ENDING_SOON',
          second: 'ENDING_LAST',
          ascending: 'ENDING_SOON',
        }),
        listingHead(t.listing.updated, choices, link, {
          first: 'RECENTLY_UPDATED',
          second: 'LEAST_RECENTLY_UPDATED',
          ascending: 'LEAST_RECENTLY_UPDATED',
        }),
        t.access.clicks,
        t.access.actions,
      ]}
    >
      {listings.map((listing) => (
        <ListingRow key={listing.id} listing={listing} />
      ))}
    </DataTable>
  );
}

function ListingRow({ listing }: { readonly listing: OwnListingFragment }) {
  const { t, link, now } = useSite();
  const { id, title, sourceExternalId, status, endDate, updatedAt, own } = listing;
  const state = stateOf(listing, now);
  const isPublic = state === 'LIVE' || state === 'ENDED';
  return (
    <tr>
      <th scope="row" className="long-value">
        {isPublic ? (
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
      <td className={own?.hiddenReason == null ? undefined : 'long-value'} data-label={t.access.state}>
        {t.tables.listings.states[state]}
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
      <td data-label={t.access.fields.endDate}>
        {endDate === null ? t.tables.listings.noEnd : <Time at={endDate} />}
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
  );
}

/** The state by which the table filters. */
function stateOf({ status, endDate, own }: OwnListingFragment, now: Date): OwnListingState {
  if (status === 'WITHDRAWN') return 'WITHDRAWN';
  if (own?.hiddenReason != null || own?.blockedReason != null) return 'HIDDEN';
  return endDate !== null && new Date(endDate) <= now ? 'ENDED' : 'LIVE';
}
