import { Kysely, PostgresDialect, sql, type ColumnType, type Generated } from 'kysely';
import { pool } from './connections/pool.ts';
import { toColumns } from './publish/draft.ts';
import { servePublish } from './publish/express-app.ts';
import { REPLACED } from './publish/upsert-columns.ts';

type Instant = ColumnType<Date, Date>;

interface Tables {
  readonly bench_key: { hash: string; publisher_id: string; scopes: string[]; revoked_at: Instant | null };
  readonly publisher: { id: string; namespace: string };
  readonly listing: {
    id: string;
    namespace: string;
    publisher_id: string;
    source_external_id: string;
    title: string;
    description: string;
    landing_url: string;
    provider: string;
    image: string;
    platform: string;
    worth: string;
    instructions: string;
    end_date: Date | null;
    ends_at: Generated<Date>;
    verified: boolean;
    status: string;
    created_at: Instant;
    updated_at: Instant;
    platform_key: string;
    provider_key: string;
    search: string;
  };
}

const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

servePublish(async (keyHash, draft) => {
  const owner = await db
    .selectFrom('bench_key')
    .innerJoin('publisher', 'publisher.id', 'bench_key.publisher_id')
    .select(['publisher.namespace', 'publisher.id as publisher_id'])
    .where('bench_key.hash', '=', keyHash)
    .where('bench_key.revoked_at', 'is', null)
    .where(sql<boolean>`'giveaways:publish' = any(bench_key.scopes)`)
    .executeTakeFirst();
  if (owner === undefined) return undefined;
  const now = new Date();
  return db
    .insertInto('listing')
    .values({
      ...toColumns(draft),
      ...owner,
      verified: false,
      status: 'published',
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['namespace', 'source_external_id']).doUpdateSet((excluded) => ({
        ...Object.fromEntries(REPLACED.map((column) => [column, excluded.ref(`excluded.${column}`)])),
        verified: sql<boolean>`listing.verified and (listing.title, listing.landing_url, listing.provider)
          = (excluded.title, excluded.landing_url, excluded.provider)`,
        status: 'published',
        updated_at: now,
      })),
    )
    .returning(['id', 'verified', 'created_at', 'updated_at'])
    .executeTakeFirstOrThrow();
});
