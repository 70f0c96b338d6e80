import type { Page, PageRequest } from '../values/paging.ts';

/** Whoever runs giveaways through interface B; on chain it is known by its `chainKey`. */
export interface Provider {
  readonly id: string;
  readonly name: string;
  /** keccak256 of the id's UTF-8 bytes, as 0x and 64 lower-case hexadecimal digits: the contracts' provider. */
  readonly chainKey: string;
  readonly createdAt: Date;
}

/** An account that may hold keys of a provider. */
export interface ProviderMember {
  readonly providerId: string;
  readonly accountId: string;
  readonly email: string;
  readonly addedAt: Date;
}

/** A wallet in custody that signs for a provider. */
export interface ProviderSigner {
  readonly providerId: string;
  /** The provider's. */
  readonly chainKey: string;
  /** EIP-55. */
  readonly address: string;
  readonly label: string;
  readonly walletId: string;
  /** When the wallet was created or imported. */
  readonly createdAt: Date;
  /** Whether it signs for keys of the provider that have no signer of their own. */
  readonly isDefault: boolean;
}

/** Keeps providers, their members and signers. */
export interface ProviderStore {
  add(provider: Provider): Promise<void>;
  find(id: string): Promise<Provider | undefined>;
  findByChainKey(chainKey: string): Promise<Provider | undefined>;
  /** The same, and nobody else adds or removes its members until the transaction ends. */
  findLocked(id: string): Promise<Provider | undefined>;
  /** The provider, if this account is one of its members. */
  findOfMember(id: string, accountId: string): Promise<Provider | undefined>;
  /** All providers, newest first. */
  page(page: PageRequest): Promise<Page<Provider>>;
  /** The providers that this account is a member of, newest first. */
  pageOfMember(accountId: string, page: PageRequest): Promise<Page<Provider>>;
  /** The members of each of these providers, earliest first. */
  membersOf(providerIds: readonly string[]): Promise<ProviderMember[]>;
  addMember(member: Omit<ProviderMember, 'email'>): Promise<void>;
  removeMember(providerId: string, accountId: string): Promise<void>;
  /** The signers of each of these providers, by their wallets' age. */
  signersOf(providerIds: readonly string[]): Promise<ProviderSigner[]>;
  /** The signer must be one of the provider's, or null for none. */
  setDefaultSigner(id: string, signer: string | null): Promise<void>;
}
