import type { SqlEntityManager } from '@mikro-orm/sql';
import { toPage } from '../../../core/values/paging.ts';
import type {
  ServiceClient,
  ServiceClientStore,
  StoredServiceClient,
} from '../../../core/service-clients/service-client-store.ts';
import { ServiceClientEntity, type ServiceClientRow } from '../connection/entities.ts';
import { pageOf } from '../connection/pages.ts';
import { hashCreationId } from './creation-id.ts';

const ADD = `
  insert into service_client (id, name, scopes, created_at, secret_hash, creation_id)
  values (?, ?, string_to_array(?, ' '), ?, ?, ?)
  on conflict (creation_id) where creation_id is not null do nothing`;

interface Settled {
  readonly namespace: string;
}
const SETTLED = 'select namespace from service_client where id = ? and namespace is not null';
const SETTLE =
  'update service_client set namespace = coalesce(namespace, ?) where id = ? returning namespace';

export function createServiceClientStore(em: SqlEntityManager): ServiceClientStore {
  return {
    async add({ id, name, scopes, createdAt }, { secretHash, creationId }) {
      const hash = hashCreationId(creationId);
      const values = [id, name, scopes.join(' '), createdAt.toISOString(), secretHash, hash];
      const { affectedRows } = await em.execute<{ affectedRows: number }>(ADD, values, 'run');
      if (affectedRows === 1) return undefined;
      return toStored(await em.findOneOrFail(ServiceClientEntity, { creationId: hash }));
    },
    async findLive(id) {
      const row = await em.findOne(ServiceClientEntity, { id, revokedAt: null });
      return row === null ? undefined : toStored(row);
    },
    async settleNamespace(id, namespace) {
      const [settled] = await em.execute<Settled[]>(SETTLED, [id]);
      if (settled !== undefined) return settled.namespace;
      const [row] = await em.execute<Settled[]>(SETTLE, [namespace, id]);
      return row?.namespace ?? namespace;
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

function toStored(row: ServiceClientRow): StoredServiceClient {
  return { ...toClient(row), secretHash: row.secretHash };
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
