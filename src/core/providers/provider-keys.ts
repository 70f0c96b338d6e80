/** The API keys that are used for a provider. */
export interface ProviderKeys {
  /** Removes a signer from all keys of the provider that have it; returns the ids of the live ones. */
  releaseSigner(providerId: string, signer: string): Promise<string[]>;
  /**
   * Takes a provider from an account's live keys: keys that have only provider scopes are revoked, the others lose these
   * scopes and the provider permanently.
   */
  leaveProvider(accountId: string, providerId: string, now: Date): Promise<LeftKeys>;
}

/** The ids of the keys that the end of a membership changed. */
interface LeftKeys {
  readonly revoked: readonly string[];
  /** Keys that stay live, without the provider. */
  readonly narrowed: readonly string[];
}
