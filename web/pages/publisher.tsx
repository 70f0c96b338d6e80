import { Publisher, type PublisherQuery } from '../documents/generated.ts';
import { Card } from '../parts/card.tsx';
import { Pager } from '../parts/pager.tsx';
import { Time } from '../parts/time.tsx';
import { useSite } from '../site/context.ts';
import { NOT_FOUND, type Page } from '../site/page.ts';
import { valueOf } from '../site/query.ts';

const PAGE_SIZE = 24;

/** A publisher and its published listings. */
export const publisherPage: Page = {
  path: '/publishers/:id',
  parameters: ['after', 'before'],
  async get({ site, parts, query, ask }) {
    const after = valueOf(query, 'after');
    const before = valueOf(query, 'before');
    const page =
      before === undefined
        ? { first: PAGE_SIZE, ...(after !== undefined && { after }) }
        : { last: PAGE_SIZE, before };
    const { publisher, publisherListings } = await ask(Publisher, { id: parts['id'] ?? '', ...page });
    if (publisher === null) return NOT_FOUND;
    const isInside = after !== undefined || before !== undefined;
    return {
      kind: 'view',
      title: site.t.publisher.title,
      description: site.t.publisher.description,
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
  const { t } = useSite();
  const { id, kind, createdAt } = publisher;
  return (
    <div className="stack">
      <header className="page-head">
        <p className="eyebrow">{t.listing.publisherKinds[kind]}</p>
        <h1>{t.publisher.title}</h1>
        <p className="quiet">
          <code>{id}</code> · {t.publisher.since} <Time at={createdAt} />
        </p>
        <p>{t.publisher.description}</p>
      </header>
      {listings.edges.length === 0 && <p className="note">{t.publisher.none}</p>}
      <div className="cards">
        {listings.edges.map(({ node }) => (
          <Card key={node.id} listing={node} />
        ))}
      </div>
      <Pager pageInfo={listings.pageInfo} path={`/publishers/${id}`} isInside={isInside} />
    </div>
  );
}
