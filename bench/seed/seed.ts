import type pg from 'pg';
import { recreateDatabase, withDatabase } from '../harness/servers/database.ts';
import { searchVector } from '../peers/publish/search-vector.ts';
import { LISTING_COUNT, seedListings, seedPublishers, type SeedListing } from './listings.ts';
import { createTables, schemaVersion } from './schema.ts';

const SEED_VERSION = 3;
const BATCH = 5_000;
const OLDEST_SEED_DAYS = 14;

/** Seeds the database unless it holds a recent seed of this version with these tables. */
export async function ensureSeed(log: (message: string) => void): Promise<void> {
  if ((await readMarker()) !== currentMarker()) await seed(log);
}

/** Drops the database, creates the tables and fills them with the same listings every time. */
export async function seed(log: (message: string) => void): Promise<void> {
  log(`Seeding ${LISTING_COUNT} listings …`);
  const marker = currentMarker();
  await recreateDatabase();
  await createTables();
  const base = new Date();
  base.setUTCHours(0, 0, 0, 0);
  const publishers = seedPublishers(base);
  await withDatabase(async (client) => {
    await client.query(
      `insert into publisher (id, namespace, created_at)
       select id, namespace, "createdAt" from json_to_recordset($1)
         as seed (id text, namespace text, "createdAt" timestamptz)`,
      [JSON.stringify(publishers)],
    );
    let batch: SeedListing[] = [];
    for (const listing of seedListings(base, publishers)) {
      batch.push(listing);
      if (batch.length === BATCH) {
        await insertListings(client, batch);
        batch = [];
      }
    }
    if (batch.length > 0) await insertListings(client, batch);
    await client.query('create table bench_seed (marker text not null, at timestamptz not null)');
    await client.query('insert into bench_seed values ($1, $2)', [marker, base]);
    await client.query('vacuum analyze');
  });
}

function currentMarker(): string {
  return `${SEED_VERSION} ${schemaVersion()}`;
}

async function readMarker(): Promise<string | undefined> {
  try {
    return await withDatabase(async (client) => {
      const { rows } = await client.query<{ marker: string }>(
        `select marker from bench_seed where at > now() - make_interval(days => $1)`,
        [OLDEST_SEED_DAYS],
      );
      return rows[0]?.marker;
    });
  } catch {
    return undefined;
  }
}

async function insertListings(client: pg.Client, listings: readonly SeedListing[]): Promise<void> {
  const records = listings.map((listing) => ({ ...listing, search: searchVector(listing) }));
  await client.query(
    `insert into listing (id, namespace, publisher_id, source_external_id, title, description, landing_url,
       provider, image, platform, worth, instructions, end_date, verified, status, created_at, updated_at, search,
       platform_key, provider_key, ended)
     select id, namespace, "publisherId", "sourceExternalId", title, description, "landingUrl",
       provider, image, platform, worth, instructions, "endDate", verified, status, "createdAt", "updatedAt", search,
       lower(platform), lower(provider), coalesce("endDate" <= now(), false)
     from json_to_recordset($1) as seed (id text, namespace text, "publisherId" text, "sourceExternalId" text,
       title text, description text, "landingUrl" text, provider text, image text, platform text, worth text,
       instructions text, "endDate" timestamptz, verified boolean, status text, "createdAt" timestamptz,
       "updatedAt" timestamptz, search tsvector)`,
    [JSON.stringify(records)],
  );
}
