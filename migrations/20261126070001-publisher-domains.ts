import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/** The domain that a publisher claims, and how well it is proven. Earlier releases neither read nor write it. */
export class PublisherDomains20261126070001 extends Migration implements LosingMigration {
  readonly losses = [
    {
      what: 'domains of publishers',
      count: 'select count(*) as rows from publisher where domain is not null',
    },
  ];

  override up(): void {
    this.addSql(`
      alter table publisher add column domain text, add column domain_token text,
        add column domain_proven_at timestamptz, add column domain_proven_by text,
        add column domain_checked_at timestamptz, add column domain_trouble jsonb,
        add column domain_check_at timestamptz`);
  }

  override down(): void {
    this.addSql(`
      alter table publisher drop column domain, drop column domain_token, drop column domain_proven_at,
        drop column domain_proven_by, drop column domain_checked_at, drop column domain_trouble,
        drop column domain_check_at`);
  }
}
