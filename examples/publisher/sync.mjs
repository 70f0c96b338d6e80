// Makes a publisher's listings equal to a file: publishes each of its listings, and withdraws all others. Run it by cron; it can be
// repeated at any time. Usage: GIVEAWAYS_KEY=… node sync.mjs [listings.json]
import { readFile } from 'node:fs/promises';

const URL_OF_LISTINGS = `${process.env.GIVEAWAYS_URL || 'http://localhost:4000'}/api/v1/giveaways`;
const ATTEMPTS = 5;
const file = process.argv[2] ?? new URL('listings.json', import.meta.url);

/** Sends a request; repeats it after 429, 5xx and network failures, with exponential back-off and jitter. */
async function request(method, query, body) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(`${URL_OF_LISTINGS}?${new URLSearchParams(query)}`, {
      method,
      headers: {
        authorization: `Bearer ${process.env.GIVEAWAYS_KEY}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    }).catch((cause) => ({
      ok: false,
      status: 599,
      headers: new Headers(),
      json: async () => ({ error: cause }),
    }));
    if (answer.ok) return answer.json();
    const isFinal = answer.status !== 429 && answer.status < 500;
    if (isFinal || attempt === ATTEMPTS) {
      const { error } = await answer.json().catch(() => ({}));
      throw new Error(`${method} answers ${answer.status}: ${error?.message ?? ''}`);
    }
    const seconds = Number(answer.headers.get('retry-after')) || 2 ** attempt * (0.5 + Math.random() / 2);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

/** All listings of this publisher, page by page. */
async function* ownListings() {
  for (let after; ;) {
    const { listings, pageInfo } = await request('GET', { first: 100, ...(after && { after }) });
    yield* listings;
    if (!pageInfo.hasNextPage) return;
    after = pageInfo.endCursor;
  }
}

const wanted = JSON.parse(await readFile(file, 'utf8'));
for (const listing of wanted) {
  const { listing: published } = await request('POST', {}, listing);
  console.log(`published ${published.sourceExternalId}`);
}
const ids = new Set(wanted.map(({ sourceExternalId }) => sourceExternalId));
const others = (await Array.fromAsync(ownListings())).filter(
  ({ sourceExternalId, status }) => status === 'published' && !ids.has(sourceExternalId),
);
for (const { sourceExternalId } of others) {
  await request('DELETE', { sourceExternalId });
  console.log(`withdrew ${sourceExternalId}`);
}
