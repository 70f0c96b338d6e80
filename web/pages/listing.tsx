import { UNSTATED_TEXTS } from '../../src/adapters/ports/site.ts';
import {
  GiveawayOfListing,
  Listing,
  TrackRecord as TrackRecordOf,
  type ListingQuery,
  type TrackRecordQuery,
} from '../documents/generated.ts';
import { hasWorth, VerifiedBadge } from '../parts/card.tsx';
import { Cover, isAll } from '../parts/cover.tsx';
import { elsewhereMark, ProvenDomain } from '../parts/publishers/proven-domain.tsx';
import {
  hasOrganiser,
  organiserOf,
  PublisherName,
  shownName,
  shownTitle,
} from '../parts/publishers/publisher-name.tsx';
import { StatedFacts } from '../parts/listings/stated-facts.tsx';
import { Time, TimeLeft } from '../parts/time.tsx';
import { TrackRecord } from '../parts/draws/track-record.tsx';
import { shorten, toWebAddress, UserText } from '../parts/user-text.tsx';
import { useSite } from '../site/context.ts';
import { NOT_FOUND, type Page, type Visit } from '../site/page.ts';
import { toEvent } from '../site/structured-data.ts';

const TITLE_CHARACTERS = 80;
const DESCRIPTION_CHARACTERS = 200;

/** A listing, with the link to its entry page. */
export const listingPage: Page = {
  path: '/listings/:id',
  async get({ parts, site, query: ask, tryQuery }) {
    const { listing } = await ask(Listing, { id: parts['id'] ?? '' });
    if (listing === null) return NOT_FOUND;
    const image = listing.picture ? site.publicUrl + listing.picture.large : undefined;
    const onChain = site.hasChain ? await readOnChain({ tryQuery }, listing) : undefined;
    return {
      kind: 'view',
      title: shorten(shownTitle(site, listing.title), TITLE_CHARACTERS),
      description: shorten(listing.description, DESCRIPTION_CHARACTERS),
      structured: toEvent({
        address: site.canonical(),
        name: shownTitle(site, listing.title),
        description: listing.description,
        organizer: hasOrganiser(listing.provider) ? shownName(listing.provider) : undefined,
        startsAt: listing.createdAt,
        endsAt: listing.endDate,
        facts: listing.facts,
        image,
      }),
      image: image ?? `${site.publicUrl}/listings/${listing.id}/image.png`,
      body: <ListingView listing={listing} onChain={onChain} />,
    };
  },
};

export type ShownListing = NonNullable<ListingQuery['listing']>;

/** The giveaway of a listing, and the track record of its provider. */
interface OnChain {
  readonly giveawayId: string;
  readonly record: NonNullable<TrackRecordQuery['trackRecord']> | undefined;
}

/** Only accounts are members of providers, whose giveaways have listings. */
async function readOnChain(
  { tryQuery }: Pick<Visit, 'tryQuery'>,
  { id, publisher }: ShownListing,
): Promise<OnChain | undefined> {
  if (publisher?.kind !== 'ACCOUNT') return undefined;
  const giveaway = (await tryQuery(GiveawayOfListing, { id })).data?.listing?.giveaway;
  if (giveaway === null || giveaway === undefined) return undefined;
  const { data } = await tryQuery(TrackRecordOf, { provider: giveaway.providerKey });
  return { giveawayId: giveaway.id, record: data?.trackRecord ?? undefined };
}

interface ListingViewProps {
  readonly listing: ShownListing;
  readonly onChain?: OnChain | undefined;
  /** Whether it is shown within the form that publishes it, and has no page yet. */
  readonly isPreview?: boolean;
}

