/** Hash functions by which the contracts and this service name the same thing; all answers in lower-case hexadecimal. */
export interface Digests {
  /** keccak256 of the text's UTF-8 bytes: 0x and 64 digits. */
  keccak256(text: string): string;
  /** SHA-256 of the text's UTF-8 bytes: 64 digits. */
  sha256(text: string): string;
  /** The hub's keyOf(provider, externalId): 0x and 64 digits. */
  giveawayKey(providerKey: string, externalId: string): string;
  /**
   * The address in the mixed case of its checksum (EIP-55). Undefined for what is no address, or one in mixed case that
   * is not that of its checksum.
   */
  checksumAddress(address: string): string | undefined;
}
