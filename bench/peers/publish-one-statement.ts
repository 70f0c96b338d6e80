import { pool } from './connections/pool.ts';
import { toColumns, type Written } from './publish/draft.ts';
import { servePublish } from './publish/express-app.ts';
import { REPLACED } from './publish/upsert-columns.ts';
import { FIRST, upsertText } from './publish/upsert-text.ts';

const OWNER = `(
  select publisher.namespace, publisher.id as publisher_id
  from bench_key join publisher on publisher.id = bench_key.publisher_id
  where bench_key.hash = ${FIRST} and bench_key.revoked_at is null and 'giveaways:publish' = any(bench_key.scopes)
) as owner`;
const statement = { name: 'publish', text: upsertText(OWNER) };

// One statement looks up the key and writes the listing.
servePublish(async (keyHash, draft) => {
  const columns = toColumns(draft);
  const values = [keyHash, columns.id, columns.source_external_id, ...REPLACED.map((name) => columns[name])];
  const { rows } = await pool.query<Written>({ ...statement, values });
  return rows[0];
});
