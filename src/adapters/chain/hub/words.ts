/** The hexadecimal digits of an ABI word. */
export const WORD = 64;
export const ZERO_WORD = '0'.repeat(WORD);

/** A whole number as a word, without 0x. */
export function toWord(number: number): string {
  return number.toString(16).padStart(WORD, '0');
}

/** 0x hex, left-padded to a word, without 0x. */
export function toHexWord(hex: string): string {
  return hex.slice(2).toLowerCase().padStart(WORD, '0');
}
