import { REPLACED, VERIFIED } from './upsert-columns.ts';

const row = (table: string, columns: readonly string[]) =>
  columns.map((column) => `${table}.${column}`).join(', ');

/** The number of parameters before those of upsertText's source. */
export const FIRST = '$1';
export const LAST = `$${REPLACED.length + 4}`;

/** Inserts or replaces one listing; `source`, named owner, gives namespace and publisher_id. */
export function upsertText(source: string): string {
  const values = REPLACED.map((_, index) => `$${index + 4}`).join(', ');
  return `
    insert into listing (id, namespace, publisher_id, source_external_id, ${REPLACED.join(', ')},
      verified, status, created_at, updated_at)
    select $2, owner.namespace, owner.publisher_id, $3, ${values}, false, 'published', now(), now()
    from ${source}
    on conflict (namespace, source_external_id) do update set
      ${REPLACED.map((column) => `${column} = excluded.${column}`).join(', ')},
      verified = listing.verified and (${row('listing', VERIFIED)}) = (${row('excluded', VERIFIED)}),
      status = 'published', updated_at = excluded.updated_at
    returning id, verified, created_at, updated_at`;
}
