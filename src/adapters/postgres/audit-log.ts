import type { SqlEntityManager } from '@mikro-orm/sql';
import { toPage } from '../../core/paging.ts';
import type { AuditLog } from '../../core/ports/audit-log.ts';
import { AuditEntryEntity } from './entities.ts';
import { pageOf } from './pages.ts';

export function createAuditLog(em: SqlEntityManager): AuditLog {
  return {
    async add(entry) {
      await em.insert(AuditEntryEntity, entry);
    },
    async page(page) {
      return toPage(await pageOf(em, AuditEntryEntity, {}, 'at', page), page);
    },
  };
}
