import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Ids } from '../../../core/ids.ts';
import { COUNT_LIMIT } from '../../../core/feed/count-limit.ts';
import type { Publisher, PublisherStore } from '../../../core/accounts/publisher-store.ts';
import { PublisherEntity, type PublisherRow } from '../connection/entities.ts';

const COUNT = `
  select wanted.id, (select count(*) from (
    select from listing where publisher_id = wanted.id and status = 'published' limit ${COUNT_LIMIT}) counted) as listings
  from json_array_elements_text(?::json) as wanted (id)`;

// Publishing locks the key of the row: it does not wait.
const LOCK = 'select from publisher where id = ? for no key update';

export function createPublisherStore(em: SqlEntityManager, ids: Ids): PublisherStore {
  return {
    findMany: async (ids) => (await em.find(PublisherEntity, { id: { $in: [...ids] } })).map(toPublisher),
    async findByNamespace(namespace) {
      const found = await em.findOne(PublisherEntity, { namespace });
      return found === null ? undefined : toPublisher(found);
    },
    async setBlocked(id, blockedReason) {
      // Waits for statements that publish for it: they lock its row too.
      const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
      const publisher = await em.findOne(PublisherEntity, { id }, options);
      if (publisher === null) return undefined;
      await em.nativeUpdate(PublisherEntity, { id }, { blockedReason });
      return { ...toPublisher(publisher), blockedReason };
    },
    async lock(id) {
      await em.execute(LOCK, [id]);
      const publisher = await em.findOne(PublisherEntity, { id }, { refresh: true });
      return publisher === null ? undefined : toPublisher(publisher);
    },
    async setProfile(id, { name, text, links }) {
      const profile = { displayName: name, profileText: text, links: [...links] };
      await em.nativeUpdate(PublisherEntity, { id }, profile);
    },
    async countListings(ids) {
      const rows = await em.execute<{ id: string; listings: string }[]>(COUNT, [JSON.stringify(ids)]);
      return new Map(rows.map(({ id, listings }) => [id, Number(listings)]));
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
  if (existing) return toPublisher(existing);
  await em.upsert(
    PublisherEntity,
    { id: ids.next('pub'), namespace, createdAt: now },
    { onConflictFields: ['namespace'], onConflictAction: 'ignore', disableIdentityMap: true },
  );
  return toPublisher(await em.findOneOrFail(PublisherEntity, { namespace }));
}

function toPublisher(row: PublisherRow): Publisher {
  const { id, namespace, createdAt, blockedReason, displayName, profileText, links } = row;
  const { domain, domainProvenAt: provenAt, domainCheckedAt: checkedAt } = row;
  const profile = { name: displayName ?? null, text: profileText ?? null, links: links ?? [] };
  const provenDomain = domain && provenAt && checkedAt ? { name: domain, provenAt, checkedAt } : null;
  return { id, namespace, createdAt, blockedReason: blockedReason ?? null, profile, provenDomain };
}
