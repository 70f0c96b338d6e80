import { OwnListings, type OwnListingsQuery } from '../../../documents/generated.ts';
import { Pager } from '../../../parts/pager.tsx';
import { ActiveFilters, FilterBar, NothingMatches, TableFoot } from '../../../parts/tables/filter-bar.tsx';
import { useSite } from '../../../site/context.ts';
import { QueryFailed, NOT_FOUND, type Page } from '../../../site/page.ts';
import { valueOf } from '../../../site/query.ts';
import { areaView, withSession } from '../area.tsx';
import { DRAFTS_PATH } from '../drafts/form-draft.ts';
import { BlockedNote } from '../publisher/blocked.tsx';
import { toAddress } from '../table-values.ts';
import {
  LISTING_PARAMETERS,
  listingFilters,
  LISTINGS_PATH,
  MAX_PLATFORM,
  MAX_SEARCH,
  ORDERS,
  readListingChoices,
  STATES,
  toListingFilter,
  toListingParameters,
  type ListingChoices,
} from './listing-choices.ts';
import { ListingTable } from './listing-table.tsx';

const SIZE = 20;

/** The listings of the account. */
export const listingsPage: Page = {
  path: LISTINGS_PATH,
  access: 'publisher',
  parameters: ['after', 'before', 'done', ...LISTING_PARAMETERS],
  get(visit) {
    const { site, parameters, tryQuery } = visit;
    const [after, before] = [valueOf(parameters, 'after'), valueOf(parameters, 'before')];
    const choices = readListingChoices(parameters);
    const page = before === undefined ? { first: SIZE, after } : { last: SIZE, before };
    const query = { ...page, filter: toListingFilter(choices), orderBy: choices.order };
    return withSession(
      visit,
      tryQuery(OwnListings, query),
      ({ viewer, myListings }) =>
        viewer === null
          ? NOT_FOUND
          : areaView({
              title: site.t.access.tabs.listings,
              email: viewer.email,
              body: (
                <ListingsView
                  listings={myListings}
                  blockedReason={viewer.blockedReason}
                  choices={choices}
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
  readonly blockedReason: string | null;
  readonly choices: ListingChoices;
  readonly done: string | undefined;
  readonly isInside: boolean;
}

function ListingsView({ listings, blockedReason, choices, done, isInside }: ListingsViewProps) {
  const site = useSite();
  const { t, link, acting } = site;
  const { nodes, pageInfo } = listings;
  const said =
    done === 'published' ? t.access.published : done === 'withdrawn' ? t.access.withdrawn : undefined;
  const filters = listingFilters(choices, site);
  const isEmpty = nodes.length === 0 && filters.length === 0 && !isInside;
  const parameters = toListingParameters(choices);
  // Only links to pages keep the publisher by themselves.
  const ofFile = { ...parameters, publisher: acting?.id };
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
      {blockedReason !== null && <BlockedNote reason={blockedReason} />}
      {isEmpty ? <p>{t.access.noListings}</p> : <ListingFilter choices={choices} />}
      {nodes.length > 0 && (
        <>
          <ActiveFilters path={LISTINGS_PATH} filters={filters} />
          <ListingTable listings={nodes} choices={choices} />
        </>
      )}
      {nodes.length === 0 && !isEmpty && (
        <NothingMatches path={LISTINGS_PATH} filters={filters} hasMore={pageInfo.hasNextPage} />
      )}
      <Pager path={LISTINGS_PATH} parameters={parameters} pageInfo={pageInfo} isInside={isInside} />
      {nodes.length > 0 && (
        <TableFoot
          count={isInside || pageInfo.hasNextPage ? undefined : nodes.length}
          files={[
            ['CSV', link('/access/listings.csv', ofFile)],
            ['NDJSON', link('/access/listings.ndjson', ofFile)],
          ]}
        />
      )}
    </section>
  );
}

function ListingFilter({
  choices: { search, state, legacy, platform, order },
}: Pick<ListingsViewProps, 'choices'>) {
  const { t } = useSite();
  const { listings } = t.tables;
  return (
    <FilterBar
      path={LISTINGS_PATH}
      search={{ label: listings.search, value: search, limit: MAX_SEARCH }}
      texts={[{ name: 'platform', label: t.listing.platform, value: platform, limit: MAX_PLATFORM }]}
      choices={[
        {
          name: 'state',
          label: t.access.state,
          chosen: toAddress(state),
          options: [
            [undefined, t.tables.any],
            ...STATES.map((each) => [toAddress(each), listings.states[each]] as const),
          ],
        },
        {
          name: 'legacy',
          label: listings.source,
          chosen: legacy,
          options: [
            [undefined, t.tables.any],
            ['no', listings.ownNamespace],
            ['yes', listings.legacy],
          ],
        },
        {
          name: 'order',
          label: t.tables.order,
          chosen: order === ORDERS[0] ? undefined : toAddress(order),
          options: ORDERS.map(
            (each, index) => [index === 0 ? undefined : toAddress(each), listings.orders[each]] as const,
          ),
        },
      ]}
    />
  );
}
