import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/**
 * The addresses that reporters of listings leave, and the mails about reports and decisions that wait to be sent. A mail names what
 * it is about without a reference, so that purging that is not delayed by a mail server.
 */
export class ReportMails20261126060301 extends Migration implements LosingMigration {
  readonly losses = [
    {
      what: 'addresses of reporters of listings',
      count: 'select count(*) as rows from listing_report where email is not null',
    },
    { what: 'mails about reports of listings', count: 'select count(*) as rows from report_mail' },
  ];

  override up(): void {
    this.addSql('alter table listing_report add column email text');
    this.addSql(`
      create table report_mail (
        id text collate "C" primary key,
        kind text not null,
        subject text collate "C" not null,
        account_id text collate "C",
        due_at timestamptz(3) not null,
        attempts integer not null default 0
      )`);
    this.addSql('create index report_mail_due on report_mail (due_at)');
  }

  override down(): void {
    this.addSql('drop table report_mail');
    this.addSql('alter table listing_report drop column email');
  }
}
