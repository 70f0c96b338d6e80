import type { SqlEntityManager } from '@mikro-orm/sql';
import type { SeenOwnerStore } from '../../../core/passports/seen-owner-store.ts';
import { SeenOwnerEntity } from '../connection/entities.ts';

/** The number of a provider's newest changes of entries in which a named owner is searched for. */
const MAX_CHANGES = 1_000;

// The expected owner's name is in the operation, which is found through its transaction.
const FIND_MET = `
  with recent as materialized (
    select c.passport_id, c.owner, c.block_number, c.log_index, c.transaction_hash
    from entry_change c join giveaway g on g.id = c.giveaway_id
    where c.passport_id = ? and g.provider_key = ?
    order by c.block_number desc, c.log_index desc limit ${MAX_CHANGES}
  ), met as (
    (
      select args ->> 'to' as owner, block_number, log_index, true as is_named
      from chain_event
      where passport_id = ? and name = 'Provisioned' and args ->> 'provider' = ?
      order by block_number desc, log_index desc limit 1
    ) union all (
      select owner, block_number, log_index, true
      from recent c
      where exists (
        select from chain_attempt a
          join chain_transaction t on t.id = a.transaction_id
          join operation o on o.id = any(t.operation_ids)
        where a.hash = c.transaction_hash and o.kind = 'change-entries' and o.error is null
          and (o.call ->> 'passportId')::bigint = c.passport_id and o.call ->> 'expectedOwner' = c.owner
      )
      order by block_number desc, log_index desc limit 1
    ) union all (
      select owner, block_number, log_index, false
      from recent order by block_number desc, log_index desc limit 1
    )
  )
  select owner, is_named and not exists (
    select from passport_transfer t
    where t.passport_id = ? and (t.block_number, t.log_index) > (met.block_number, met.log_index)
  ) as "isKnown"
  from met
  order by is_named desc, block_number desc, log_index desc limit 1`;

export function createSeenOwnerStore(em: SqlEntityManager): SeenOwnerStore {
  return {
    async find(providerId, passportId) {
      return (await em.findOne(SeenOwnerEntity, { providerId, passportId }, { refresh: true }))?.owner;
    },
    async findMet(providerKey, passportId) {
      const values = [passportId, providerKey, passportId, providerKey, passportId];
      const [met] = await em.execute<{ owner: string; isKnown: boolean }[]>(FIND_MET, values, 'all');
      return met;
    },
    async noteFirst(providerId, passportId, owner, now) {
      const record = { providerId, passportId, owner, seenAt: now };
      await em.upsert(SeenOwnerEntity, record, { onConflictAction: 'ignore' });
    },
    async note(providerId, passportId, owner, now) {
      await em.upsert(SeenOwnerEntity, { providerId, passportId, owner, seenAt: now });
    },
  };
}
