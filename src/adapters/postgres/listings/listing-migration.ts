import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { DomainError } from '../../../core/errors.ts';
import { PICTURE_SIZES } from '../../../core/pictures/picture.ts';
import type { ListingMigration } from '../../../core/listings/listing-migration.ts';

const MAX_LISTED_IDS = 20;

// A hundred thousand listings take about ten seconds, more than the timeout of other statements.
const LONG_TIMEOUT = `set local statement_timeout = '10min'`;

// Locks in the same order as publishing, to avoid deadlocks.
const LOCK = `
  select count(*) from (
    select from listing l
    where publisher_id = ? or (
      publisher_id = ? and namespace = ? and exists (
        select from listing s where s.namespace = ? and s.source_external_id = l.source_external_id))
    order by namespace, source_external_id
    for update
  ) locked`;

const SAME_ID = `
  listing s join listing t on t.namespace = ? and t.source_external_id = s.source_external_id where s.namespace = ?`;
const published = (alias: string) => `(${alias}.status = 'published' or ${alias}.withheld)`;
const COLLISIONS = `
  select s.source_external_id as id, count(*) over ()::int as count
  from ${SAME_ID} and ${published('s')} and ${published('t')}
  order by 1 limit ${MAX_LISTED_IDS}`;
// The decision of the operator on a listing that is replaced.
const KEEP_HIDDEN = `
  update listing l set hidden_reason = replaced.hidden_reason from (
    select s.id, t.hidden_reason from ${SAME_ID} and ${published('s')} and not ${published('t')}
  ) replaced
  where l.id = replaced.id and l.hidden_reason is null and replaced.hidden_reason is not null`;
// Publishing under the same id would have replaced it too.
const DELETE_REPLACED = `
  delete from listing where id = any(array(
    select t.id from ${SAME_ID} and ${published('s')} and not ${published('t')}))`;
const COUNT_REMAINING = `select count(*)::int as count from ${SAME_ID} and not ${published('s')}`;
// Legacy listings stay in their namespace, which all publishers share.
const REASSIGN = `
  update listing l set publisher_id = ?, namespace = case when namespace = ? then ? else namespace end
  where publisher_id = ? and not (namespace = ? and exists (
    select from listing t where t.namespace = ? and t.source_external_id = l.source_external_id))`;

// Its new publisher is the one who may see and use the picture of a listing. Listings that are left may have the same one.
const COLUMNS = ['id', 'bytes', ...PICTURE_SIZES].join(', ');
const COPY_PICTURES = `
  insert into picture (publisher_id, ${COLUMNS})
  select ?, ${COLUMNS} from picture p
  where publisher_id = ? and exists (
    select from listing l where l.publisher_id = ? and (l.uploaded_picture = p.id or l.fetched_picture = p.id))
  on conflict (publisher_id, id) do nothing`;

export function createListingMigration(em: SqlEntityManager): ListingMigration {
  const change = async (statement: string, values: readonly unknown[]): Promise<number> =>
    (await em.execute<{ readonly affectedRows: number }>(statement, [...values], 'run')).affectedRows;
  return {
    async migrate(from, to) {
      await em.execute(LONG_TIMEOUT);
      const sameId = [to.namespace, from.namespace];
      await em.execute(LOCK, [from.id, to.id, to.namespace, from.namespace]);
      const collisions = await em.execute<CollisionRow[]>(COLLISIONS, sameId);
      if (collisions[0])
        return { count: collisions[0].count, sourceExternalIds: collisions.map(({ id }) => id) };
      await change(KEEP_HIDDEN, sameId);
      const replaced = await change(DELETE_REPLACED, sameId);
      const [remaining] = await em.execute<{ readonly count: number }[]>(COUNT_REMAINING, sameId);
      const migrated = await change(REASSIGN, [
        to.id,
        from.namespace,
        to.namespace,
        from.id,
        from.namespace,
        to.namespace,
      ]).catch(throwConflict);
      await change(COPY_PICTURES, [to.id, from.id, to.id]);
      return { migrated, left: remaining?.count ?? 0, replaced };
    },
  };
}

interface CollisionRow {
  readonly id: string;
  readonly count: number;
}

function throwConflict(error: unknown): never {
  if (!(error instanceof UniqueConstraintViolationException)) throw error;
  throw new DomainError(
    'SERVICE_UNAVAILABLE',
    'The account published one of these listings at this moment, and nothing was changed: try again.',
    { retryAfterSeconds: 1, cause: error },
  );
}
