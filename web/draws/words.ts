import { keccak_256 } from '@noble/hashes/sha3.js';
import { sha256 as sha256Of } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const DIGITS = 64;

/** The Keccak-256 of bytes, both as 0x hexadecimal. */
export function keccak256(bytes: string): string {
  return `0x${bytesToHex(keccak_256(hexToBytes(bytes.slice(2))))}`;
}

/** The SHA-256 of bytes, both as 0x hexadecimal. */
export function sha256(bytes: string): string {
  return `0x${bytesToHex(sha256Of(hexToBytes(bytes.slice(2))))}`;
}

/** The first topic of an event: the Keccak-256 of its signature. */
export function topicOf(signature: string): string {
  return `0x${bytesToHex(keccak_256(utf8ToBytes(signature)))}`;
}

/** The 32-byte word at an index of ABI-encoded data (Solidity ABI specification), as 64 digits. Throws RangeError. */
export function wordAt(data: string, index: number): string {
  const start = 2 + index * DIGITS;
  if (!Number.isSafeInteger(index) || data.length < start + DIGITS)
    throw new RangeError('The data of an event are too short.');
  return data.slice(start, start + DIGITS);
}

/** An unsigned number of a word. */
export function numberAt(data: string, index: number): bigint {
  return BigInt(`0x${wordAt(data, index)}`);
}

/** The bytes of a dynamic value, as 0x hexadecimal; `offset` is that of its length in words. Throws RangeError. */
export function bytesAt(data: string, offset: number): string {
  const length = Number(numberAt(data, offset));
  const start = 2 + (offset + 1) * DIGITS;
  if (data.length < start + length * 2) throw new RangeError('The data of an event are too short.');
  return `0x${data.slice(start, start + length * 2)}`;
}
