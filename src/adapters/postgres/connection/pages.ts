import type { EntityName, FilterQuery } from '@mikro-orm/core';
import { raw, type SqlEntityManager } from '@mikro-orm/sql';
import type { PageRequest } from '../../../core/values/paging.ts';

interface Row {
  readonly id: string;
}

/** Reads one page, newest first, by keyset on (`key`, id), with one row more than the page. */
export async function pageOf<Entity extends Row>(
  em: SqlEntityManager,
  entity: EntityName<Entity>,
  filter: Record<string, unknown>,
  key: string,
  { size, backward, after, before }: PageRequest,
): Promise<Entity[]> {
  const columns: Readonly<Record<string, { readonly fieldNames: readonly string[] } | undefined>> =
    em.getMetadata(entity).properties;
  const column = columns[key]?.fieldNames[0] ?? key;
  const where = [filter, ...compareWith(column, '<', after), ...compareWith(column, '>', before)];
  const direction = backward ? 'asc' : 'desc';
  // The column's name is a value here, which the types of the ORM's filters cannot follow.
  const options = { orderBy: [{ [key]: direction }, { id: direction }], limit: size + 1 };
  return em.find<Entity>(entity, { $and: where } as FilterQuery<Entity>, options);
}

// One row comparison, which an index scan can start from; with `or` the index would be scanned from its beginning.
function compareWith(
  key: string,
  sign: '<' | '>',
  position: PageRequest['after'],
): Record<symbol, unknown[]>[] {
  if (position === undefined) return [];
  const condition = raw(
    (alias) => `(${alias}.${key}, ${alias}.id) ${sign} (?, ?)`,
    [new Date(position.key), position.id],
  );
  return [{ [condition]: [] }];
}
