import type { Page, PageRequest } from '../values/paging.ts';

/** An organisation that runs giveaways through interface B; `chainKey` identifies it on chain. */
export interface Provider {
  readonly id: string;
  readonly name: string;
  /** The provider's key on chain: keccak256 of the id's UTF-8 bytes, as 0x and 64 lower-case hexadecimal digits. */
  readonly chainKey: string;
  readonly createdAt: Date;
}

/** An account that can have keys of a provider. */
export interface ProviderMember {
  readonly providerId: string;
  readonly accountId: string;
  readonly email: string;
  readonly addedAt: Date;
}

/** A wallet in custody that signs for a provider. */
export interface ProviderSigner {
  readonly providerId: string;
  /** The provider's key on chain. */
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

/** Stores providers, their members and signers. */
export interface ProviderStore {
  add(provider: Provider): Promise<void>;
  find(id: string): Promise<Provider | undefined>;
  findByChainKey(chainKey: string): Promise<Provider | undefined>;
  /** As `find`, and locks the provider: its members and signers cannot change until the transaction ends. */
  findLocked(id: string): Promise<Provider | undefined>;
  /** The provider if this account is a member of it, else undefined. */
  findOfMember(id: string, accountId: string): Promise<Provider | undefined>;
  /** All providers, newest first. */
  page(page: PageRequest): Promise<Page<Provider>>;
  /** The providers that this account is a member of, newest first. */
  pageOfMember(accountId: string, page: PageRequest): Promise<Page<Provider>>;
  /** The members of each of these providers, earliest first. */
  membersOf(providerIds: readonly string[]): Promise<ProviderMember[]>;
  addMember(member: Omit<ProviderMember, 'email'>): Promise<void>;
  removeMember(providerId: string, accountId: string): Promise<void>;
  /** The signers of each of these providers, oldest wallet first. */
  signersOf(providerIds: readonly string[]): Promise<ProviderSigner[]>;
  /** Sets the default signer, which must be a signer of the provider; null for none. */
  setDefaultSigner(id: string, signer: string | null): Promise<void>;
}
