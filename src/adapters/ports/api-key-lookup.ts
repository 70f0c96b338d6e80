/** The key of a presented secret, and whom it acts for. */
export interface KeyOwner {
  readonly keyId: string;
  readonly accountId: string;
  readonly publisherId: string;
  /** Without the provider scopes unless the account is a member of the key's provider now. */
  readonly scopes: readonly string[];
  /** The key's provider, while the account is a member of it. */
  readonly providerId: string | null;
  readonly providerKey: string | null;
  /** The key's own signer, else the provider's default. */
  readonly signer: string | null;
  readonly revoked: boolean;
  readonly expired: boolean;
}

/** Finds a key by the SHA-256 of its secret, never from a cache: rotation, revocation and the end of a membership take effect at once. */
export interface ApiKeyLookup {
  find(hash: string): Promise<KeyOwner | undefined>;
  /** Records that the secret with this hash was used; the times are written later, in batches, unless it was rotated since. */
  noteUse(hash: string): void;
}
