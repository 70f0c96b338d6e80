import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/** Passkeys of accounts, the handles by which devices know accounts, and the challenges that were used. */
export class Passkeys20261126152001 extends Migration implements LosingMigration {
  readonly losses = [
    { what: 'passkeys of accounts', count: 'select count(*) as rows from passkey' },
    {
      what: 'mails about passkeys',
      count: `select count(*) as rows from account_mail where kind in ('PASSKEY_ADDED', 'PASSKEY_REMOVED')`,
    },
  ];

  override up(): void {
    this.addSql(`
      create table passkey (
        id text collate "C" primary key,
        account_id text collate "C" not null,
        credential_id text collate "C" not null unique,
        public_key text not null,
        counter bigint not null,
        synced boolean not null,
        transports text not null,
        name text not null,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3)
      )`);
    this.addSql('create index passkey_account on passkey (account_id)');
    this.addSql(`
      create table passkey_challenge (
        hash text collate "C" primary key,
        expires_at timestamptz(3) not null
      )`);
    this.addSql('create index passkey_challenge_expires_at on passkey_challenge (expires_at)');
    this.addSql('alter table user_account add column passkey_handle text collate "C"');
  }

  override down(): void {
    this.addSql(`delete from account_mail where kind in ('PASSKEY_ADDED', 'PASSKEY_REMOVED')`);
    this.addSql('alter table user_account drop column passkey_handle');
    this.addSql('drop table passkey_challenge');
    this.addSql('drop table passkey');
  }
}
