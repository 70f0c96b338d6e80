import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/** The namespace of a service client's listings, named by the issuer of its first token. Null until that token. */
export class ClientNamespaces20261128120001 extends Migration implements LosingMigration {
  readonly losses = [
    {
      what: 'service clients that keep their namespace although PUBLIC_URL has changed',
      count: `
        select count(*) as rows from service_client where split_part(namespace, '#', 1) <> (
          select split_part(namespace, '#', 1) from service_client where namespace is not null order by created_at desc limit 1)`,
    },
  ];

  override up(): void {
    this.addSql('alter table service_client add column namespace text collate "C"');
  }

  override down(): void {
    this.addSql('alter table service_client drop column namespace');
  }
}
