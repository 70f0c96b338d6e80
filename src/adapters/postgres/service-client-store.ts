import type { SqlEntityManager } from '@mikro-orm/sql';
import type { ServiceClient, ServiceClientStore } from '../../core/ports/service-client-store.ts';
import { ServiceClientEntity } from './entities.ts';

export function createServiceClientStore(em: SqlEntityManager): ServiceClientStore {
  return {
    async add(client, secretHash) {
      await em.insert(ServiceClientEntity, { ...client, scopes: [...client.scopes], secretHash });
    },
    async find(id) {
      return toClient(await em.findOne(ServiceClientEntity, { id }));
    },
  };
}

function toClient(row: (ServiceClient & { secretHash: string }) | null) {
  return row === null
    ? undefined
    : {
        id: row.id,
        name: row.name,
        scopes: row.scopes,
        createdAt: row.createdAt,
        secretHash: row.secretHash,
      };
}
