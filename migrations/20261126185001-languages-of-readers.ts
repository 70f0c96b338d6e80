import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/** The languages in which accounts and reporters of listings read e-mails; null is the default. */
export class LanguagesOfReaders20261126185001 extends Migration implements LosingMigration {
  readonly losses = [
    {
      what: 'languages of accounts',
      count: 'select count(*) as rows from user_account where language is not null',
    },
    {
      what: 'languages of reporters of listings',
      count: 'select count(*) as rows from listing_report where language is not null',
    },
  ];

  override up(): void {
    this.addSql('alter table user_account add column language text');
    this.addSql('alter table listing_report add column language text');
  }

  override down(): void {
    this.addSql('alter table listing_report drop column language');
    this.addSql('alter table user_account drop column language');
  }
}
