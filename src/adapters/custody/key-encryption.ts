import type { KeyObject } from 'node:crypto';
import { DomainError } from '../../core/errors.ts';
import type { KeyEncryption, KeySubject } from '../../core/secrets/key-encryption.ts';
import { toAssociatedData } from './associated-data.ts';
import { KEY_BYTES, NONCE_BYTES, open, seal, TAG_BYTES } from './gcm.ts';

/** A key-encryption key of 256 bits; its id is stored beside each data key that it wraps. */
export interface KeyEncryptionKey {
  readonly id: string;
  readonly key: KeyObject;
}

/**
 * Key encryption with keys that this process holds outside of the JavaScript heap: AES-256-GCM over the data key,
 * stored as nonce, ciphertext, tag. The first key wraps; the others only unwrap.
 */
export function createLocalKeyEncryption(keys: readonly KeyEncryptionKey[]): KeyEncryption {
  const [current] = keys;
  const byId = new Map(keys.map(({ id, key }) => [id, key]));
  return {
    currentId: current?.id ?? '',
    knows: (keyId) => byId.has(keyId),
    async wrap(dataKey, subject) {
      if (current === undefined) throw noKeys();
      const { nonce, ciphertext, tag } = seal(current.key, dataKey, toAssociatedData('data-key', subject));
      return Buffer.concat([nonce, ciphertext, tag]);
    },
    async unwrap(wrappedKey, keyId, subject) {
      const key = byId.get(keyId);
      if (key === undefined) throw missingKey(keyId, subject, [...byId.keys()]);
      const sealed = {
        nonce: wrappedKey.subarray(0, NONCE_BYTES),
        ciphertext: wrappedKey.subarray(NONCE_BYTES, -TAG_BYTES),
        tag: wrappedKey.subarray(-TAG_BYTES),
      };
      const dataKey =
        wrappedKey.length === NONCE_BYTES + KEY_BYTES + TAG_BYTES
          ? open(key, sealed, toAssociatedData('data-key', subject))
          : undefined;
      if (dataKey === undefined) throw wrongKey(keyId, subject);
      return dataKey;
    },
  };
}

const RETRY_AFTER_SECONDS = 60;

function noKeys(): DomainError {
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    'Wallets and personal data need a key-encryption key: set KEY_ENCRYPTION_KEYS to id:32 bytes in base64.',
    { reason: 'KEY_ENCRYPTION_KEY_MISSING', retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

function missingKey(keyId: string, subject: KeySubject, known: readonly string[]): DomainError {
  const here = known.length === 0 ? 'No key is' : `Only ${known.map((id) => `"${id}"`).join(', ')} is`;
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    `${'context' in subject ? 'Personal data' : 'A wallet'} needs the key-encryption key "${keyId}". ${here} configured: add "${keyId}" to KEY_ENCRYPTION_KEYS behind ` +
      'the current key, and keep it there until rotate-key-encryption reports that nothing remains.',
    { reason: 'KEY_ENCRYPTION_KEY_MISSING', retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

function wrongKey(keyId: string, subject: KeySubject): DomainError {
  const owner = 'context' in subject ? subject.context : `wallet ${subject.id}`;
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    `The key-encryption key "${keyId}" does not open the data key of ${owner}: KEY_ENCRYPTION_KEYS must hold ` +
      `the bytes that "${keyId}" had when it was made; if it does, the row was changed and must be restored from a ` +
      'backup.',
    { reason: 'KEY_ENCRYPTION_FAILED', retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
