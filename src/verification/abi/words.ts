import { isHex } from './hex.ts';
import { VerificationError } from '../verification-error.ts';

const DIGITS = 64;
/** 13 digits are 52 bits, which a number holds exactly. */
const EXACT_DIGITS = 13;
const ZEROS = '0'.repeat(DIGITS);
const LEADING_ZEROS = ZEROS.slice(EXACT_DIGITS);

/** Reads ABI-encoded data. Throws VerificationError, which names the data, when it is malformed, as does each method. */
export function readWords(data: unknown, name = 'data'): Words {
  if (!isHex(data)) throw new VerificationError('MALFORMED', `The ABI encoding of ${name} is malformed.`);
  return wordsOf(data.toLowerCase(), name);
}

/** Reads ABI-encoded data that is known to be 0x hexadecimal in lower case, such as that of a log. */
export function wordsOf(lower: string, name = 'data'): Words {
  return new Words(lower, name);
}

/**
 * ABI-encoded values: words of 32 bytes, read by their index from the start of the data. A class, since a verification reads four
 * per log: an object with functions of its own for each doubled the garbage. Each method throws VerificationError.
 */
export class Words {
  readonly length: number;
  private readonly digits: string;
  private readonly name: string;

  constructor(digits: string, name: string) {
    this.digits = digits;
    this.name = name;
    this.length = Math.floor((digits.length - 2) / DIGITS);
  }

  /** 32 bytes as 0x hexadecimal. */
  bytes32(index: number): string {
    return `0x${this.word(index)}`;
  }

  /** A number of at most `bits` bits. */
  uint(index: number, bits = 256): bigint {
    const value = BigInt(`0x${this.word(index)}`);
    if (value >> BigInt(bits) !== 0n) throw this.malformed();
    return value;
  }

  /** A number of at most 52 bits. */
  number(index: number, bits = 52): number {
    const word = this.word(index);
    const value = Number.parseInt(word.slice(-EXACT_DIGITS), 16);
    if (!word.startsWith(LEADING_ZEROS) || value >= 2 ** bits) throw this.malformed();
    return value;
  }

  bool(index: number): boolean {
    return this.number(index, 1) === 1;
  }

  /** An address in lower case. */
  address(index: number): string {
    const word = this.word(index);
    if (!word.startsWith('0'.repeat(24))) throw this.malformed();
    return `0x${word.slice(24)}`;
  }

  /** Bytes of variable length, filled with zeros: the word has their offset, counted from the word `start`. */
  bytes(index: number, start = 0): string {
    const { digits } = this;
    const first = start + this.number(index, 32) / 32;
    const size = this.number(first, 32);
    const from = 2 + (first + 1) * DIGITS;
    const end = from + size * 2;
    // The encoding fills the last word with zeros.
    const filled = from + Math.ceil(size / 32) * DIGITS;
    if (filled > digits.length || !ZEROS.startsWith(digits.slice(end, filled))) throw this.malformed();
    return `0x${digits.slice(from, end)}`;
  }

  private word(index: number): string {
    if (!Number.isSafeInteger(index) || index < 0 || index >= this.length) throw this.malformed();
    return this.digits.slice(2 + index * DIGITS, 2 + (index + 1) * DIGITS);
  }

  private malformed(): VerificationError {
    return new VerificationError('MALFORMED', `The ABI encoding of ${this.name} is malformed.`);
  }
}
