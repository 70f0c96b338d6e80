/** Hash functions by which the contracts and this service name the same thing. */
export interface Digests {
  /** keccak256 of the text's UTF-8 bytes: 0x and 64 lower-case hexadecimal digits. */
  keccak256(text: string): string;
}
