import { beforeAll, describe, expect, it } from '@jest/globals';
import { withPrivateKey } from '../../src/adapters/custody/sealed-key.ts';
import type { Custody } from '../../src/adapters/custody/custody.ts';
import type { Ports } from '../../src/adapters/ports/ports.ts';
import type { SealedWallet } from '../../src/core/wallets/wallet.ts';
import { newKeyEncryptionKey, newPrivateKey } from './keys.ts';
import { openCustodySetup } from './open-custody.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const custody = sharedByTests(openCustodySetup);
let ports: Ports & Custody;
beforeAll(async () => {
  ports = await custody.open(newKeyEncryptionKey('main'));
});

const draft = { purpose: 'SIGNER', label: 'A signer' } as const;
const open = (wallet: SealedWallet) =>
  withPrivateKey(ports.keyEncryption, wallet, async (key) => Buffer.from(key).toString('hex'));

describe('a private key in custody', () => {
  it('is read from the database unchanged', async () => {
    const key = newPrivateKey();
    const hex = key.toString('hex');
    const wallet = await ports.walletKeys.import(draft, key);
    await ports.wallets.add(wallet);

    const found = await custody.records.find('SIGNER', wallet.address);

    expect(found && (await open(found))).toBe(hex);
    expect(found).toMatchObject({ id: wallet.id, ...draft, keyId: 'main', createdAt: wallet.createdAt });
  });

  it('is zeroed in its source, and after its use', async () => {
    const key = newPrivateKey();
    const wallet = await ports.walletKeys.import(draft, key);

    const used = await withPrivateKey(ports.keyEncryption, wallet, async (opened) => opened);

    expect([Buffer.from(key), Buffer.from(used)]).toEqual([Buffer.alloc(32), Buffer.alloc(32)]);
  });

  it('is zeroed when its use fails, too', async () => {
    const wallet = await ports.walletKeys.generate(draft);
    let seen: Uint8Array = Buffer.of(1);

    const use = withPrivateKey(ports.keyEncryption, wallet, (opened) => {
      seen = opened;
      throw new Error('no');
    });

    await expect(use).rejects.toThrow('no');
    expect(Buffer.from(seen)).toEqual(Buffer.alloc(32));
  });

  it('has its own data key, nonces and address', async () => {
    const [one, other] = [await ports.walletKeys.generate(draft), await ports.walletKeys.generate(draft)];

    for (const field of ['ciphertext', 'nonce', 'tag', 'wrappedKey', 'address', 'id'] as const)
      expect(one[field]).not.toEqual(other[field]);
  });

  it.each([
    ['no bytes', Buffer.alloc(0)],
    ['31 bytes', Buffer.alloc(31, 1)],
    ['33 bytes', Buffer.alloc(33, 1)],
    ['zero', Buffer.alloc(32)],
    [
      'the order of the group',
      Buffer.from('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', 'hex'),
    ],
  ])('is refused when it is %s', async (_case, key) => {
    await expect(ports.walletKeys.import(draft, key)).rejects.toMatchObject({ code: 'INVALID_PAYLOAD' });
  });

  it('is stored once per address and purpose', async () => {
    const key = newPrivateKey();
    const add = async (purpose: 'SIGNER' | 'MANAGED') =>
      ports.wallets.add(await ports.walletKeys.import({ purpose, label: '' }, Buffer.from(key)));

    expect([await add('SIGNER'), await add('SIGNER'), await add('MANAGED')]).toEqual([true, false, true]);
  });
});

describe('a manipulated row', () => {
  const parts = ['ciphertext', 'nonce', 'tag', 'wrappedKey'] as const;

  it.each(parts)('does not open with any bit of its %s flipped', async (part) => {
    const wallet = await ports.walletKeys.generate(draft);
    for (let bit = 0; bit < wallet[part].length * 8; bit += 1) {
      const bytes = Buffer.from(wallet[part]);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));

      await expect(open({ ...wallet, [part]: bytes })).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        reason: part === 'wrappedKey' ? 'KEY_ENCRYPTION_FAILED' : 'WALLET_CHANGED',
      });
    }
  });

  it.each(parts)('does not open with its %s cut short or made longer', async (part) => {
    const wallet = await ports.walletKeys.generate(draft);
    for (const bytes of [
      Buffer.alloc(0),
      wallet[part].subarray(1),
      wallet[part].subarray(0, -1),
      Buffer.concat([wallet[part], Buffer.of(0)]),
    ])
      await expect(open({ ...wallet, [part]: bytes })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('does not open as another wallet, under another address, or for another purpose', async () => {
    const wallet = await ports.walletKeys.generate(draft);
    const other = await ports.walletKeys.generate(draft);
    const { ciphertext, nonce, tag, wrappedKey } = wallet;

    for (const row of [
      { ...other, ciphertext },
      { ...other, ciphertext, nonce, tag },
      { ...other, ciphertext, nonce, tag, wrappedKey },
      { ...other, wrappedKey },
      { ...wallet, id: other.id },
      { ...wallet, address: other.address },
      { ...wallet, purpose: 'MANAGED' as const },
    ])
      await expect(open(row)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('does not open when only the data key is moved with its wallet’s name', async () => {
    // A wallet's data key decrypts only with that wallet's identity, even for someone who can write the whole table.
    const wallet = await ports.walletKeys.generate(draft);
    const dataKey = await ports.keyEncryption.unwrap(wallet.wrappedKey, 'main', wallet);
    const other = { ...wallet, id: 'wal_other' };
    const wrappedKey = await ports.keyEncryption.wrap(dataKey, other);

    await expect(open({ ...other, wrappedKey })).rejects.toMatchObject({ reason: 'WALLET_CHANGED' });
  });
});
