import { Migration } from '@mikro-orm/migrations';

/** The index that counts an account's live keys against their limit; revoked keys stay listed but do not count. */
export class LiveApiKeys20261122000900 extends Migration {
  override up(): void {
    this.addSql('create index api_key_live on api_key (account_id) where revoked_at is null');
  }

  override down(): void {
    this.addSql('drop index api_key_live');
  }
}
