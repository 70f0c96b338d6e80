import type { Page, PageRequest } from '../values/paging.ts';

/** A machine that gets service tokens from the embedded issuer (RFC 6749 section 4.4). */
export interface ServiceClient {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

/** A client with the hash of its secret. */
export type StoredServiceClient = ServiceClient & { readonly secretHash: string };

/** Stores service clients, with only the hash of each secret. */
export interface ServiceClientStore {
  /** Adds a client; returns the one that was created with this id of a request before, and adds none then. */
  add(
    client: ServiceClient,
    stored: { readonly secretHash: string; readonly creationId: string | null },
  ): Promise<StoredServiceClient | undefined>;
  /** A client that is not revoked; never from a replica, so that a revocation takes effect at once. */
  findLive(id: string): Promise<StoredServiceClient | undefined>;
  /** The namespace of a client's listings: the first one that it was given here, as its issuer is named by PUBLIC_URL, which can change. */
  settleNamespace(id: string, namespace: string): Promise<string>;
  /** Newest first, including revoked ones. */
  page(page: PageRequest): Promise<Page<ServiceClient>>;
  /** Revokes a live client; undefined when it is not live. */
  revoke(id: string, now: Date): Promise<ServiceClient | undefined>;
}
