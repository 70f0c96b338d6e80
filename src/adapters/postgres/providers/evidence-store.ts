import type { SqlEntityManager } from '@mikro-orm/sql';
import type { EvidenceStore } from '../../../core/entries/evidence-store.ts';
import { EntryEvidenceEntity } from '../connection/entities.ts';

export function createEvidenceStore(em: SqlEntityManager): EvidenceStore {
  return {
    async find(providerId, hash) {
      const found = await em.findOne(EntryEvidenceEntity, { providerId, hash }, { refresh: true });
      return found
        ? { evidence: found.evidence, salt: found.salt ?? null, storedAt: found.createdAt }
        : undefined;
    },
    async erase(providerId, hash) {
      return (await em.nativeDelete(EntryEvidenceEntity, { providerId, hash })) > 0;
    },
  };
}
