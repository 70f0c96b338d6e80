import type { SqlEntityManager } from '@mikro-orm/sql';
import { toPage } from '../../../core/values/paging.ts';
import type {
  ServiceClient,
  ServiceClientStore,
} from '../../../core/service-clients/service-client-store.ts';
import { ServiceClientEntity, type ServiceClientRow } from '../connection/entities.ts';
import { pageOf } from '../connection/pages.ts';

export function createServiceClientStore(em: SqlEntityManager): ServiceClientStore {
  return {
    async add(client, secretHash) {
      await em.insert(ServiceClientEntity, { ...client, scopes: [...client.scopes], secretHash });
    },
    async findLive(id) {
      const row = await em.findOne(ServiceClientEntity, { id, revokedAt: null });
      return row === null ? undefined : { ...toClient(row), secretHash: row.secretHash };
    },
    async page(page) {
      const { items, ...neighbours } = toPage(
        await pageOf(em, ServiceClientEntity, {}, 'createdAt', page),
        page,
      );
      return { items: items.map(toClient), ...neighbours };
    },
    async revoke(id, now) {
      const changed = await em.nativeUpdate(ServiceClientEntity, { id, revokedAt: null }, { revokedAt: now });
      return changed === 0
        ? undefined
        : toClient(await em.findOneOrFail(ServiceClientEntity, { id }, { refresh: true }));
    },
  };
}

function toClient(row: ServiceClientRow): ServiceClient {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.createdAt,
    revokedAt: row.revokedAt ?? null,
  };
}
