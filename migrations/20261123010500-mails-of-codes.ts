import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/** The mail of a sign-in code waits with the code. */
export class MailsOfCodes20261123010500 extends Migration implements LosingMigration {
  readonly losses = [
    {
      what: 'mails with sign-in codes that wait to be sent',
      count: 'select count(*) as rows from sign_in_code where mail is not null',
    },
  ];

  override up(): void {
    // The mail, encrypted, until it was sent or refused, or the code has expired.
    this.addSql('alter table sign_in_code add column mail text, add column refused_at timestamptz(3)');
  }

  override down(): void {
    this.addSql('alter table sign_in_code drop column mail, drop column refused_at');
  }
}
