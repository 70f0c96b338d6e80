import type { KeySubject } from '../../core/secrets/key-encryption.ts';

/**
 * The bytes that bind a ciphertext to its subject and its use. No part of a wallet can hold a line break and no wallet's
 * id is `text`, so nothing can pose as something else.
 */
export function toAssociated(use: 'data-key' | 'private-key' | 'text', subject: KeySubject): Uint8Array {
  const parts =
    'context' in subject ? ['text', subject.context] : [subject.id, subject.address, subject.purpose];
  return Buffer.from(['giveaways', use, '1', ...parts].join('\n'));
}
