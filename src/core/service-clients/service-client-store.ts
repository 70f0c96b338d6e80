import type { Page, PageRequest } from '../values/paging.ts';

/** A machine that gets service tokens from the embedded issuer (RFC 6749 section 4.4). */
export interface ServiceClient {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

/** Stores service clients, with only the hash of each secret. */
export interface ServiceClientStore {
  add(client: ServiceClient, secretHash: string): Promise<void>;
  /** A client that is not revoked; never from a replica, so that a revocation takes effect at once. */
  findLive(id: string): Promise<(ServiceClient & { readonly secretHash: string }) | undefined>;
  /** Newest first, including revoked ones. */
  page(page: PageRequest): Promise<Page<ServiceClient>>;
  /** Revokes a live client; undefined when it is not live. */
  revoke(id: string, now: Date): Promise<ServiceClient | undefined>;
}
