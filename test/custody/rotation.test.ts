import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { withPrivateKey } from '../../src/adapters/custody/sealed-key.ts';
import type { Custody } from '../../src/adapters/custody/custody.ts';
import { followUpContext } from '../../src/core/secrets/sealing-contexts.ts';
import type { Ports } from '../../src/core/ports.ts';
import { run } from '../../src/core/use-case.ts';
import { rotateKeyEncryption } from '../../src/core/secrets/rotate-key-encryption.ts';
import type { SealedWallet } from '../../src/core/wallets/wallet.ts';
import { newKeyEncryptionKey } from './keys.ts';
import { openCustodyBench, type CustodyBench } from './open-custody.ts';

type Opened = Ports & Custody;

const [OLD, OLDER, CURRENT] = [
  newKeyEncryptionKey('b-old'),
  newKeyEncryptionKey('z-older'),
  newKeyEncryptionKey('m-now'),
];
const ALL = [CURRENT, OLD, OLDER].join(',');

let bench: CustodyBench;
beforeEach(async () => {
  bench = await openCustodyBench();
});
afterEach(() => bench.close());

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
  const found = await bench.records.find(purpose, address);
  if (found === undefined) throw new Error('The wallet is gone.');
  return found;
};
/** Whether each of the wallets, as it is stored now, still has its key. */
async function expectIntact(ports: Opened, keys: ReadonlyMap<SealedWallet, string>): Promise<void> {
  for (const [wallet, key] of keys) expect(await keyOf(ports, await read(wallet))).toBe(key);
}

describe('rotateKeyEncryption', () => {
  it('moves all wallets to the current key, batch by batch, and the keys stay what they were', async () => {
    const old = await bench.open(OLD);
    const older = await bench.open(OLDER);
    const wallets = [...(await addWallets(old, 3)), ...(await addWallets(older, 3))];
    const ports = await bench.open(ALL);
    await addWallets(ports, 2);
    const keys = new Map<SealedWallet, string>();
    for (const wallet of wallets) keys.set(wallet, await keyOf(ports, wallet));

    const batches = [await rotate(ports, 4), await rotate(ports, 4), await rotate(ports, 4)];

    expect(batches).toEqual([
      { rewrapped: 4, remaining: 2, keyId: 'm-now' },
      { rewrapped: 2, remaining: 0, keyId: 'm-now' },
      { rewrapped: 0, remaining: 0, keyId: 'm-now' },
    ]);
    await expectIntact(await bench.open(CURRENT), keys);
  });

  it('can stop after any batch: every wallet opens, after a restart too, and the rest follows', async () => {
    const keys = new Map<SealedWallet, string>();
    const old = await bench.open(OLD);
    for (const wallet of await addWallets(old, 5)) keys.set(wallet, await keyOf(old, wallet));

    for (const remaining of [4, 3, 2, 1, 0]) {
      const ports = await bench.open(ALL);
      expect(await rotate(ports, 1)).toMatchObject({ rewrapped: 1, remaining });
      await bench.reopen();
      await expectIntact(await bench.open(ALL), keys);
    }
    await expectIntact(await bench.open(CURRENT), keys);
  });

  it('changes nothing of a batch that a missing key interrupts, and goes on when the key is back', async () => {
    const wallets = [
      ...(await addWallets(await bench.open(OLD), 2)),
      ...(await addWallets(await bench.open(OLDER), 1)),
    ];
    const without = await bench.open([CURRENT, OLD].join(','));

    await expect(rotate(without)).rejects.toThrow(/"z-older".*add "z-older" to KEY_ENCRYPTION_KEYS/);
    const stored = await Promise.all(wallets.map(read));
    expect(stored.map(({ keyId }) => keyId)).toEqual(['b-old', 'b-old', 'z-older']);
    expect(stored.map(({ wrappedKey }) => Buffer.from(wrappedKey))).toEqual(
      wallets.map(({ wrappedKey }) => Buffer.from(wrappedKey)),
    );

    expect(await rotate(await bench.open(ALL))).toMatchObject({ rewrapped: 3, remaining: 0 });
  });

  it('two at once move every wallet once', async () => {
    const keys = new Map<SealedWallet, string>();
    const old = await bench.open(OLD);
    for (const wallet of await addWallets(old, 12)) keys.set(wallet, await keyOf(old, wallet));
    const ports = await bench.open(ALL);

    const rotations = await Promise.all([rotate(ports), rotate(ports), rotate(ports)]);

    expect(rotations.reduce((sum, { rewrapped }) => sum + rewrapped, 0)).toBe(12);
    await expectIntact(await bench.open(CURRENT), keys);
  });

  it('is written into the audit log, without a secret', async () => {
    await addWallets(await bench.open(OLD), 2);
    const ports = await bench.open(ALL);

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

  it('moves nothing, follow-ups of provisions included, when its audit entry cannot be written', async () => {
    const old = await bench.open(OLD);
    await addWallets(old, 1);
    await bench.database.em().execute(`insert into provider (id, name, chain_key, created_at)
      values ('prv_1', 'P', '0x1', now())`);
    const context = followUpContext('opn_1');
    const sealed = await old.sealing.seal('{}', context);
    await old.provisions.saveFollowUp({ operationId: 'opn_1', providerId: 'prv_1', sealed });
    await bench.database
      .em()
      .execute('alter table audit_entry add constraint refused check (false) not valid');
    const ports = await bench.open(ALL);

    await expect(rotate(ports)).rejects.toThrow(/refused/);

    expect(await ports.followUps.countOutdated('m-now')).toBe(1);
    expect(await ports.wallets.countOutdated('m-now')).toBe(1);
    await bench.database.em().execute('alter table audit_entry drop constraint refused');
    expect(await rotate(ports)).toMatchObject({ rewrapped: 2, remaining: 0 });
    const moved = await ports.provisions.findFollowUp('opn_1');
    expect(await (await bench.open(CURRENT)).sealing.open(moved?.sealed ?? sealed, context)).toBe('{}');
  });

  it('takes batches of 1 to 500', async () => {
    const ports = await bench.open(CURRENT);
    for (const first of [0, -1, 501, 1.5])
      await expect(rotate(ports, first)).rejects.toMatchObject({ code: 'INVALID_PAYLOAD' });
    for (const first of [1, 500]) expect(await rotate(ports, first)).toMatchObject({ remaining: 0 });
  });
});
