import type { EntityName, FilterQuery } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { PageRequest } from '../../core/paging.ts';

interface Row {
  readonly id: string;
}

/** Reads one page, newest first, by keyset on (`key`, id), with one row more than asked for. */
export async function pageOf<Entity extends Row>(
  em: SqlEntityManager,
  entity: EntityName<Entity>,
  filter: Record<string, unknown>,
  key: string,
  { size, backward, after, before }: PageRequest,
): Promise<Entity[]> {
  const where = [filter, ...beside(key, '$lt', after), ...beside(key, '$gt', before)];
  const direction = backward ? 'asc' : 'desc';
  // The column's name is a value here, which the types of the ORM's filters cannot follow.
  const options = { orderBy: [{ [key]: direction }, { id: direction }], limit: size + 1 };
  return em.find<Entity>(entity, { $and: where } as FilterQuery<Entity>, options);
}

function beside(key: string, side: '$lt' | '$gt', position: PageRequest['after']): Record<string, unknown>[] {
  if (position === undefined) return [];
  const at = new Date(position.key);
  return [{ $or: [{ [key]: { [side]: at } }, { [key]: at, id: { [side]: position.id } }] }];
}
