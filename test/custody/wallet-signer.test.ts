import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Transaction, verifyTypedData } from 'ethers';
import type { Custody } from '../../src/adapters/custody/custody.ts';
import type { Ports } from '../../src/adapters/ports/ports.ts';
import type { TransactionToSign } from '../../src/core/wallets/signing-policy.ts';
import type { WalletSigner } from '../../src/adapters/custody/wallet-signer.ts';
import type { Wallet } from '../../src/core/wallets/wallet.ts';
import { newKeyEncryptionKey } from './keys.ts';
import { HUB, hubInterface, openCustodySetup, PASSPORT, POLICY } from './open-custody.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const custody = sharedByTests(openCustodySetup);
let ports: Ports & Custody;
let signer: WalletSigner;
let wallet: Wallet;
let managed: Wallet;
beforeAll(async () => {
  ports = await custody.open(newKeyEncryptionKey('main'));
  signer = ports.createSigner(POLICY, custody.records);
});
beforeEach(async () => {
  wallet = await make('SIGNER');
  managed = await make('MANAGED');
});

async function make(purpose: 'SIGNER' | 'MANAGED'): Promise<Wallet> {
  const made = await ports.walletKeys.generate({ purpose, label: '' });
  await ports.wallets.add(made);
  return made;
}

const transaction = (change: Partial<TransactionToSign> = {}): TransactionToSign => ({
  chainId: 31_337n,
  nonce: 0,
  to: HUB,
  data: hubInterface.getFunction('changeEntries')?.selector ?? '',
  gasLimit: 100_000n,
  maxFeePerGas: 2_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
  ...change,
});
const permit = () => ({
  spender: HUB,
  from: managed.address,
  to: wallet.address,
  passportId: 7n,
  nonce: 2n ** 255n,
  deadline: 1_900_000_000n,
});
const signaturesOf = (id: string) =>
  custody.database.sql.query(
    {
      name: '',
      text: 'select kind, hash, nonce::text from wallet_signature where wallet_id = $1 order by id',
    },
    [id],
  );

describe('the wallet signer', () => {
  it('can sign for wallets in custody whose key-encryption key it has, and for no others', async () => {
    const keys = [newKeyEncryptionKey('another'), newKeyEncryptionKey('main')];
    const others = await Promise.all(keys.map((key) => custody.open(key)));
    const signers = [signer, ...others.map(({ createSigner }) => createSigner(POLICY, custody.records))];
    expect(await Promise.all(signers.map((each) => each.canSign(wallet.address)))).toEqual([
      true,
      false,
      false,
    ]);
    expect(await signer.canSign(managed.address)).toBe(false);
    expect(await signer.canSign(HUB)).toBe(false);
  });

  it('signs a batch in order, and audits every signature', async () => {
    const batch = Array.from({ length: 30 }, (_, nonce) => transaction({ nonce }));

    const signed = await signer.signTransactions(wallet.address, batch);

    const read = signed.map(({ raw }) => Transaction.from(raw));
    expect(read.map(({ nonce, from, hash }) => ({ nonce, from, hash }))).toEqual(
      batch.map(({ nonce }, index) => ({ nonce, from: wallet.address, hash: signed[index]?.hash })),
    );
    expect(await signaturesOf(wallet.id)).toEqual(
      signed.map(({ hash }, nonce) => ['TRANSACTION', hash, String(nonce)]),
    );
  });

  it('returns the same bytes for the same transaction, and audits that, too', async () => {
    const [first, second] = [
      await signer.signTransactions(wallet.address, [transaction()]),
      await signer.signTransactions(wallet.address, [transaction()]),
    ];

    expect(second).toEqual(first);
    expect(await signaturesOf(wallet.id)).toHaveLength(2);
  });

  it('finds a wallet by its address in lower case', async () => {
    const [signed] = await signer.signTransactions(wallet.address.toLowerCase(), [transaction()]);

    expect(Transaction.from(signed?.raw).from).toBe(wallet.address);
  });

  it('signs a permit that the passport contract accepts as the managed wallet’s', async () => {
    const transferPermit = permit();

    const signature = await signer.signTransferPermit(transferPermit);

    const domain = { name: 'Passport', version: '1', chainId: 31_337, verifyingContract: PASSPORT };
    const types = {
      TransferPermit: [
        { name: 'spender', type: 'address' },
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'passportId', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint64' },
      ],
    };
    expect(verifyTypedData(domain, types, transferPermit, signature)).toBe(managed.address);
    expect(await signaturesOf(managed.id)).toEqual([
      ['TRANSFER_PERMIT', expect.stringMatching(/^0x[\da-f]{64}$/), String(2n ** 255n)],
    ]);
  });

  it('refuses a whole batch when the policy forbids one transaction, and signs none', async () => {
    const batch = [transaction(), transaction({ nonce: 1, to: PASSPORT })];

    await expect(signer.signTransactions(wallet.address, batch)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      reason: 'POLICY',
    });
    expect(await signaturesOf(wallet.id)).toEqual([]);
  });

  it('refuses a permit for any spender but the hub', async () => {
    const transferPermit = { ...permit(), spender: wallet.address };

    await expect(signer.signTransferPermit(transferPermit)).rejects.toMatchObject({ reason: 'POLICY' });
    expect(await signaturesOf(managed.id)).toEqual([]);
  });

  it('uses a key only for its purpose', async () => {
    await expect(signer.signTransactions(managed.address, [transaction()])).rejects.toMatchObject({
      code: 'SIGNER_NOT_CONFIGURED',
    });
    await expect(signer.signTransferPermit({ ...permit(), from: wallet.address })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      reason: 'WALLET_NOT_MANAGED',
    });
  });

  it('signs nothing for an empty batch', async () => {
    expect(await signer.signTransactions(wallet.address, [])).toEqual([]);
  });

  it('yields to the event loop while it signs many', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);

    await signer.signTransactions(
      wallet.address,
      Array.from({ length: 1_000 }, (_, nonce) => transaction({ nonce })),
    );
    clearInterval(timer);

    expect(turns).toBeGreaterThan(10);
  });
});

describe('a signature whose audit row cannot be written', () => {
  it('is not returned', async () => {
    // A real failure of the insert: a constraint makes the table refuse rows.
    const execute = (text: string) => custody.database.sql.query({ name: '', text }, []);
    await execute('alter table wallet_signature add constraint refuse check (nonce < 1000) not valid');
    try {
      const batch = [transaction(), transaction({ nonce: 1000 })];

      await expect(signer.signTransactions(wallet.address, batch)).rejects.toThrow(/refuse/);
      await expect(signer.signTransferPermit(permit())).rejects.toThrow(/refuse/);
      expect([await signaturesOf(wallet.id), await signaturesOf(managed.id)]).toEqual([[], []]);
    } finally {
      await execute('alter table wallet_signature drop constraint refuse');
    }
  });
});
