import { Migration } from '@mikro-orm/migrations';

/** What each operation of the keeper may cost, and what each mined transaction did cost. */
export class KeeperOperations20261123004000 extends Migration {
  override up(): void {
    // Wei; null before it is mined, and where the node does not tell.
    this.addSql('alter table chain_transaction add column cost numeric(78)');
    this.addSql(`
      create table keeper_operation (
        operation_id text collate "C" primary key,
        provider_key text collate "C" not null,
        -- Wei that it may cost.
        reserved numeric(78) not null,
        submitted_at timestamptz(3) not null default now()
      )`);
    this.addSql('create index keeper_operation_provider on keeper_operation (provider_key, submitted_at)');
    this.addSql('create index keeper_operation_age on keeper_operation (submitted_at)');
  }

  override down(): void {
    this.addSql('drop table keeper_operation');
    this.addSql('alter table chain_transaction drop column cost');
  }
}
