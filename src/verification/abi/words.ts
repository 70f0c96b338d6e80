import { isHex } from './hex.ts';
import { VerificationError } from '../verification-error.ts';

/** ABI-encoded values: words of 32 bytes, read by their index from the start of the data. */
export interface Words {
  readonly length: number;
  /** 32 bytes as 0x hexadecimal. */
  bytes32(index: number): string;
  /** A number of at most `bits` bits. */
  uint(index: number, bits?: number): bigint;
  /** A number of at most 52 bits. */
  number(index: number, bits?: number): number;
  bool(index: number): boolean;
  /** An address in lower case. */
  address(index: number): string;
  /** Bytes of variable length, filled with zeros: the word has their offset, counted from the word `start`. */
  bytes(index: number, start?: number): string;
}

const DIGITS = 64;
/** 13 digits are 52 bits, which a number holds exactly. */
const EXACT_DIGITS = 13;
const ZEROS = '0'.repeat(DIGITS);

/** Reads ABI-encoded data. Throws VerificationError, which names the data, when it is malformed, as does each method. */
export function readWords(data: unknown, name = 'data'): Words {
  if (!isHex(data)) throw new VerificationError('MALFORMED', `The ABI encoding of ${name} is malformed.`);
  return wordsOf(data.toLowerCase(), name);
}

/** Reads ABI-encoded data that is known to be 0x hexadecimal in lower case, such as that of a log. */
export function wordsOf(lower: string, name = 'data'): Words {
  const malformed = () => new VerificationError('MALFORMED', `The ABI encoding of ${name} is malformed.`);
  const length = Math.floor((lower.length - 2) / DIGITS);
  const digits = (index: number): string => {
    if (!Number.isSafeInteger(index) || index < 0 || index >= length) throw malformed();
    return lower.slice(2 + index * DIGITS, 2 + (index + 1) * DIGITS);
  };
  const uint = (index: number, bits = 256): bigint => {
    const value = BigInt(`0x${digits(index)}`);
    if (value >> BigInt(bits) !== 0n) throw malformed();
    return value;
  };
  const number = (index: number, bits = 52): number => {
    const word = digits(index);
    const value = Number.parseInt(word.slice(-EXACT_DIGITS), 16);
    if (!word.startsWith(ZEROS.slice(EXACT_DIGITS)) || value >= 2 ** bits) throw malformed();
    return value;
  };
  const bytes = (index: number, start = 0): string => {
    const first = start + number(index, 32) / 32;
    const size = number(first, 32);
    const from = 2 + (first + 1) * DIGITS;
    const end = from + size * 2;
    // The encoding fills the last word with zeros.
    const filled = from + Math.ceil(size / 32) * DIGITS;
    if (filled > lower.length || !ZEROS.startsWith(lower.slice(end, filled))) throw malformed();
    return `0x${lower.slice(from, end)}`;
  };
  return {
    length,
    uint,
    number,
    bytes,
    bytes32: (index) => `0x${digits(index)}`,
    bool: (index) => number(index, 1) === 1,
    address(index) {
      const word = digits(index);
      if (!word.startsWith('0'.repeat(24))) throw malformed();
      return `0x${word.slice(24)}`;
    },
  };
}
