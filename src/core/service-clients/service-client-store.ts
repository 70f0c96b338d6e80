import type { Page, PageRequest } from '../values/paging.ts';

/** A machine that gets service tokens from the embedded issuer (RFC 6749 section 4.4). */
export interface ServiceClient {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

/** Keeps service clients; of the secret only the hash. */
export interface ServiceClientStore {
  add(client: ServiceClient, secretHash: string): Promise<void>;
  /** A client that was not revoked, always from the main database: revocation is final at once. */
  findLive(id: string): Promise<(ServiceClient & { readonly secretHash: string }) | undefined>;
  /** Newest first, revoked ones included. */
  page(page: PageRequest): Promise<Page<ServiceClient>>;
  /** Ends a live client; undefined when it is not live. */
  revoke(id: string, now: Date): Promise<ServiceClient | undefined>;
}
