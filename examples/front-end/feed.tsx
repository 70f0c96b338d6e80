import { useState, type FormEvent } from 'react';
import { query } from './gateway.ts';
import { Feed } from './generated.ts';
import { usePages } from './use-pages.ts';

/** What publishers announce; entries happen on their own pages. */
export function FeedView() {
  const [search, setSearch] = useState('');
  const { items, failure, reload, more } = usePages(async (after) => {
    const { feed } = await query(Feed, { search: search || null, after });
    return feed;
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    reload();
  };
  return (
    <section aria-label="Feed">
      <h2>Feed</h2>
      <form onSubmit={submit}>
        <label>
          Search <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        </label>{' '}
        <button>Search</button>
      </form>
      {failure && <p role="alert">{failure}</p>}
      <ul>
        {items.map(({ id, title, provider, landingUrl, worth, endDate, verified }) => (
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
      {more && <button onClick={more}>More</button>}
    </section>
  );
}
