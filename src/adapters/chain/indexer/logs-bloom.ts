import { keccak256 } from 'ethers/crypto';
import { getBytes } from 'ethers/utils';

/** Whether a block's logsBloom (0x and 512 hexadecimal digits) may contain a value; never false when it contains it. */
export type BloomMember = (logsBloom: string) => boolean;

const DIGITS = 512;
const MASK = 0x7ff;

/** Prepares the test whether a bloom may contain an address or a topic (Ethereum Yellow Paper, section 4.3.1). */
export function createBloomMember(value: string): BloomMember {
  const digits = digitsOf(value);
  return (logsBloom) =>
    digits.every(({ index, mask }) => (Number.parseInt(logsBloom.charAt(index), 16) & mask) !== 0);
}

/** The bloom of a block that has exactly these logs, in lower case. */
export function toBloom(
  logs: readonly { readonly address: string; readonly topics: readonly string[] }[],
): string {
  const digits = Array.from({ length: DIGITS }, () => 0);
  for (const value of new Set(logs.flatMap(({ address, topics }) => [address, ...topics])))
    for (const { index, mask } of digitsOf(value)) digits[index - 2] = (digits[index - 2] ?? 0) | mask;
  return `0x${digits.map((digit) => digit.toString(16)).join('')}`;
}

/** The three bits of a value: the characters of a bloom that have them. */
function digitsOf(value: string): readonly { readonly index: number; readonly mask: number }[] {
  const hash = getBytes(keccak256(value));
  const bits = [0, 2, 4].map((index) => (((hash[index] ?? 0) << 8) | (hash[index + 1] ?? 0)) & MASK);
  return bits.map((bit) => ({ index: 2 + DIGITS - 1 - (bit >> 2), mask: 1 << (bit & 3) }));
}
