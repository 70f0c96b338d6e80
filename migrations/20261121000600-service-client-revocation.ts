import { Migration } from '@mikro-orm/migrations';

/** Service clients can be revoked, and listed newest first. */
export class ServiceClientRevocation20261121000600 extends Migration {
  override up(): void {
    this.addSql('alter table service_client add column revoked_at timestamptz(3)');
    this.addSql('create index service_client_newest on service_client (created_at desc, id desc)');
  }

  override down(): void {
    this.addSql('drop index service_client_newest');
    this.addSql('alter table service_client drop column revoked_at');
  }
}
