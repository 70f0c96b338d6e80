import { pool } from './connections/pool.ts';
import { toColumns, type Written } from './publish/draft.ts';
import { servePublish } from './publish/express-app.ts';
import { REPLACED } from './publish/upsert-columns.ts';
import { FIRST, LAST, upsertText } from './publish/upsert-text.ts';

const find = {
  name: 'find-owner',
  text: `select publisher.namespace, publisher.id as publisher_id
    from bench_key join publisher on publisher.id = bench_key.publisher_id
    where bench_key.hash = $1 and bench_key.revoked_at is null and 'giveaways:publish' = any(bench_key.scopes)`,
};
const OWNER = `(select ${FIRST}::text as namespace, ${LAST}::text as publisher_id) as owner`;
const put = { name: 'publish', text: upsertText(OWNER) };

interface Owner {
  readonly namespace: string;
  readonly publisher_id: string;
}

// One statement looks up the key, another writes the listing.
servePublish(async (keyHash, draft) => {
  const { rows: owners } = await pool.query<Owner>({ ...find, values: [keyHash] });
  const owner = owners[0];
  if (owner === undefined) return undefined;
  const columns = toColumns(draft);
  const values = [
    owner.namespace,
    columns.id,
    columns.source_external_id,
    ...REPLACED.map((name) => columns[name]),
    owner.publisher_id,
  ];
  const { rows } = await pool.query<Written>({ ...put, values });
  return rows[0];
});
