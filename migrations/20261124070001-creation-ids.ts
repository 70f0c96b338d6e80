import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/** The hash of the client's own id of a creation, by which a repeated request finds the webhook or service client. */
export class CreationIds20261124070001 extends Migration implements LosingMigration {
  readonly losses = [
    {
      what: 'creations of webhooks that a repeated request finds',
      count: 'select count(*) as rows from webhook where creation_id is not null',
    },
    {
      what: 'creations of service clients that a repeated request finds',
      count: 'select count(*) as rows from service_client where creation_id is not null',
    },
  ];

  override up(): void {
    this.addSql('alter table webhook add column creation_id text collate "C"');
    this.addSql('alter table service_client add column creation_id text collate "C"');
  }

  override down(): void {
    this.addSql('alter table service_client drop column creation_id');
    this.addSql('alter table webhook drop column creation_id');
  }
}
