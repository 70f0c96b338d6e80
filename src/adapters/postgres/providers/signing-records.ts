import type { SigningRecords } from '../../ports/signing-records.ts';
import type { SealedWallet, WalletPurpose } from '../../../core/wallets/wallet.ts';
import { toIsoInstant, type Sql, type TextRow } from '../connection/sql.ts';

const FIND = {
  name: 'find-sealed-wallet',
  text: `select id, address, purpose, label, key_id, created_at, encode(ciphertext, 'base64'),
      encode(nonce, 'base64'), encode(tag, 'base64'), encode(wrapped_key, 'base64')
    from wallet where address = $1 and purpose = $2`,
};
const ADD = {
  name: 'add-wallet-signatures',
  text: `insert into wallet_signature (wallet_id, kind, hash, nonce, at)
    select * from unnest($1::text[], $2::text[], $3::text[], $4::numeric[], $5::timestamptz[])`,
};

/** One indexed read and one insert for each call of the signer (hot path: `add-wallet-signatures`). */
export function createSigningRecords(sql: Sql): SigningRecords {
  return {
    async find(purpose, address) {
      const [row] = await sql.query(FIND, [address, purpose]);
      return row && toSealedWallet(row);
    },
    async add(records) {
      await sql.query(ADD, [
        records.map(({ walletId }) => walletId),
        records.map(({ kind }) => kind),
        records.map(({ hash }) => hash),
        records.map(({ nonce }) => nonce.toString()),
        records.map(({ at }) => at.toISOString()),
      ]);
    },
  };
}

function toSealedWallet(row: TextRow): SealedWallet {
  const [id, address, purpose, label, keyId, createdAt, ciphertext, nonce, tag, wrappedKey] = row.map(String);
  return {
    id: id ?? '',
    address: address ?? '',
    // Guaranteed by a check of the table.
    purpose: purpose as WalletPurpose,
    label: label ?? '',
    keyId: keyId ?? '',
    createdAt: new Date(toIsoInstant(createdAt ?? '')),
    ciphertext: fromBase64(ciphertext),
    nonce: fromBase64(nonce),
    tag: fromBase64(tag),
    wrappedKey: fromBase64(wrappedKey),
  };
}

function fromBase64(text = ''): Uint8Array {
  return Buffer.from(text, 'base64');
}
