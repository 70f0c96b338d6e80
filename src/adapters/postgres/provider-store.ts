import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { toPage } from '../../core/paging.ts';
import type { Provider, ProviderMember, ProviderStore } from '../../core/ports/provider-store.ts';
import { AccountEntity, ProviderEntity, ProviderMemberEntity } from './entities.ts';
import { pageOf } from './pages.ts';

export function createProviderStore(em: SqlEntityManager): ProviderStore {
  const isMember = async (providerId: string, accountId: string) =>
    (await em.count(ProviderMemberEntity, { providerId, accountId })) > 0;
  return {
    async add(provider) {
      await em.insert(ProviderEntity, provider);
    },
    async find(id) {
      return toProvider(await em.findOne(ProviderEntity, { id }));
    },
    async findLocked(id) {
      return toProvider(await em.findOne(ProviderEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE }));
    },
    async findOfMember(id, accountId) {
      return (await isMember(id, accountId))
        ? toProvider(await em.findOne(ProviderEntity, { id }))
        : undefined;
    },
    async page(page) {
      return toPage(await pageOf(em, ProviderEntity, {}, 'createdAt', page), page);
    },
    async pageOfMember(accountId, page) {
      const memberships = await em.find(ProviderMemberEntity, { accountId });
      const id = { $in: memberships.map(({ providerId }) => providerId) };
      return toPage(await pageOf(em, ProviderEntity, { id }, 'createdAt', page), page);
    },
    membersOf: (providerIds) => membersOf(em, providerIds),
    async addMember({ providerId, accountId, addedAt }) {
      await em.insert(ProviderMemberEntity, { providerId, accountId, addedAt });
    },
    async removeMember(providerId, accountId) {
      await em.nativeDelete(ProviderMemberEntity, { providerId, accountId });
    },
  };
}

async function membersOf(em: SqlEntityManager, providerIds: readonly string[]): Promise<ProviderMember[]> {
  const memberships = await em.find(
    ProviderMemberEntity,
    { providerId: { $in: [...providerIds] } },
    { orderBy: { addedAt: 'asc', accountId: 'asc' } },
  );
  const accounts = await em.find(AccountEntity, {
    id: { $in: memberships.map(({ accountId }) => accountId) },
  });
  const emails = new Map(accounts.map(({ id, email }) => [id, email]));
  return memberships.map(({ providerId, accountId, addedAt }) => ({
    providerId,
    accountId,
    email: emails.get(accountId) ?? '',
    addedAt,
  }));
}

function toProvider(row: Provider | null): Provider | undefined {
  return row === null
    ? undefined
    : { id: row.id, name: row.name, chainKey: row.chainKey, createdAt: row.createdAt };
}
