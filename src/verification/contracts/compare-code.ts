import type { BuiltCode } from './built-code.ts';
import { keccak256, toBytes, encodeHex } from '../abi/hex.ts';

/** What the code of a contract consists of. */
export interface DeployedCode {
  /** Whether it is the built code but for immutable values, each of which is the same everywhere. */
  readonly isBuilt: boolean;
  /** Its immutable values by name: words of 32 bytes as 0x hexadecimal. Empty unless it is built code. */
  readonly immutables: Readonly<Record<string, string>>;
}

const WORD_BYTES = 32;

/** Compares the code of a contract with the built one. */
export function compareCode(code: string, built: BuiltCode): DeployedCode {
  const bytes = toBytes(code);
  if (bytes.length !== built.length) return { isBuilt: false, immutables: {} };
  const immutables: Record<string, string> = {};
  for (const [name, places] of Object.entries(built.immutables)) {
    const values = places.map((place) => encodeHex(bytes.slice(place, place + WORD_BYTES)));
    if (new Set(values).size !== 1) return { isBuilt: false, immutables: {} };
    immutables[name] = values[0] as string;
    for (const place of places) bytes.fill(0, place, place + WORD_BYTES);
  }
  const isBuilt = keccak256(encodeHex(bytes)) === built.hash;
  return { isBuilt, immutables: isBuilt ? immutables : {} };
}

/** The address in a word, in lower case. */
export function toAddress(word: string | undefined): string | undefined {
  return word === undefined ? undefined : `0x${word.slice(-40)}`;
}
