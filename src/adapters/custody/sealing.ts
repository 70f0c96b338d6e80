import { randomBytes } from 'node:crypto';
import { DomainError } from '../../core/errors.ts';
import type { KeyEncryption } from '../../core/secrets/key-encryption.ts';
import type { Sealing } from '../../core/secrets/sealing.ts';
import { toAssociatedData } from './associated-data.ts';
import { KEY_BYTES, open, seal } from './gcm.ts';

/** Encrypts each text under a fresh data key, and wraps the data key with the key-encryption key. */
export function createSealing(keyEncryption: KeyEncryption): Sealing {
  return {
    async seal(text, context) {
      const keyId = keyEncryption.currentId;
      const dataKey = randomBytes(KEY_BYTES);
      try {
        const wrappedKey = await keyEncryption.wrap(dataKey, { context });
        return {
          ...seal(dataKey, Buffer.from(text), toAssociatedData('text', { context })),
          wrappedKey,
          keyId,
        };
      } finally {
        dataKey.fill(0);
      }
    },
    async open(sealed, context) {
      const dataKey = await keyEncryption.unwrap(sealed.wrappedKey, sealed.keyId, { context });
      try {
        const plain = open(dataKey, sealed, toAssociatedData('text', { context }));
        if (plain === undefined) throw changed(context);
        return Buffer.from(plain).toString();
      } finally {
        dataKey.fill(0);
      }
    },
  };
}

function changed(context: string): DomainError {
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    `The data of ${context} does not open: its row was changed and must be restored from a backup.`,
    { reason: 'SEALED_DATA_CHANGED', retryAfterSeconds: 60 },
  );
}
