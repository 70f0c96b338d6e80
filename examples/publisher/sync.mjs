// Makes the listings of one prefix equal to a file: publishes each of its listings, and withdraws the others. Listings of the account
// whose IDs begin otherwise are left alone. Run it by cron; it can be repeated at any time.
//
// GIVEAWAYS_KEY=… node sync.mjs [--dry-run] [--prefix=shop:] [--max-withdrawals=5] [listings.json]
import { createGiveaways } from '@giveaway-gateway/client';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

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
const giveaways = createGiveaways({
  url: process.env.GIVEAWAYS_URL || 'http://localhost:4000',
  credential: key,
});

/** The IDs of the published listings with the prefix. */
async function publishedIds() {
  const ids = [];
  for await (const { sourceExternalId, status } of giveaways.eachListing())
    if (status === 'published' && sourceExternalId.startsWith(options.prefix)) ids.push(sourceExternalId);
  return ids;
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
    if (!options['dry-run']) await giveaways.publishListing({ body: listing });
    console.log(`${verb[0]} ${listing.sourceExternalId}`);
  }
  for (const sourceExternalId of others) {
    if (!options['dry-run']) await giveaways.withdrawListing({ query: { sourceExternalId } });
    console.log(`${verb[1]} ${sourceExternalId}`);
  }
}

try {
  await synchronise();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
