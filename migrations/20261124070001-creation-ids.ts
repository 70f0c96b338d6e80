import { Migration } from '@mikro-orm/migrations';

/** The hash of the client's own id of a creation, by which a repeated request finds the webhook or service client. */
export class CreationIds20261124070001 extends Migration {
  override up(): void {
    this.addSql('alter table webhook add column creation_id text collate "C"');
    this.addSql('alter table service_client add column creation_id text collate "C"');
    this.addSql(
      'create unique index webhook_creation on webhook (provider_id, creation_id) where creation_id is not null',
    );
    this.addSql(
      'create unique index service_client_creation on service_client (creation_id) where creation_id is not null',
    );
  }

  override down(): void {
    this.addSql('alter table service_client drop column creation_id');
    this.addSql('alter table webhook drop column creation_id');
  }
}
