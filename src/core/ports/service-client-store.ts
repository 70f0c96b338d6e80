/** A machine that gets service tokens from the embedded issuer (RFC 6749 section 4.4). */
export interface ServiceClient {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
}

/** Keeps service clients; of the secret only the hash. */
export interface ServiceClientStore {
  add(client: ServiceClient, secretHash: string): Promise<void>;
  find(id: string): Promise<(ServiceClient & { readonly secretHash: string }) | undefined>;
}
