import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/** The mails to accounts that wait to be sent, such as those about new keys. They name what they are about without a reference. */
export class AccountMails20261126090501 extends Migration implements LosingMigration {
  readonly losses = [{ what: 'mails to accounts', count: 'select count(*) as rows from account_mail' }];

  override up(): void {
    this.addSql(`
      create table account_mail (
        id text collate "C" primary key,
        kind text not null,
        subject text collate "C" not null,
        by text not null,
        due_at timestamptz(3) not null,
        attempts integer not null default 0
      )`);
    this.addSql('create index account_mail_due on account_mail (due_at)');
  }

  override down(): void {
    this.addSql('drop table account_mail');
  }
}
