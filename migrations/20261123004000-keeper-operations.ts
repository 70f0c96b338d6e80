import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/** What each operation of the keeper may cost, and what each mined transaction did cost. */
export class KeeperOperations20261123004000 extends Migration implements LosingMigration {
  readonly losses = [
    {
      what: 'costs of transactions',
      count: 'select count(*) as rows from chain_transaction where cost is not null',
    },
    {
      what: 'budgets of operations of the keeper',
      count: 'select count(*) as rows from keeper_operation',
    },
  ];

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
