import { StrictMode, useEffect, useState, type FormEvent } from 'react';
import { createRoot } from 'react-dom/client';

// VITE_GIVEAWAYS_URL names another gateway. Queries need no credential and no setting of the gateway.
const GATEWAY = import.meta.env.VITE_GIVEAWAYS_URL || 'http://localhost:4000';
const FEED = `query Feed($search: String, $after: String) {
  feed(first: 10, after: $after, filter: { search: $search }, orderBy: ENDING_SOON) {
    nodes { id title provider landingUrl worth endDate verified }
    pageInfo { hasNextPage endCursor }
  }
}`;

interface Listing {
  readonly id: string;
  readonly title: string;
  readonly provider: string;
  readonly landingUrl: string;
  readonly worth: string;
  readonly endDate: string | null;
  readonly verified: boolean;
}
interface Page {
  readonly nodes: readonly Listing[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

async function readFeed(search: string, after: string | null): Promise<Page> {
  const answer = await fetch(`${GATEWAY}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: FEED, variables: { search: search || null, after } }),
  });
  const { data, errors } = await answer.json();
  if (errors) throw new Error(errors[0].message);
  return data.feed;
}

function Feed() {
  const [search, setSearch] = useState('');
  const [listings, setListings] = useState<readonly Listing[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [failure, setFailure] = useState('');

  async function load(known: readonly Listing[], after: string | null) {
    try {
      const { nodes, pageInfo } = await readFeed(search, after);
      setListings([...known, ...nodes]);
      setNext(pageInfo.hasNextPage ? pageInfo.endCursor : null);
      setFailure('');
    } catch (error) {
      setFailure(String(error));
    }
  }
  useEffect(() => void load([], null), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void load([], null);
  };
  return (
    <>
      <h1>Giveaways</h1>
      <form onSubmit={submit}>
        <label>
          Search <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </label>{' '}
        <button>Search</button>
      </form>
      {failure && <p role="alert">{failure}</p>}
      <ul>
        {listings.map(({ id, title, provider, landingUrl, worth, endDate, verified }) => (
          <li key={id}>
            <a href={landingUrl} rel="nofollow ugc noopener">
              <bdi>{title}</bdi>
            </a>{' '}
            by <bdi>{provider}</bdi>
            {verified && ' (verified)'}, worth {worth}
            {endDate && `, until ${new Date(endDate).toLocaleDateString()}`}
          </li>
        ))}
      </ul>
      {next && <button onClick={() => void load(listings, next)}>More</button>}
    </>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Feed />
  </StrictMode>,
);
