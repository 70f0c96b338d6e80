import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { withPrivateKey } from '../../src/adapters/custody/sealed-key.ts';
import type { Custody } from '../../src/adapters/custody/custody.ts';
import { followUpContext } from '../../src/core/secrets/sealing-contexts.ts';
import type { Ports } from '../../src/adapters/ports/ports.ts';
import { run } from '../../src/core/use-case.ts';
import { rotateKeyEncryption } from '../../src/core/key-rotation/rotate-key-encryption.ts';
import type { SealedWallet } from '../../src/core/wallets/wallet.ts';
import { newKeyEncryptionKey } from './keys.ts';
import { openCustodySetup, type CustodySetup } from './open-custody.ts';

type Opened = Ports & Custody;

const [OLD, OLDER, CURRENT] = [
  newKeyEncryptionKey('b-old'),
  newKeyEncryptionKey('z-older'),
  newKeyEncryptionKey('m-now'),
];
const ALL = [CURRENT, OLD, OLDER].join(',');

let custody: CustodySetup;
beforeEach(async () => {
  custody = await openCustodySetup();
});
afterEach(() => custody.close());

async function addWallets(ports: Opened, count: number): Promise<SealedWallet[]> {
  const made: SealedWallet[] = [];
  for (let index = 0; index < count; index += 1) {
    const wallet = await ports.walletKeys.generate({ purpose: index % 2 ? 'SIGNER' : 'MANAGED', label: '' });
    await ports.wallets.add(wallet);
    made.push(wallet);
  }
  return made;
}
const rotate = (ports: Ports, first?: number) =>
  run(ports, { kind: 'operator' }, rotateKeyEncryption, { first });
const keyOf = ({ keyEncryption }: Opened, wallet: SealedWallet) =>
  withPrivateKey(keyEncryption, wallet, async (key) => Buffer.from(key).toString('hex'));
const read = async ({ purpose, address }: SealedWallet) => {
  const found = await custody.records.find(purpose, address);
  if (found === undefined) throw new Error('The wallet is gone.');
  return found;
};
/** Expects that each wallet, as it is stored now, still has its key. */
async function expectIntact(ports: Opened, keys: ReadonlyMap<SealedWallet, string>): Promise<void> {
  for (const [wallet, key] of keys) expect(await keyOf(ports, await read(wallet))).toBe(key);
}

describe('rotateKeyEncryption', () => {
  it('re-encrypts all wallets with the current key, batch by batch, without changing their keys', async () => {
    const old = await custody.open(OLD);
    const older = await custody.open(OLDER);
    const wallets = [...(await addWallets(old, 3)), ...(await addWallets(older, 3))];
    const ports = await custody.open(ALL);
    await addWallets(ports, 2);
    const keys = new Map<SealedWallet, string>();
    for (const wallet of wallets) keys.set(wallet, await keyOf(ports, wallet));

    const batches = [await rotate(ports, 4), await rotate(ports, 4), await rotate(ports, 4)];

    expect(batches).toEqual([
      { rewrapped: 4, remaining: 2, keyId: 'm-now' },
      { rewrapped: 2, remaining: 0, keyId: 'm-now' },
      { rewrapped: 0, remaining: 0, keyId: 'm-now' },
    ]);
    await expectIntact(await custody.open(CURRENT), keys);
  });

  it('can stop after any batch: every wallet decrypts, even after a restart, and the rest follows', async () => {
    const keys = new Map<SealedWallet, string>();
    const old = await custody.open(OLD);
    for (const wallet of await addWallets(old, 5)) keys.set(wallet, await keyOf(old, wallet));

    for (const remaining of [4, 3, 2, 1, 0]) {
      const ports = await custody.open(ALL);
      expect(await rotate(ports, 1)).toMatchObject({ rewrapped: 1, remaining });
      await custody.reopen();
      await expectIntact(await custody.open(ALL), keys);
    }
    await expectIntact(await custody.open(CURRENT), keys);
  });

  it('changes nothing in a batch that needs a missing key, and continues when the key is back', async () => {
    const wallets = [
      ...(await addWallets(await custody.open(OLD), 2)),
      ...(await addWallets(await custody.open(OLDER), 1)),
    ];
    const without = await custody.open([CURRENT, OLD].join(','));

    await expect(rotate(without)).rejects.toThrow(/"z-older".*add "z-older" to KEY_ENCRYPTION_KEYS/);
    const stored = await Promise.all(wallets.map(read));
    expect(stored.map(({ keyId }) => keyId)).toEqual(['b-old', 'b-old', 'z-older']);
    expect(stored.map(({ wrappedKey }) => Buffer.from(wrappedKey))).toEqual(
      wallets.map(({ wrappedKey }) => Buffer.from(wrappedKey)),
    );

    expect(await rotate(await custody.open(ALL))).toMatchObject({ rewrapped: 3, remaining: 0 });
  });

  it('re-encrypts every wallet once when two run at the same time', async () => {
    const keys = new Map<SealedWallet, string>();
    const old = await custody.open(OLD);
    for (const wallet of await addWallets(old, 12)) keys.set(wallet, await keyOf(old, wallet));
    const ports = await custody.open(ALL);

    const rotations = await Promise.all([rotate(ports), rotate(ports), rotate(ports)]);

    expect(rotations.reduce((sum, { rewrapped }) => sum + rewrapped, 0)).toBe(12);
    await expectIntact(await custody.open(CURRENT), keys);
  });

  it('is recorded in the audit log, without a secret', async () => {
    await addWallets(await custody.open(OLD), 2);
    const ports = await custody.open(ALL);

    await rotate(ports);
    await rotate(ports);

    const page = { size: 10, backward: false, after: undefined, before: undefined };
    const { items } = await ports.audit.page(page);
    expect(items.map(({ actor, action, subject, facts }) => ({ actor, action, subject, facts }))).toEqual([
      {
        actor: 'operator',
        action: 'rotateKeyEncryption',
        subject: 'm-now',
        facts: { wallets: 2 },
      },
    ]);
  });

  it('changes nothing, not even follow-ups of provisions, when its audit entry cannot be written', async () => {
    const old = await custody.open(OLD);
    await addWallets(old, 1);
    await custody.database.em().execute(`insert into provider (id, name, chain_key, created_at)
      values ('prv_1', 'P', '0x1', now())`);
    const context = followUpContext('opn_1');
    const sealed = await old.sealing.seal('{}', context);
    await old.provisions.saveFollowUp({ operationId: 'opn_1', providerId: 'prv_1', sealed });
    await custody.database
      .em()
      .execute('alter table audit_entry add constraint refused check (false) not valid');
    const ports = await custody.open(ALL);

    await expect(rotate(ports)).rejects.toThrow(/refused/);

    expect(await ports.followUps.countOutdated('m-now')).toBe(1);
    expect(await ports.wallets.countOutdated('m-now')).toBe(1);
    await custody.database.em().execute('alter table audit_entry drop constraint refused');
    expect(await rotate(ports)).toMatchObject({ rewrapped: 2, remaining: 0 });
    const moved = await ports.provisions.findFollowUp('opn_1');
    expect(await (await custody.open(CURRENT)).sealing.open(moved?.sealed ?? sealed, context)).toBe('{}');
  });

  it('accepts batches of 1 to 500', async () => {
    const ports = await custody.open(CURRENT);
    for (const first of [0, -1, 501, 1.5])
      await expect(rotate(ports, first)).rejects.toMatchObject({ code: 'INVALID_PAYLOAD' });
    for (const first of [1, 500]) expect(await rotate(ports, first)).toMatchObject({ remaining: 0 });
  });
});
