import { isHex } from './abi/hex.ts';
import { VerificationError } from './verification-error.ts';

/** The length of the longest document that is read: 400,000 changes of entries. */
export const LONGEST_PROOF = 32 * 1024 * 1024;
/** A proof has lists in lists in an object; a text of brackets alone would fill the memory with empty lists. */
const DEEPEST = 8;

/** Reads JSON that is neither too long nor too deep. Throws VerificationError. */
export function parseProofJson(text: string): unknown {
  if (text.length > LONGEST_PROOF) throw new VerificationError('MALFORMED', 'The document is too long.');
  if (isDeeperThan(DEEPEST, text)) throw new VerificationError('MALFORMED', 'The document is too deep.');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new VerificationError('MALFORMED', 'The document is not JSON.', error);
  }
}

function isDeeperThan(limit: number, text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index];
    if (sign === '"') index = endOfString(text, index);
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > limit) return true;
  }
  return false;
}

/** Where the quotation mark is that ends the string which begins at a place; the end of a text without one. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** The fields of a JSON object, each read with its type. */
export class Fields {
  readonly #object: Readonly<Record<string, unknown>>;
  readonly #name: string;

  constructor(value: unknown, name: string) {
    if (typeof value !== 'object' || value === null)
      throw new VerificationError('MALFORMED', `The document has a malformed value for ${name}.`);
    this.#object = value as Readonly<Record<string, unknown>>;
    this.#name = name;
  }

  value(name: string): unknown {
    return Object.hasOwn(this.#object, name) ? this.#object[name] : undefined;
  }

  object(name: string): Fields {
    return new Fields(this.value(name), name);
  }

  list(name: string): readonly unknown[] {
    const value = this.value(name);
    if (!Array.isArray(value)) throw this.malformed(name);
    return value;
  }

  number(name: string): number {
    const value = this.value(name);
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw this.malformed(name);
    return value;
  }

  uint32(name: string): number {
    const value = this.number(name);
    if (value >= 2 ** 32) throw this.malformed(name);
    return value;
  }

  uint8(name: string): number {
    const value = this.number(name);
    if (value >= 2 ** 8) throw this.malformed(name);
    return value;
  }

  bigint(name: string): bigint {
    const value = this.value(name);
    if (typeof value !== 'string' || !/^\d{1,78}$/.test(value)) throw this.malformed(name);
    return BigInt(value);
  }

  hex(name: string, length?: number): string {
    const value = this.value(name);
    if (!isHex(value, length)) throw this.malformed(name);
    return value.toLowerCase();
  }

  malformed(name: string): VerificationError {
    return new VerificationError(
      'MALFORMED',
      `The document has a malformed value for ${name} of ${this.#name}.`,
    );
  }
}
