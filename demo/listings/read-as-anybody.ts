import type { ListingDraft } from '@giveaway-gateway/client';
import { URL_OF_GATEWAY } from '../gateway.ts';
import { eventually, expectThat, step, tell } from '../tell.ts';
import type { Published } from './publish-all.ts';
import { readFeed, readWholeFeed } from './read-feed.ts';

const sentence = new Intl.ListFormat('en');

/** The front end's part: pages, a filter, a search, and a response that has not changed. */
export async function readAsAnybody(
  drafts: readonly ListingDraft[],
  { published, worth }: Published,
): Promise<void> {
  const [first] = published;
  const last = published.at(-1);

  step('Reading the public feed by GraphQL, page by page, as anybody may');
  const providers = [...new Set(drafts.map(({ provider }) => provider ?? 'Independent publisher'))];
  const shown = await eventually(
    'the feed should show what was published, changed and withdrawn',
    async () => {
      const all = await readWholeFeed({ providers, includeEnded: true });
      const byId = new Map(all.map((listing) => [listing.id, listing]));
      const missing = published.slice(0, -1).filter(({ id }) => !byId.has(id));
      const isCurrent = byId.get(first?.id ?? '')?.worth === worth && !byId.has(last?.id ?? '');
      expectThat(byId.size === all.length, 'no listing should come twice');
      return missing.length === 0 && isCurrent ? all : undefined;
    },
  );
  tell(`${shown.length} listings in pages of 20; the changed ones first, the withdrawn one not among them`);

  const platform = first?.platform ?? 'all';
  step(`Filtering: only the platform ${platform}, ending soonest first`);
  const filtered = await readFeed({ platforms: [platform] }, 'ENDING_SOON');
  expectThat(
    filtered.nodes.every((listing) => listing.platform === platform),
    'the filter should hold',
  );
  tell(sentence.format(filtered.nodes.slice(0, 3).map(({ title }) => `“${title}”`)) || 'nothing is open');

  const title = drafts[0]?.title ?? '';
  const words = title.match(/\p{L}+/gu) ?? [];
  const word = words.toSorted((one, other) => other.length - one.length)[0] ?? title;
  step(`Searching for “${word}”`);
  const found = await eventually('the search should find the listing', async () => {
    const { nodes } = await readFeed({ search: word, providers, includeEnded: true });
    return nodes.some(({ id }) => id === first?.id) ? nodes : undefined;
  });
  tell(sentence.format(found.slice(0, 3).map(({ title }) => `“${title}”`)));

  step('The same as JSON Feed, and nothing when nothing changed');
  tell(`200 with the ETag ${await readUnchanged()}, then 304 for it`);
}

function readUnchanged(): Promise<string> {
  return eventually('a repeat with its ETag should answer 304', async () => {
    const first = await fetch(`${URL_OF_GATEWAY}/feed.json`);
    await first.arrayBuffer();
    const known = first.headers.get('etag') ?? '';
    const second = await fetch(`${URL_OF_GATEWAY}/feed.json`, { headers: { 'if-none-match': known } });
    return first.status === 200 && second.status === 304 ? known : undefined;
  });
}
