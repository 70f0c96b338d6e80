import { createHash } from 'node:crypto';
import { withDatabase } from './database.ts';
import { LISTING_PATTERN } from '../requests/publish-requests.ts';

/** Creates a publisher and a key for a peer, in the peers' own table; returns the key. */
export function createPeerKey(peer: string): Promise<string> {
  const key = `bench-key-of-${peer}`;
  const hash = createHash('sha256').update(key).digest('hex');
  return withDatabase(async (client) => {
    await client.query(`
      create table if not exists bench_key (
        id text collate "C" primary key,
        publisher_id text collate "C" not null references publisher (id),
        hash text collate "C" not null unique,
        scopes text[] not null,
        revoked_at timestamptz(3)
      )`);
    await client.query(
      `insert into publisher (id, namespace, created_at)
       values ('pub_' || $1::text, 'account:acc_' || $1::text, now()) on conflict do nothing`,
      [peer],
    );
    await client.query(
      `insert into bench_key (id, publisher_id, hash, scopes)
       values ('key_' || $1::text, 'pub_' || $1::text, $2, '{giveaways:publish}') on conflict do nothing`,
      [peer, hash],
    );
    return key;
  });
}

/** Deletes the listings that the row published, so that other rows read the seed only. */
export function removePublished(): Promise<void> {
  return withDatabase(async (client) => {
    await client.query('delete from listing where source_external_id like $1', [LISTING_PATTERN]);
    await client.query('vacuum analyze listing');
  });
}
