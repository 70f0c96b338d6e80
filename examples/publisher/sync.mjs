// Makes the listings of one prefix equal to a file: publishes each of its listings, and withdraws the others. Listings of the account
// whose IDs begin otherwise are left alone. Run it by cron; it can be repeated at any time.
//
// GIVEAWAYS_KEY=… node sync.mjs [--dry-run] [--prefix=shop:] [--max-withdrawals=5] [listings.json]
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

const URL_OF_LISTINGS = `${process.env.GIVEAWAYS_URL || 'http://localhost:4000'}/api/v1/giveaways`;
const ATTEMPTS = 5;
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'dry-run': { type: 'boolean', default: false },
    prefix: { type: 'string', default: 'shop:' },
    'max-withdrawals': { type: 'string', default: '5' },
  },
});
const file = positionals[0] ?? new URL('listings.json', import.meta.url);
const key = process.env.GIVEAWAYS_KEY ?? '';

/** Sends a request; repeats it after 429, 5xx and network failures, with exponential back-off and jitter. */
async function request(method, query, body) {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(`${URL_OF_LISTINGS}?${new URLSearchParams(query)}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
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

/** The IDs of the published listings with the prefix, page by page. */
async function publishedIds() {
  const ids = [];
  for (let after; ;) {
    const { listings, pageInfo } = await request('GET', { first: 100, ...(after && { after }) });
    for (const { sourceExternalId, status } of listings)
      if (status === 'published' && sourceExternalId.startsWith(options.prefix)) ids.push(sourceExternalId);
    if (!pageInfo.hasNextPage) return ids;
    after = pageInfo.endCursor;
  }
}

/** The listings of the file, each with the prefix before its ID. */
async function readListings() {
  const listings = JSON.parse(await readFile(file, 'utf8'));
  const ids = new Set(listings.map(({ sourceExternalId }) => sourceExternalId));
  if (ids.size < listings.length || ids.has(undefined))
    throw new Error(`Each listing in ${file} needs a sourceExternalId of its own.`);
  return listings.map((listing) => ({
    ...listing,
    sourceExternalId: options.prefix + listing.sourceExternalId,
  }));
}

async function synchronise() {
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Error('Set GIVEAWAYS_KEY to an API key, copied whole.');
  if (options.prefix === '')
    throw new Error('--prefix must not be empty: it says which listings are of this job.');
  const listings = await readListings();
  const wanted = new Set(listings.map(({ sourceExternalId }) => sourceExternalId));
  const others = (await publishedIds()).filter((id) => !wanted.has(id));
  // A file that was cut off or is of another shop would withdraw most listings: nothing is changed then.
  if (!options['dry-run'] && others.length > Number(options['max-withdrawals']))
    throw new Error(
      `${others.length} listings would be withdrawn: look at them with --dry-run, then raise --max-withdrawals.`,
    );
  const verb = options['dry-run'] ? ['would publish', 'would withdraw'] : ['published', 'withdrew'];
  for (const listing of listings) {
    if (!options['dry-run']) await request('POST', {}, listing);
    console.log(`${verb[0]} ${listing.sourceExternalId}`);
  }
  for (const sourceExternalId of others) {
    if (!options['dry-run']) await request('DELETE', { sourceExternalId });
    console.log(`${verb[1]} ${sourceExternalId}`);
  }
}

try {
  await synchronise();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
