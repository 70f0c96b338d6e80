import { LockMode } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { toPage } from '../../../core/values/paging.ts';
import type {
  Provider,
  ProviderMember,
  ProviderSigner,
  ProviderStore,
} from '../../../core/providers/provider-store.ts';
import { AccountEntity, ProviderEntity, ProviderMemberEntity } from '../connection/entities.ts';
import { pageOf } from '../connection/pages.ts';

const SIGNERS = `
  select wallet.provider_id, provider.chain_key, wallet.address, wallet.label, wallet.id as wallet_id, wallet.created_at,
    wallet.address is not distinct from provider.default_signer as is_default
  from wallet join provider on provider.id = wallet.provider_id
  where wallet.provider_id in (select json_array_elements_text(?::json))
  order by wallet.created_at, wallet.id`;

interface SignerRow {
  readonly provider_id: string;
  readonly chain_key: string;
  readonly address: string;
  readonly label: string;
  readonly wallet_id: string;
  readonly created_at: Date | string;
  readonly is_default: boolean;
}

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
    async findByChainKey(chainKey) {
      return toProvider(await em.findOne(ProviderEntity, { chainKey }));
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
    async signersOf(providerIds) {
      const rows = await em.execute<SignerRow[]>(SIGNERS, [JSON.stringify(providerIds)]);
      return rows.map(toSigner);
    },
    async setDefaultSigner(id, defaultSigner) {
      await em.nativeUpdate(ProviderEntity, { id }, { defaultSigner });
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

function toSigner(row: SignerRow): ProviderSigner {
  return {
    providerId: row.provider_id,
    chainKey: row.chain_key,
    address: row.address,
    label: row.label,
    walletId: row.wallet_id,
    createdAt: new Date(row.created_at),
    isDefault: row.is_default,
  };
}
