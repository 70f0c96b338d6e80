import type { KeySubject } from '../../core/secrets/key-encryption.ts';

/**
 * The associated data that binds a ciphertext to its subject and use. No part contains a line break and no wallet's
 * id is `text`, so two different subjects never have equal bytes.
 */
export function toAssociatedData(use: 'data-key' | 'private-key' | 'text', subject: KeySubject): Uint8Array {
  const parts =
    'context' in subject ? ['text', subject.context] : [subject.id, subject.address, subject.purpose];
  return Buffer.from(['giveaways', use, '1', ...parts].join('\n'));
}
