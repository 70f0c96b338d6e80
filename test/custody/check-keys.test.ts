import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createKeyChecks } from '../../src/adapters/postgres/providers/key-checks.ts';
import { newKeyEncryptionKey } from './keys.ts';
import { openCustodySetup, type CustodySetup } from './open-custody.ts';

let custody: CustodySetup;
beforeEach(async () => {
  custody = await openCustodySetup();
});
afterEach(() => custody.close());

const check = async (...keys: readonly string[]) => {
  const { checkKeys } = await custody.open(keys.join(','));
  await checkKeys(createKeyChecks(custody.database.sql));
};
const addWallet = async (key: string) => {
  const ports = await custody.open(key);
  await ports.wallets.add(await ports.walletKeys.generate({ purpose: 'MANAGED', label: '' }));
};

describe('the start with key-encryption keys', () => {
  it('is accepted with the keys that the database knows, in any order, and with new ones', async () => {
    const [one, two] = [newKeyEncryptionKey('k1'), newKeyEncryptionKey('k2')];
    await check(one);
    await check(one, two);
    await check(two, one);
    await check(two);
  });

  it('is refused when other bytes have the name of a known key, also behind the current one', async () => {
    const [one, two] = [newKeyEncryptionKey('k1'), newKeyEncryptionKey('k2')];
    await check(one, two);
    await expect(check(newKeyEncryptionKey('k1'))).rejects.toThrow(/"k1" has other bytes/);
    await expect(check(one, newKeyEncryptionKey('k2'))).rejects.toThrow(/"k2" has other bytes/);
    await check(one, two);
  });

  it('is refused when wallets of an earlier release need other bytes', async () => {
    await addWallet(newKeyEncryptionKey('k1'));
    await expect(check(newKeyEncryptionKey('k1'))).rejects.toThrow(/"k1" has other bytes/);
  });

  it('is accepted with the key that wallets of an earlier release need', async () => {
    const one = newKeyEncryptionKey('k1');
    await addWallet(one);
    await check(one);
  });

  it('a start of two instances at once stores one check value', async () => {
    const one = newKeyEncryptionKey('k1');
    await Promise.all([check(one), check(one)]);
    await check(one);
  });
});
