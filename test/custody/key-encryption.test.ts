import { describe, expect, it } from '@jest/globals';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCustody, type Custody } from '../../src/adapters/custody/custody.ts';
import { ids } from '../../src/runtime/ids.ts';
import { newKeyEncryptionKey } from './keys.ts';
import { clock, POLICY } from './open-custody.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const folder = temporaryDirectory('custody-keys');

let made = 0;
const newDirectory = () => join(folder, `data-${(made += 1)}`);
const open = (keyEncryptionKeys?: string, directory = newDirectory(), production = false): Promise<Custody> =>
  createCustody({ keyEncryptionKeys, directory, production, ids, clock });
const newWallet = ({ walletKeys }: Custody) => walletKeys.generate({ purpose: 'SIGNER', label: '' });
const unwrap = async ({ keyEncryption }: Custody, wallet: Awaited<ReturnType<typeof newWallet>>) =>
  (await keyEncryption.unwrap(wallet.wrappedKey, wallet.keyId, wallet)).length;
// These tests create signers and never use them.
const noRecords = { find: async () => undefined, add: async () => undefined };

describe('key-encryption keys', () => {
  it('encrypt with the first, and decrypt with each', async () => {
    const [old, current] = [newKeyEncryptionKey('2030'), newKeyEncryptionKey('2031')];
    const earlier = await newWallet(await open(old));

    const custody = await open(`${current}, ${old}`);
    const later = await newWallet(custody);

    expect([earlier.keyId, later.keyId, custody.keyEncryption.currentId]).toEqual(['2030', '2031', '2031']);
    expect([await unwrap(custody, earlier), await unwrap(custody, later)]).toEqual([32, 32]);
  });

  it('name the missing key and the available ones, and say what to do', async () => {
    const wallet = await newWallet(await open(newKeyEncryptionKey('lost-2030')));
    const custody = await open(newKeyEncryptionKey('new-2031'));

    const failure = unwrap(custody, wallet);

    await expect(failure).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      reason: 'KEY_ENCRYPTION_KEY_MISSING',
    });
    await expect(failure).rejects.toThrow(
      /needs the key-encryption key "lost-2030".*Only "new-2031".*add "lost-2030" to KEY_ENCRYPTION_KEYS/,
    );
  });

  it('report a key with the same id but other bytes', async () => {
    const wallet = await newWallet(await open(newKeyEncryptionKey('main')));
    const custody = await open(newKeyEncryptionKey('main'));

    const failure = unwrap(custody, wallet);

    await expect(failure).rejects.toMatchObject({ reason: 'KEY_ENCRYPTION_FAILED' });
    await expect(failure).rejects.toThrow(
      new RegExp(`"main" does not open the data key of wallet ${wallet.id}.*KEY_ENCRYPTION_KEYS must hold`),
    );
  });

  it.each([
    ['without an id', newKeyEncryptionKey('a').slice(2)],
    ['that is short', 'a:AAAA'],
    ['that is not base64', `a:${'!'.repeat(43)}=`],
    ['among others', `${newKeyEncryptionKey('a')},b:AAAA`],
    ['that is empty', ''],
  ])('refuse a key %s, without showing it', async (_case, text) => {
    const failure = open(text);

    await expect(failure).rejects.toThrow(/^KEY_ENCRYPTION_KEYS must list keys/);
    await failure.catch(({ message }: Error) => {
      for (const entry of text.split(',').filter((each) => each.length > 3))
        expect(message).not.toContain(entry);
    });
  });

  it('refuse two keys with one id', async () => {
    const keys = [newKeyEncryptionKey('a'), newKeyEncryptionKey('a')].join(',');

    await expect(open(keys)).rejects.toThrow(/"a" twice/);
  });
});

describe('a start without KEY_ENCRYPTION_KEYS', () => {
  it('creates a key once, readable by its owner only, and uses it at the next start', async () => {
    const directory = newDirectory();

    const wallet = await newWallet(await open(undefined, directory));
    const again = await open(undefined, directory);

    const file = join(directory, 'key-encryption-keys');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toMatch(/^local-[\da-f]{8}:[\w+/]{43}=\n$/);
    expect([await unwrap(again, wallet), again.keyEncryption.currentId]).toEqual([32, wallet.keyId]);
  });

  it('agrees on one key with a simultaneous start', async () => {
    const directory = newDirectory();

    const custodies = await Promise.all([open(undefined, directory), open(undefined, directory)]);

    const [first, second] = custodies.map(({ keyEncryption }) => keyEncryption.currentId);
    expect(first).toBe(second);
  });

  it('uses another key name in another folder', async () => {
    const [one, other] = [await open(), await open()];

    expect(one.keyEncryption.currentId).not.toBe(other.keyEncryption.currentId);
  });

  it('names a damaged key file', async () => {
    const directory = newDirectory();
    await open(undefined, directory);
    await writeFile(join(directory, 'key-encryption-keys'), 'nonsense');

    await expect(open(undefined, directory)).rejects.toThrow(/key-encryption-keys must list keys/);
  });

  it('creates no key in production: it starts, creates no wallet, and has no signer', async () => {
    const directory = newDirectory();
    const custody = await open(undefined, directory, true);

    await expect(newWallet(custody)).rejects.toMatchObject({ reason: 'KEY_ENCRYPTION_KEY_MISSING' });
    expect(() => custody.createSigner(POLICY, noRecords)).toThrow(/KEY_ENCRYPTION_KEYS is needed/);
    await expect(stat(directory)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('uses an existing key file in production, so that a secret mount can provide it', async () => {
    const directory = newDirectory();
    const wallet = await newWallet(await open(undefined, directory));

    expect(await unwrap(await open(undefined, directory, true), wallet)).toBe(32);
  });
});
