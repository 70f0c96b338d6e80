import { Migration } from '@mikro-orm/migrations';

/** Managed wallets of providers, and what is still to be done for entrants once their passports are theirs. */
export class Provisions20261121000900 extends Migration {
  override up(): void {
    this.addSql(`
      create table managed_wallet (
        address text collate "C" primary key,
        provider_id text collate "C" not null references provider (id),
        entrant_wallet text collate "C",
        created_at timestamptz(3) not null default now()
      )`);
    this.addSql('create index managed_wallet_provider on managed_wallet (provider_id, created_at)');
    // Gone when it is done: the address is in the sealed text, and nowhere else.
    this.addSql(`
      create table provision_errand (
        operation_id text collate "C" primary key,
        provider_id text collate "C" not null references provider (id),
        ciphertext bytea not null,
        nonce bytea not null,
        tag bytea not null,
        wrapped_key bytea not null,
        key_id text collate "C" not null,
        created_at timestamptz(3) not null default now()
      )`);
  }

  override down(): void {
    this.addSql('drop table provision_errand');
    this.addSql('drop table managed_wallet');
  }
}
