import { withDatabase } from '../harness/servers/database.ts';

const INDEXES = {
  bench_updated: 'updated_at desc, id desc',
  bench_created: 'created_at desc, id desc',
  bench_platform: 'platform_key, updated_at desc, id desc',
  bench_provider: 'provider_key, updated_at desc, id desc',
};

/** The indexes that the peers' statements use. They would slow publishing, so only the rows that read have them. */
export async function setPeerIndexes(areWanted: boolean): Promise<void> {
  await withDatabase(async (client) => {
    for (const [name, columns] of Object.entries(INDEXES)) {
      await client.query(
        areWanted
          ? `create index if not exists ${name} on listing (${columns}) where status = 'published'`
          : `drop index if exists ${name}`,
      );
    }
  });
}
