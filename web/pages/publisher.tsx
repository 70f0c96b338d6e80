import { COUNT_LIMIT } from '../../src/adapters/ports/site.ts';
import { Publisher, type PublisherQuery } from '../documents/generated.ts';
import { Card } from '../parts/card.tsx';
import { Pager } from '../parts/pager.tsx';
import { ProvenDomain } from '../parts/publishers/proven-domain.tsx';
import { shownName } from '../parts/publishers/publisher-name.tsx';
import { Time } from '../parts/time.tsx';
import { shorten, toWebAddress, UserText } from '../parts/user-text.tsx';
import { useSite } from '../site/context.ts';
import type { Format } from '../site/format.ts';
import { NOT_FOUND, type Page } from '../site/page.ts';
import { valueOf } from '../site/query.ts';

const PAGE_SIZE = 24;
const LINK_CHARACTERS = 60;

/** A publisher and its published listings. */
export const publisherPage: Page = {
  path: '/publishers/:id',
  parameters: ['after', 'before'],
  async get({ site, parts, parameters, query: ask }) {
    const after = valueOf(parameters, 'after');
    const before = valueOf(parameters, 'before');
    const page =
      before === undefined
        ? { first: PAGE_SIZE, ...(after !== undefined && { after }) }
        : { last: PAGE_SIZE, before };
    const { publisher, publisherListings } = await ask(Publisher, { id: parts['id'] ?? '', ...page });
    if (publisher === null) return NOT_FOUND;
    const isInside = after !== undefined || before !== undefined;
    return {
      kind: 'view',
      title: shownName(publisher.name) ?? site.t.publisher.title,
      description: site.t.publisher.description,
      image: `${site.publicUrl}/publishers/${publisher.id}/image.png`,
      isListed: !isInside,
      body: <PublisherView publisher={publisher} listings={publisherListings} isInside={isInside} />,
    };
  },
};

interface PublisherViewProps {
  readonly publisher: NonNullable<PublisherQuery['publisher']>;
  readonly listings: PublisherQuery['publisherListings'];
  readonly isInside: boolean;
}

function PublisherView({ publisher, listings, isInside }: PublisherViewProps) {
  const { t, format } = useSite();
  const { id, kind, createdAt, text, links, domain, listingCount } = publisher;
  const name = shownName(publisher.name);
  const hasOwnWords = name !== undefined || text !== null || links.length > 0;
  return (
    <div className="stack">
      <header className="page-head">
        <p className="eyebrow">{t.listing.publisherKinds[kind]}</p>
        <h1>{name === undefined ? t.publisher.title : <UserText>{name}</UserText>}</h1>
        <p className="quiet">
          {t.publisher.since} <Time at={createdAt} /> ·{' '}
          {t.publisher.listingCount(listingCount, countText(format, listingCount))}
          {name === undefined && (
            <>
              {' '}
              · <code>{id}</code>
            </>
          )}
        </p>
        {domain !== null && (
          <p>
            {t.publisher.domain}: <ProvenDomain domain={domain} />
          </p>
        )}
        {text !== null && (
          <p className="prose">
            <UserText>{text}</UserText>
          </p>
        )}
        <PublisherLinks links={links} />
        {hasOwnWords && <p className="quiet">{t.publisher.ownWords}</p>}
        <p>{t.publisher.description}</p>
      </header>
      {listings.edges.length === 0 && <p className="note">{t.publisher.none}</p>}
      <div className="cards">
        {listings.edges.map(({ node }) => (
          <Card key={node.id} listing={node} isOnPublisherPage />
        ))}
      </div>
      <Pager pageInfo={listings.pageInfo} path={`/publishers/${id}`} isInside={isInside} />
    </div>
  );
}

function PublisherLinks({ links }: { readonly links: readonly string[] }) {
  const { t } = useSite();
  const addresses = links.flatMap((link) => toWebAddress(link) ?? []);
  if (addresses.length === 0) return null;
  return (
    <ul aria-label={t.publisher.links}>
      {addresses.map(({ href, host, pathname }) => (
        <li key={href}>
          <a href={href} rel="nofollow ugc noopener noreferrer">
            <bdi>{shorten(pathname === '/' ? host : `${host}${pathname}`, LINK_CHARACTERS)}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A count; with a plus where the counting stopped. */
function countText(format: Format, count: number): string {
  return count < COUNT_LIMIT ? format.number(count) : `${format.number(count)}+`;
}