/** The page of a listing, without what surrounds it. */
export function ListingView({ listing, onChain, isPreview = false }: ListingViewProps) {
  const site = useSite();
  const { t, link } = site;
  const [Title, Heading] = isPreview ? (['h4', 'h5'] as const) : (['h1', 'h2'] as const);
  const { id, title, description, instructions, platform, provider, verified, endDate, picture } = listing;
  // Others only repeat the link to the entry page.
  const hasInstructions = instructions !== '' && instructions !== UNSTATED_TEXTS.instructions;
  return (
    <article className="listing">
      <header className="listing-head">
        <Cover seed={id} label={platform} picture={picture} />
        <div>
          <Title>
            <UserText>{shownTitle(site, title)}</UserText>
          </Title>
          <p className="byline">
            <UserText>{organiserOf(site, provider)}</UserText>
            {verified && <VerifiedBadge />}
          </p>
          <p>
            <TimeLeft endDate={endDate} />
          </p>
        </div>
      </header>
      <EntryLink listing={listing} isPreview={isPreview} />
      <div className="listing-body">
        <section>
          <Heading>{t.listing.about}</Heading>
          <p className="prose">
            <UserText>{description}</UserText>
          </p>
        </section>
        {hasInstructions && (
          <section>
            <Heading>{t.listing.howToEnter}</Heading>
            <p className="prose">
              <UserText>{instructions}</UserText>
            </p>
          </section>
        )}
        <ChainPart onChain={onChain} />
        {!isPreview && (
          <p className="quiet">
            <a href={link(`/listings/${id}/report`)} rel="nofollow">
              {t.reports.link}
            </a>
          </p>
        )}
      </div>
      <Facts listing={listing} />
    </article>
  );
}

function ChainPart({ onChain }: Pick<ListingViewProps, 'onChain'>) {
  const { t, link } = useSite();
  if (onChain === undefined) return null;
  return (
    <>
      <p>
        {t.trackRecord.onChain}{' '}
        <a href={link(`/giveaways/${onChain.giveawayId}`)}>{t.trackRecord.toGiveaway}</a>
      </p>
      <TrackRecord record={onChain.record} />
    </>
  );
}

function EntryLink({ listing, isPreview }: Pick<ListingViewProps, 'listing' | 'isPreview'>) {
  const site = useSite();
  const { t, link } = site;
  const { id, landingUrl } = listing;
  const url = toWebAddress(landingUrl);
  const mark = elsewhereMark(site, listing);
  if (url === undefined) {
    return (
      <p className="enter">
        {t.listing.noLink} <code>{landingUrl}</code>
      </p>
    );
  }
  return (
    <p className="enter">
      <a
        className="button is-large"
        href={isPreview ? url.href : link(`/listings/${id}/visit`)}
        rel="nofollow ugc noopener noreferrer"
        data-address={url.href}
      >
        {t.listing.enter}
      </a>
      <span className="quiet">{t.listing.leaves(url.host)}</span>
      {mark !== undefined && <span dangerouslySetInnerHTML={mark} />}
    </p>
  );
}

function Facts({ listing }: { readonly listing: ShownListing }) {
  const { t, link } = useSite();
  const { platform, worth, facts, endDate, createdAt, updatedAt, publisher } = listing;
  return (
    <aside className="facts" aria-label={t.listing.facts}>
      <dl>
        <dt>{t.listing.platform}</dt>
        <dd>{isAll(platform) ? t.listing.allPlatforms : <UserText>{platform}</UserText>}</dd>
        {hasWorth(worth) && (
          <>
            <dt>{t.listing.worth}</dt>
            <dd>
              <UserText>{worth}</UserText>
            </dd>
          </>
        )}
        <StatedFacts facts={facts} />
        <dt>{t.listing.ends}</dt>
        <dd>{endDate === null ? t.listing.noEnd : <Time at={endDate} />}</dd>
        <dt>{t.listing.published}</dt>
        <dd>
          <Time at={createdAt} />
        </dd>
        <dt>{t.listing.updated}</dt>
        <dd>
          <Time at={updatedAt} />
        </dd>
        {publisher !== null && (
          <>
            <dt>{t.listing.publisher}</dt>
            <dd>
              <a href={link(`/publishers/${publisher.id}`)}>
                <PublisherName publisher={publisher} />
              </a>
            </dd>
          </>
        )}
        {publisher?.domain && (
          <>
            <dt>{t.publisher.domain}</dt>
            <dd>
              <ProvenDomain domain={publisher.domain} />
            </dd>
          </>
        )}
      </dl>
    </aside>
  );
}
