import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { DomainError } from '../../../core/errors.ts';
import type { ListingMigration } from '../../../core/listings/listing-migration.ts';

const MOST_NAMED = 20;

// A hundred thousand listings take some ten seconds, whatever other statements are allowed.
const TAKE_TIME = `set local statement_timeout = '10min'`;

// In the order in which publishing locks them, so that neither waits for the other for ever.
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
const COLLISIONS = `
  select s.source_external_id as id, count(*) over ()::int as count
  from ${SAME_ID} and s.status = 'published' and t.status = 'published'
  order by 1 limit ${MOST_NAMED}`;
// Publishing under the ID would have replaced it too.
const GIVE_WAY = `
  delete from listing where id = any(array(
    select t.id from ${SAME_ID} and s.status = 'published' and t.status = 'withdrawn'))`;
const STAYS = `select count(*)::int as count from ${SAME_ID} and s.status = 'withdrawn'`;
// Legacy listings keep their namespace, which all publishers share.
const MOVE = `
  update listing l set publisher_id = ?, namespace = case when namespace = ? then ? else namespace end
  where publisher_id = ? and not (namespace = ? and exists (
    select from listing t where t.namespace = ? and t.source_external_id = l.source_external_id))`;

export function createListingMigration(em: SqlEntityManager): ListingMigration {
  const change = async (statement: string, values: readonly unknown[]): Promise<number> =>
    (await em.execute<{ readonly affectedRows: number }>(statement, [...values], 'run')).affectedRows;
  return {
    async migrate(from, to) {
      await em.execute(TAKE_TIME);
      const sameId = [to.namespace, from.namespace];
      await em.execute(LOCK, [from.id, to.id, to.namespace, from.namespace]);
      const collisions = await em.execute<CollisionRow[]>(COLLISIONS, sameId);
      if (collisions[0])
        return { count: collisions[0].count, sourceExternalIds: collisions.map(({ id }) => id) };
      const replaced = await change(GIVE_WAY, sameId);
      const [stays] = await em.execute<{ readonly count: number }[]>(STAYS, sameId);
      const migrated = await change(MOVE, [
        to.id,
        from.namespace,
        to.namespace,
        from.id,
        from.namespace,
        to.namespace,
      ]).catch(throwPassing);
      return { migrated, left: stays?.count ?? 0, replaced };
    },
  };
}

interface CollisionRow {
  readonly id: string;
  readonly count: number;
}

function throwPassing(error: unknown): never {
  if (!(error instanceof UniqueConstraintViolationException)) throw error;
  throw new DomainError(
    'SERVICE_UNAVAILABLE',
    'The account published one of these listings at this moment, and nothing was changed: try again.',
    { retryAfterSeconds: 1, cause: error },
  );
}
