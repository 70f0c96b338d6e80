import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { sha256 as sha256Of } from '@noble/hashes/sha2.js';
import { VerificationError } from '../verification-error.ts';

const HEX = /^0x[0-9a-fA-F]*$/;

/** Whether a value is 0x and hexadecimal digits: whole bytes, and `length` of them if it is given. */
export function isHex(value: unknown, length?: number): value is string {
  if (typeof value !== 'string' || (length !== undefined && value.length !== 2 + 2 * length)) return false;
  return value.length % 2 === 0 && HEX.test(value);
}

/** The bytes of 0x hexadecimal. Throws VerificationError. */
export function toBytes(hex: string): Uint8Array {
  if (!isHex(hex)) throw new VerificationError('MALFORMED', 'A value is not hexadecimal bytes.');
  return hexToBytes(hex.slice(2));
}

export function encodeHex(bytes: Uint8Array): string {
  return `0x${bytesToHex(bytes)}`;
}

/** keccak256 of bytes, both as 0x hexadecimal. */
export function keccak256(hex: string): string {
  return encodeHex(keccak_256(toBytes(hex)));
}

/** sha256 of bytes, both as 0x hexadecimal. */
export function sha256(hex: string): string {
  return encodeHex(sha256Of(toBytes(hex)));
}

/** keccak256 of a text in UTF-8, as 0x hexadecimal. */
export function keccakOfText(text: string): string {
  return encodeHex(keccak_256(new TextEncoder().encode(text)));
}

/** The 64 digits of a number's word of 32 bytes. */
export function wordOf(value: bigint | number): string {
  return value.toString(16).padStart(64, '0');
}
