import { LRUCache } from 'lru-cache';
import { createHmac, randomBytes } from 'node:crypto';

/** Gives each operation its key in the hub. */
export interface OperationKeys {
  /** A key that no other operation of the provider has: 32 bytes, 0x hex. */
  next(providerKey: string): string;
}

const WORD_BYTES = 31;
const KEYS_OF_WORD = 256;
/** The words of other providers are given up before they are used up; only gas is lost by that. */
const MAX_PROVIDERS = 1_000;

/**
 * Keys for one process. The hub stores the used keys of a provider as bits, 256 in one storage word: the first 31 bytes of a key
 * name the word, the last one the bit (the unordered nonces of Permit2). Each word is random, so that no process, no restart
 * and no restored database uses a key again, and its bits are used in order, so that keys of one time share a word.
 */
export function createOperationKeys(): OperationKeys {
  const words = new LRUCache<string, { readonly word: string; used: number }>({ max: MAX_PROVIDERS });
  return {
    next(providerKey) {
      let current = words.get(providerKey);
      if (current === undefined || current.used === KEYS_OF_WORD) {
        current = { word: `0x${randomBytes(WORD_BYTES).toString('hex')}`, used: 0 };
        words.set(providerKey, current);
      }
      const bit = current.used;
      current.used += 1;
      return current.word + bit.toString(16).padStart(2, '0');
    },
  };
}

/**
 * The key of a request with an Idempotency-Key: the same for every repetition, also on a database that was restored from an older
 * backup, which has the same secret. HMAC-SHA256, 0x hex.
 */
export function toRepeatableKey(secret: Buffer, repetition: string): string {
  return `0x${createHmac('sha256', secret).update(repetition).digest('hex')}`;
}
