import type { AccountStore } from '../../../src/core/accounts/account-store.ts';
import type {
  Provider,
  ProviderMember,
  ProviderSigner,
  ProviderStore,
} from '../../../src/core/providers/provider-store.ts';
import type { SealedWallet, Wallet } from '../../../src/core/wallets/wallet.ts';
import type { SignerWallet, WalletStore } from '../../../src/core/wallets/wallet-store.ts';
import { pageNewestFirst, type Memory } from './memory.ts';

interface KeptProvider extends Provider {
  readonly defaultSigner: string | null;
}
interface KeptWallet extends SealedWallet {
  readonly providerId: string | null;
}

export interface FakeProviders {
  readonly providers: ProviderStore;
  readonly wallets: WalletStore;
}

export function createProviders(memory: Memory, accounts: AccountStore): FakeProviders {
  const providers = memory.table<KeptProvider>();
  const members = memory.table<Omit<ProviderMember, 'email'>>();
  const wallets = memory.table<KeptWallet>();
  const find = async (id: string) => toProvider(providers.find((row) => row.id === id));
  return {
    providers: {
      async add(provider) {
        if (await find(provider.id)) throw new Error('The provider is there already.');
        providers.add({ ...provider, defaultSigner: null });
      },
      find,
      // Transactions of the memory run one at a time.
      async findLocked(id) {
        memory.requireTransaction();
        return find(id);
      },
      findByChainKey: async (chainKey) => toProvider(providers.find((row) => row.chainKey === chainKey)),
      findOfMember: async (id, accountId) =>
        members.find((row) => row.providerId === id && row.accountId === accountId) && find(id),
      async page(page) {
        const { items, ...neighbours } = pageNewestFirst(providers.rows, (row) => row.createdAt, page);
        return { items: items.map((row) => toProvider(row)), ...neighbours };
      },
      async pageOfMember(accountId, page) {
        const own = providers.rows.filter(({ id }) =>
          members.find((row) => row.providerId === id && row.accountId === accountId),
        );
        const { items, ...neighbours } = pageNewestFirst(own, (row) => row.createdAt, page);
        return { items: items.map((row) => toProvider(row)), ...neighbours };
      },
      async membersOf(providerIds) {
        const found = members.rows
          .filter(({ providerId }) => providerIds.includes(providerId))
          .toSorted(
            (one, other) =>
              one.addedAt.getTime() - other.addedAt.getTime() || (one.accountId < other.accountId ? -1 : 1),
          );
        return Promise.all(
          found.map(async (row) => ({ ...row, email: (await accounts.find(row.accountId))?.email ?? '' })),
        );
      },
      async addMember(member) {
        const { providerId, accountId } = member;
        if (members.find((row) => row.providerId === providerId && row.accountId === accountId))
          throw new Error('The account is a member already.');
        members.add(member);
      },
      async removeMember(providerId, accountId) {
        members.remove((row) => row.providerId === providerId && row.accountId === accountId);
      },
      async signersOf(providerIds) {
        return wallets.rows
          .filter(({ providerId }) => providerId !== null && providerIds.includes(providerId))
          .toSorted(
            (one, other) =>
              one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1),
          )
          .flatMap((wallet) =>
            toSigner(
              wallet,
              providers.find((row) => row.id === wallet.providerId),
            ),
          );
      },
      async setDefaultSigner(id, signer) {
        const isOne = wallets.rows.some((row) => row.address === signer && row.providerId === id);
        if (signer !== null && !isOne) throw new Error('The wallet is not a signer of the provider.');
        providers.update(
          (row) => row.id === id,
          () => ({ defaultSigner: signer }),
        );
      },
    },
    wallets: {
      async add(wallet) {
        if (wallets.find(({ address, purpose }) => address === wallet.address && purpose === wallet.purpose))
          return false;
        wallets.add({ ...wallet, providerId: null });
        return true;
      },
      async find(purpose, address) {
        const wallet = wallets.find((row) => row.purpose === purpose && row.address === address);
        return wallet && toWallet(wallet);
      },
      async page(page) {
        const { items, ...neighbours } = pageNewestFirst(wallets.rows, (row) => row.createdAt, page);
        return { items: items.map(toWallet), ...neighbours };
      },
      findOutdated: async (currentKeyId, first) =>
        wallets.rows.filter(({ keyId }) => keyId !== currentKeyId).slice(0, first),
      countOutdated: async (currentKeyId) =>
        wallets.rows.filter(({ keyId }) => keyId !== currentKeyId).length,
      async rewrap(keys) {
        const changed = keys.map(({ walletId, previousKeyId, keyId, wrappedKey }) =>
          wallets.update(
            (row) => row.id === walletId && row.keyId === previousKeyId,
            () => ({ keyId, wrappedKey }),
          ),
        );
        return changed.flat().length;
      },
      async findSigner(address) {
        const wallet = wallets.find((row) => row.purpose === 'SIGNER' && row.address === address);
        return wallet && toSignerWallet(wallet);
      },
      attachedSigners: async () =>
        wallets.rows.filter(({ providerId }) => providerId !== null).map(toSignerWallet),
      attachSigner: async (address, providerId) =>
        wallets.update(
          (row) => row.purpose === 'SIGNER' && row.address === address && row.providerId === null,
          () => ({ providerId }),
        ).length > 0,
      async detachSigner(address, providerId) {
        const isDefault = providers.rows.some(
          (row) => row.id === providerId && row.defaultSigner === address,
        );
        if (isDefault) throw new Error('The default of the provider must let go of the wallet first.');
        return (
          wallets.update(
            (row) => row.address === address && row.providerId === providerId,
            () => ({ providerId: null }),
          ).length > 0
        );
      },
    },
  };
}

function toProvider(row: KeptProvider): Provider;
function toProvider(row: KeptProvider | undefined): Provider | undefined;
function toProvider(row: KeptProvider | undefined): Provider | undefined {
  return row && { id: row.id, name: row.name, chainKey: row.chainKey, createdAt: row.createdAt };
}

function toWallet({ id, address, purpose, label, keyId, createdAt }: KeptWallet): Wallet {
  return { id, address, purpose, label, keyId, createdAt };
}

function toSignerWallet({ address, providerId }: KeptWallet): SignerWallet {
  return { address, providerId };
}

function toSigner(wallet: KeptWallet, provider: KeptProvider | undefined): ProviderSigner[] {
  if (provider === undefined) return [];
  const { address, label, createdAt } = wallet;
  const isDefault = provider.defaultSigner === address;
  return [
    {
      providerId: provider.id,
      chainKey: provider.chainKey,
      address,
      label,
      walletId: wallet.id,
      createdAt,
      isDefault,
    },
  ];
}
