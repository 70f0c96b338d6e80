import { Migration } from '@mikro-orm/migrations';

/** Wallets whose keys are in custody, each key encrypted, and what they signed. */
export class Wallets20261121000400 extends Migration {
  override up(): void {
    this.addSql(`
      create table wallet (
        id text collate "C" primary key,
        address text collate "C" not null,
        purpose text collate "C" not null check (purpose in ('SIGNER', 'MANAGED')),
        label text not null,
        ciphertext bytea not null check (length(ciphertext) = 32),
        nonce bytea not null check (length(nonce) = 12),
        tag bytea not null check (length(tag) = 16),
        wrapped_key bytea not null,
        key_id text collate "C" not null,
        created_at timestamptz(3) not null,
        unique (address, purpose)
      )`);
    this.addSql('create index wallet_newest on wallet (created_at desc, id desc)');
    this.addSql('create index wallet_key on wallet (key_id, id)');
    this.addSql(`
      create table wallet_signature (
        id bigint generated always as identity primary key,
        wallet_id text collate "C" not null references wallet (id),
        kind text collate "C" not null check (kind in ('TRANSACTION', 'TRANSFER_PERMIT')),
        hash text collate "C" not null,
        nonce numeric(78) not null,
        at timestamptz(3) not null
      )`);
    this.addSql('create index wallet_signature_wallet on wallet_signature (wallet_id, id)');
    this.addSql('create index wallet_signature_hash on wallet_signature (hash)');
  }

  override down(): void {
    this.addSql('drop table wallet_signature');
    this.addSql('drop table wallet');
  }
}
