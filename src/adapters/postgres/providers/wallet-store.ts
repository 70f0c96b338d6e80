import type { SqlEntityManager } from '@mikro-orm/sql';
import { toPage } from '../../../core/values/paging.ts';
import type { SignerWallet, WalletStore } from '../../../core/wallets/wallet-store.ts';
import type { SealedWallet, Wallet } from '../../../core/wallets/wallet.ts';
import { WalletEntity, type WalletRow } from '../connection/entities.ts';
import { pageOf } from '../connection/pages.ts';

const ADD = `
  insert into wallet (id, address, purpose, label, ciphertext, nonce, tag, wrapped_key, key_id, created_at)
  values (?, ?, ?, ?, decode(?, 'base64'), decode(?, 'base64'), decode(?, 'base64'), decode(?, 'base64'), ?, ?)
  on conflict (address, purpose) do nothing`;

// A wallet whose key another rotation replaced meanwhile is left alone.
const REWRAP = `
  update wallet set wrapped_key = decode(new.wrapped_key, 'base64'), key_id = new.key_id
  from json_to_recordset(?::json) as new (id text, previous_key_id text, key_id text, wrapped_key text)
  where wallet.id = new.id and wallet.key_id = new.previous_key_id`;

export function createWalletStore(em: SqlEntityManager): WalletStore {
  const run = async (statement: string, values: readonly unknown[]): Promise<number> => {
    const { affectedRows } = await em.execute<{ affectedRows: number }>(statement, [...values], 'run');
    return affectedRows;
  };
  const findByKey = (side: '$lt' | '$gt', keyId: string, limit: number): Promise<WalletRow[]> =>
    em.find(WalletEntity, { keyId: { [side]: keyId } }, { orderBy: { keyId: 'asc', id: 'asc' }, limit });
  return {
    async add(wallet) {
      const { id, address, purpose, label, ciphertext, nonce, tag, wrappedKey, keyId, createdAt } = wallet;
      const sealed = [ciphertext, nonce, tag, wrappedKey].map(toBase64);
      const added = await run(ADD, [id, address, purpose, label, ...sealed, keyId, createdAt.toISOString()]);
      return added === 1;
    },
    async find(purpose, address) {
      const row = await em.findOne(WalletEntity, { purpose, address });
      return row === null ? undefined : toWallet(row);
    },
    async page(page) {
      return toPage((await pageOf(em, WalletEntity, {}, 'createdAt', page)).map(toWallet), page);
    },
    // Two index ranges, below and above the current key, which skip the wallets that already have it.
    async findOutdated(currentKeyId, first) {
      const before = await findByKey('$lt', currentKeyId, first);
      const missing = first - before.length;
      const after = missing > 0 ? await findByKey('$gt', currentKeyId, missing) : [];
      return [...before, ...after].map(toSealedWallet);
    },
    countOutdated: (currentKeyId) => em.count(WalletEntity, { keyId: { $ne: currentKeyId } }),
    async rewrap(keys) {
      if (keys.length === 0) return 0;
      const records = keys.map(({ walletId, previousKeyId, keyId, wrappedKey }) => ({
        id: walletId,
        previous_key_id: previousKeyId,
        key_id: keyId,
        wrapped_key: toBase64(wrappedKey),
      }));
      return run(REWRAP, [JSON.stringify(records)]);
    },
    async findSigner(address) {
      const row = await em.findOne(WalletEntity, { purpose: 'SIGNER', address });
      return row === null ? undefined : toSigner(row);
    },
    async attachedSigners() {
      const rows = await em.find(
        WalletEntity,
        { providerId: { $ne: null } },
        { fields: ['address', 'providerId'], orderBy: { providerId: 'asc', address: 'asc' } },
      );
      return rows.map(toSigner);
    },
    async attachSigner(address, providerId) {
      const free = { purpose: 'SIGNER', address, providerId: null } as const;
      return (await em.nativeUpdate(WalletEntity, free, { providerId })) === 1;
    },
    async detachSigner(address, providerId) {
      return (await em.nativeUpdate(WalletEntity, { address, providerId }, { providerId: null })) === 1;
    },
  };
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}

function toWallet({ id, address, purpose, label, keyId, createdAt }: WalletRow): Wallet {
  return { id, address, purpose, label, keyId, createdAt };
}

function toSigner({ address, providerId }: Pick<WalletRow, 'address' | 'providerId'>): SignerWallet {
  return { address, providerId: providerId ?? null };
}

function toSealedWallet(row: WalletRow): SealedWallet {
  const { ciphertext, nonce, tag, wrappedKey } = row;
  return { ...toWallet(row), ciphertext, nonce, tag, wrappedKey };
}
