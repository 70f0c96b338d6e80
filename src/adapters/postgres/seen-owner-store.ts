import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { SeenOwnerStore } from '../../core/ports/seen-owner-store.ts';
import { SeenOwnerEntity } from './entities.ts';

const FIND_MET = `
  select owner from (
    (
      select c.owner, c.block_number, c.log_index
      from entry_change c join giveaway g on g.id = c.giveaway_id
      where c.passport_id = ? and g.provider_key = ?
      order by c.block_number desc, c.log_index desc limit 1
    ) union all (
      select args ->> 'to', block_number, log_index
      from chain_event
      where passport_id = ? and name = 'Provisioned' and args ->> 'provider' = ?
      order by block_number desc, log_index desc limit 1
    )
  ) met
  order by block_number desc, log_index desc limit 1`;

export function createSeenOwnerStore(em: SqlEntityManager): SeenOwnerStore {
  const find = async (providerId: string, passportId: number, lockMode = LockMode.NONE) => {
    const options = { refresh: true, lockMode };
    return (await em.findOne(SeenOwnerEntity, { providerId, passportId }, options))?.owner;
  };
  return {
    find: (providerId, passportId) => find(providerId, passportId),
    async findMet(providerKey, passportId) {
      const values = [passportId, providerKey, passportId, providerKey];
      const [met] = await em.execute<{ owner: string }[]>(FIND_MET, values, 'all');
      return met?.owner;
    },
    findLocked: (providerId, passportId) => find(providerId, passportId, LockMode.PESSIMISTIC_WRITE),
    async noteFirst(providerId, passportId, owner, now) {
      const record = { providerId, passportId, owner, seenAt: now };
      await em.upsert(SeenOwnerEntity, record, { onConflictAction: 'ignore' });
    },
    async note(providerId, passportId, owner, now) {
      await em.upsert(SeenOwnerEntity, { providerId, passportId, owner, seenAt: now });
    },
  };
}
