import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/**
 * The secret that keys of operations in the hub derive from, made once and part of every backup. Earlier releases ignore it.
 */
export class OperationSecret20261123010300 extends Migration implements LosingMigration {
  readonly losses = [
    {
      what: 'requests whose repetition is recognised after a restore',
      count: 'select count(*) as rows from idempotency_key',
    },
  ];

  override up(): void {
    this.addSql(`
      create table operation_secret (
        only_row boolean primary key default true check (only_row),
        secret bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
      )`);
    this.addSql('insert into operation_secret default values');
  }

  override down(): void {
    this.addSql('drop table operation_secret');
  }
}
