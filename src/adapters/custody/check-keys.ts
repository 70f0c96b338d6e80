import { randomBytes } from 'node:crypto';
import type { KeySubject } from '../../core/secrets/key-encryption.ts';
import type { KeyChecks } from '../ports/key-checks.ts';
import { KEY_BYTES } from './gcm.ts';
import { createLocalKeyEncryption, type KeyEncryptionKey } from './key-encryption.ts';

/**
 * Opens with each key what the key of its name has wrapped: its check value, which the first start stores. Throws an Error that
 * names the key when other bytes have its name.
 */
export async function checkKeys(keys: readonly KeyEncryptionKey[], checks: KeyChecks): Promise<void> {
  for (const key of keys) {
    const { wrap, unwrap } = createLocalKeyEncryption([key]);
    const opens = async (wrappedKey: Uint8Array, subject: KeySubject) => {
      const dataKey = await unwrap(wrappedKey, key.id, subject).catch(() => undefined);
      dataKey?.fill(0);
      if (dataKey === undefined) throw otherBytes(key.id);
    };
    const subject = { context: `check of ${key.id}` };
    const known = await checks.find(key.id);
    if (known === undefined) {
      // Data of earlier releases, which stored no check values.
      const use = await checks.findUse(key.id);
      if (use) await opens(use.wrappedKey, use.subject);
    }
    const check = known ?? (await checks.keep(key.id, await wrap(randomBytes(KEY_BYTES), subject)));
    await opens(check, subject);
  }
}

function otherBytes(keyId: string): Error {
  return new Error(
    `the key-encryption key "${keyId}" has other bytes than the key of this name that the database knows: ` +
      'restore its bytes, or give the new key a name of its own.',
  );
}
