import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Ids } from '../../../core/ids.ts';
import type { Publisher, PublisherStore } from '../../../core/accounts/publisher-store.ts';
import { PublisherEntity } from '../connection/entities.ts';

export function createPublisherStore(em: SqlEntityManager, ids: Ids): PublisherStore {
  return {
    findMany: (ids) => em.find(PublisherEntity, { id: { $in: [...ids] } }),
    async findByNamespace(namespace) {
      return (await em.findOne(PublisherEntity, { namespace })) ?? undefined;
    },
    findOrCreate: (namespace, now) => findOrCreatePublisher(em, ids, namespace, now),
  };
}

/** Finds or creates the publisher of a namespace, also when two instances do so concurrently. */
export async function findOrCreatePublisher(
  em: SqlEntityManager,
  ids: Ids,
  namespace: string,
  now: Date,
): Promise<Publisher> {
  const existing = await em.findOne(PublisherEntity, { namespace });
  if (existing) return existing;
  await em.upsert(
    PublisherEntity,
    { id: ids.next('pub'), namespace, createdAt: now },
    { onConflictFields: ['namespace'], onConflictAction: 'ignore', disableIdentityMap: true },
  );
  return em.findOneOrFail(PublisherEntity, { namespace });
}
