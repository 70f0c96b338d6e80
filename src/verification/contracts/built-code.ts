/** The code of a contract as the sources compile, without its immutable values. */
export interface BuiltCode {
  /** Bytes. */
  readonly length: number;
  /** keccak256 of the code with zeros in place of immutable values. */
  readonly hash: string;
  /** Where the code contains each immutable value: offsets of 32 bytes. */
  readonly immutables: Readonly<Record<string, readonly number[]>>;
}
