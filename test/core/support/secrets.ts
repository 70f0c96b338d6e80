import { createHash } from 'node:crypto';
import type { Clock } from '../../../src/core/clock.ts';
import { DomainError, invalidPayload } from '../../../src/core/errors.ts';
import type { Ids } from '../../../src/core/ids.ts';
import type { KeyEncryption, KeySubject } from '../../../src/core/secrets/key-encryption.ts';
import type { SealedText, Sealing } from '../../../src/core/secrets/sealing.ts';
import type { WalletKeys } from '../../../src/core/wallets/wallet-keys.ts';
import type { SealedWallet } from '../../../src/core/wallets/wallet.ts';
import { digests } from '../../../src/adapters/chain/hub/digests.ts';

/** Keys by their ids; `use` makes another one the current key, and `lose` takes one away. */
export interface FakeKeyEncryption extends KeyEncryption {
  use(keyId: string): void;
  lose(keyId: string): void;
}

/** A wrapped key names its key and its subject, and opens with the two alone. */
export function createKeyEncryption(): FakeKeyEncryption {
  let currentId = 'key-1';
  const known = new Set([currentId]);
  const requireKey = (keyId: string) => {
    if (known.has(keyId)) return;
    throw new DomainError('SERVICE_UNAVAILABLE', `The key ${keyId} is missing.`, {
      reason: 'KEY_ENCRYPTION_KEY_MISSING',
    });
  };
  return {
    get currentId() {
      return currentId;
    },
    use(keyId) {
      known.add(keyId);
      currentId = keyId;
    },
    knows: (keyId) => known.has(keyId),
    lose: (keyId) => void known.delete(keyId),
    async wrap(dataKey, subject) {
      requireKey(currentId);
      return Buffer.from(
        JSON.stringify([currentId, nameOf(subject), Buffer.from(dataKey).toString('base64')]),
      );
    },
    async unwrap(wrappedKey, keyId, subject) {
      requireKey(keyId);
      const [by, context, dataKey] = JSON.parse(Buffer.from(wrappedKey).toString()) as [
        string,
        string,
        string,
      ];
      if (by !== keyId || context !== nameOf(subject))
        throw new DomainError('SERVICE_UNAVAILABLE', 'The key does not open this.', {
          reason: 'KEY_ENCRYPTION_FAILED',
        });
      return Buffer.from(dataKey, 'base64');
    },
  };
}

function nameOf(subject: KeySubject): string {
  return 'context' in subject ? subject.context : `${subject.purpose} ${subject.address} ${subject.id}`;
}

/** A sealed text hides its text from a look at its bytes, and opens in its context alone. */
export function createSealing(keyEncryption: KeyEncryption): Sealing {
  const nothing = new Uint8Array(1);
  return {
    async seal(text, context): Promise<SealedText> {
      const wrappedKey = await keyEncryption.wrap(Buffer.from(text.length.toString()), { context });
      const ciphertext = Buffer.from(text, 'utf8').map((byte) => byte ^ 0x5a);
      return { ciphertext, nonce: nothing, tag: nothing, wrappedKey, keyId: keyEncryption.currentId };
    },
    async open({ ciphertext, wrappedKey, keyId }, context) {
      await keyEncryption.unwrap(wrappedKey, keyId, { context });
      return Buffer.from(ciphertext.map((byte) => byte ^ 0x5a)).toString('utf8');
    },
  };
}

/** Wallets whose addresses come from their keys, by a hash instead of the curve. */
export function createWalletKeys(ids: Ids, clock: Clock, keyEncryption: KeyEncryption): WalletKeys {
  let generated = 0;
  const seal = async (
    { purpose, label }: Parameters<WalletKeys['generate']>[0],
    key: Uint8Array,
  ): Promise<SealedWallet> => {
    const identity = { id: ids.next('wal'), address: addressOf(key), purpose };
    const wrappedKey = await keyEncryption.wrap(key, identity);
    const bytes = {
      ciphertext: Uint8Array.from([1]),
      nonce: Uint8Array.from([2]),
      tag: Uint8Array.from([3]),
    };
    key.fill(0);
    return {
      ...identity,
      ...bytes,
      label,
      wrappedKey,
      keyId: keyEncryption.currentId,
      createdAt: clock.now(),
    };
  };
  return {
    generate(draft) {
      generated += 1;
      return seal(
        draft,
        Uint8Array.from({ length: 32 }, (_, place) => (place === 31 ? generated : 255 - place)),
      );
    },
    async import(draft, privateKey) {
      if (privateKey.every((byte) => byte === 0))
        throw invalidPayload([{ path: ['privateKey'], message: 'is no private key of secp256k1.' }]);
      return seal(draft, privateKey);
    },
  };
}

/** The address that a key has in the fakes. */
export function addressOf(key: Uint8Array): string {
  const hash = createHash('sha256').update(key).digest('hex');
  return digests.checksumAddress(`0x${hash.slice(0, 40)}`) ?? '';
}
