import type { Page, PageRequest } from '../paging.ts';

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

/** Keeps providers and their members. */
export interface ProviderStore {
  add(provider: Provider): Promise<void>;
  find(id: string): Promise<Provider | undefined>;
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
}
