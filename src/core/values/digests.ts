/** Hash functions; all hashes are in lower-case hexadecimal. */
export interface Digests {
  /** keccak256 of the text's UTF-8 bytes: 0x and 64 digits. */
  keccak256(text: string): string;
  /** A new salt, 32 random bytes as 0x hex, and keccak256 of the salt followed by the text's UTF-8 bytes. */
  saltedKeccak256(text: string): { readonly salt: string; readonly hash: string };
  /** SHA-256 of the text's UTF-8 bytes: 64 digits. */
  sha256(text: string): string;
  /** The hub's keyOf(provider, externalId): 0x and 64 digits. */
  giveawayKey(providerKey: string, externalId: string): string;
  /**
   * The address in the mixed case of its checksum (EIP-55). Undefined for a text that is not an address, and for an
   * address in mixed case whose checksum is wrong.
   */
  checksumAddress(address: string): string | undefined;
}
