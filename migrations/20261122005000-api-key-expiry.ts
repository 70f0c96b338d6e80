import { Migration } from '@mikro-orm/migrations';

/** When a key expires, whether its account was warned, and the client's own id of its creation. */
export class ApiKeyExpiry20261122005000 extends Migration {
  override up(): void {
    this.addSql(`
      alter table api_key
        add column expires_at timestamptz(3),
        add column warned_at timestamptz(3),
        add column creation_id text collate "C"`);
    this.addSql(
      'create unique index api_key_creation on api_key (account_id, creation_id) where creation_id is not null',
    );
    this.addSql(
      'create index api_key_expiry on api_key (expires_at) where expires_at is not null and revoked_at is null',
    );
  }

  override down(): void {
    this.addSql('drop index api_key_expiry');
    this.addSql('drop index api_key_creation');
    this.addSql('alter table api_key drop column expires_at, drop column warned_at, drop column creation_id');
  }
}
