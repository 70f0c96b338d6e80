import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/** The devices from which accounts signed in, and mails about new ones: these state what they say, since a session may end earlier. */
export class AccountDevices20261126114001 extends Migration implements LosingMigration {
  readonly losses = [
    { what: 'devices of accounts', count: 'select count(*) as rows from account_device' },
    {
      what: 'mails about new devices',
      count: `select count(*) as rows from account_mail where kind = 'SIGNED_IN'`,
    },
  ];

  override up(): void {
    this.addSql(`
      create table account_device (
        account_id text collate "C" not null,
        hash text collate "C" not null,
        first_seen_at timestamptz(3) not null,
        last_seen_at timestamptz(3) not null,
        primary key (account_id, hash)
      )`);
    this.addSql('create index account_device_last_seen on account_device (last_seen_at)');
    this.addSql('alter table account_mail add column account_id text collate "C", add column facts jsonb');
  }

  override down(): void {
    this.addSql(`delete from account_mail where kind = 'SIGNED_IN'`);
    this.addSql('alter table account_mail drop column account_id, drop column facts');
    this.addSql('drop table account_device');
  }
}
