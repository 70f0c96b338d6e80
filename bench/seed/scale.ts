import type pg from 'pg';
import { databaseBeside, recreateDatabase, withDatabase } from '../harness/servers/database.ts';
import { startProduct } from '../harness/servers/product.ts';
import { AUDIT, AUDIT_MONTHS, CHAIN, ENTRIES } from './scale-chain.ts';
import { LISTINGS, TEXTS } from './scale-listings.ts';

const SEED_VERSION = 2;
const CHUNK = 500_000;

/** The size of a database's seed. */
export interface Scale {
  readonly listings: number;
  /** Spread over giveaways of 10 rounds, and over a quarter as many passports as entries. */
  readonly entries: number;
  readonly auditEntries: number;
}

/** The full size, and the small size that it is compared with. */
export const SCALES = {
  full: { listings: 10_000_000, entries: 20_000_000, auditEntries: 2_000_000 },
  small: { listings: 100_000, entries: 200_000, auditEntries: 50_000 },
} as const satisfies Record<string, Scale>;

/** Seeds a separate database with SQL only, unless it holds this seed of this size. Returns its URL. */
export async function ensureScale(
  name: string,
  scale: Scale,
  log: (message: string) => void,
): Promise<string> {
  const url = databaseBeside(name);
  const marker = `${SEED_VERSION} ${JSON.stringify(scale)}`;
  if ((await readMarker(url)) === marker) return url;
  await recreateDatabase(url);
  const product = await startProduct({ DATABASE_URL: url });
  await product.stop();
  await withDatabase(async (client) => {
    await client.query('set synchronous_commit = off');
    await client.query(`set work_mem = '256MB'`);
    await client.query(`set maintenance_work_mem = '1GB'`);
    await seedListings(client, scale, log);
    await seedChain(client, scale, log);
    await client.query('create table bench_scale_seed (marker text not null)');
    await client.query('insert into bench_scale_seed values ($1)', [marker]);
    log('vacuum analyze');
    await client.query('vacuum analyze');
  }, url);
  return url;
}

async function readMarker(url: string): Promise<string | undefined> {
  try {
    return await withDatabase(async (client) => {
      const { rows } = await client.query<{ marker: string }>('select marker from bench_scale_seed');
      return rows[0]?.marker;
    }, url);
  } catch {
    return undefined;
  }
}

async function seedListings(
  client: pg.Client,
  { listings }: Scale,
  log: (message: string) => void,
): Promise<void> {
  for (const statement of TEXTS) await client.query(statement);
  await withoutIndexes(client, ['listing'], async () => {
    for (let from = 0; from < listings; from += CHUNK) {
      const to = Math.min(from + CHUNK, listings);
      await client.query(LISTINGS, [from, to - 1, listings]);
      log(`${to.toLocaleString('en')} of ${listings.toLocaleString('en')} listings`);
    }
  });
}

async function seedChain(
  client: pg.Client,
  { entries, auditEntries }: Scale,
  log: (message: string) => void,
): Promise<void> {
  await withoutIndexes(client, ['entry', 'passport', 'giveaway', 'giveaway_round'], async () => {
    for (const statement of CHAIN) await client.query(statement.text, [...statement.values(entries)]);
    const perGiveaway = 20_000;
    const giveaways = Math.ceil(entries / perGiveaway);
    for (let from = 0; from < giveaways; from += 25) {
      await client.query(ENTRIES, [from, Math.min(from + 25, giveaways) - 1, Math.ceil(entries / 4)]);
    }
    log(`${entries.toLocaleString('en')} entries`);
  });
  await client.query(AUDIT_MONTHS);
  await client.query(AUDIT, [auditEntries]);
  log(`${auditEntries.toLocaleString('en')} entries of the audit log`);
}

/** Keys and indexes are created at the end: many times as fast as row by row. */
async function withoutIndexes(
  client: pg.Client,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  );
  const { rows: constraints } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
     from pg_constraint c where c.conrelid = any($1::regclass[]) and c.contype in ('p', 'u')`,
    [tables],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const { table, name } of constraints)
    await client.query(`alter table ${table} drop constraint ${name} cascade`);
  await work();
  for (const { table, name, definition } of constraints)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { definition } of indexes) await client.query(definition);
}
