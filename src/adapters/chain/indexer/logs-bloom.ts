import { keccak256 } from 'ethers/crypto';
import { getBytes } from 'ethers/utils';

/** Whether a block's logsBloom (0x and 512 hexadecimal digits) may contain a value; never false when it contains it. */
export type BloomMember = (logsBloom: string) => boolean;

const DIGITS = 512;
const MASK = 0x7ff;

/** Prepares the test whether a bloom may contain an address or a topic (Ethereum Yellow Paper, section 4.3.1). */
export function createBloomMember(value: string): BloomMember {
  const hash = getBytes(keccak256(value));
  const bits = [0, 2, 4].map((index) => (((hash[index] ?? 0) << 8) | (hash[index + 1] ?? 0)) & MASK);
  const digits = bits.map((bit) => ({ index: 2 + DIGITS - 1 - (bit >> 2), mask: 1 << (bit & 3) }));
  return (logsBloom) =>
    digits.every(({ index, mask }) => (Number.parseInt(logsBloom.charAt(index), 16) & mask) !== 0);
}
