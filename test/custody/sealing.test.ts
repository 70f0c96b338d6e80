import { expect, it } from '@jest/globals';
import { createSecretKey, randomBytes } from 'node:crypto';
import { createLocalKeyEncryption } from '../../src/adapters/custody/key-encryption.ts';
import { createSealing } from '../../src/adapters/custody/sealing.ts';
import type { SealedText } from '../../src/core/secrets/sealing.ts';

const newKey = (id: string) => ({ id, key: createSecretKey(randomBytes(32)) });
const [first, second] = [newKey('first'), newKey('second')];
const sealing = createSealing(createLocalKeyEncryption([first]));

it.each(['', 'someone@example.com', 'Zoë 🎈\n\u0000', 'x'.repeat(10_000)])(
  'decrypts a text in its context: %j',
  async (text) => {
    expect(await sealing.open(await sealing.seal(text, 'here'), 'here')).toBe(text);
  },
);

it('reveals nothing of a sealed text, and never seals two alike', async () => {
  const [one, other] = [await sealing.seal('secret word', 'here'), await sealing.seal('secret word', 'here')];
  expect(Buffer.from(one.ciphertext).includes('secret')).toBe(false);
  expect(one.keyId).toBe('first');
  for (const part of ['ciphertext', 'nonce', 'wrappedKey'] as const)
    expect(Buffer.from(one[part])).not.toEqual(Buffer.from(other[part]));
});

it('decrypts nothing in another context, or with another data key', async () => {
  const [one, other] = [await sealing.seal('one', 'here'), await sealing.seal('other', 'here')];
  await expect(sealing.open(one, 'there')).rejects.toMatchObject({ reason: 'KEY_ENCRYPTION_FAILED' });
  await expect(sealing.open({ ...one, wrappedKey: other.wrappedKey }, 'here')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    reason: 'SEALED_DATA_CHANGED',
  });
});

it.each(['ciphertext', 'nonce', 'tag', 'wrappedKey'] as const)(
  'decrypts nothing after one bit of the %s was changed',
  async (part) => {
    const sealed = await sealing.seal('a text', 'here');
    const bytes = Buffer.from(sealed[part]);
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    const changed: SealedText = { ...sealed, [part]: bytes };
    await expect(sealing.open(changed, 'here')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  },
);

it('names a missing key-encryption key, and says what to do', async () => {
  const sealed = await sealing.seal('a text', 'here');
  const others = createSealing(createLocalKeyEncryption([second]));
  await expect(others.open(sealed, 'here')).rejects.toThrow(
    /^Personal data needs the key-encryption key "first".*add "first" to KEY_ENCRYPTION_KEYS/,
  );
  const none = createSealing(createLocalKeyEncryption([]));
  await expect(none.seal('a text', 'here')).rejects.toMatchObject({ reason: 'KEY_ENCRYPTION_KEY_MISSING' });
});
