import { Migration } from '@mikro-orm/migrations';

/**
 * The secret that keys of operations in the hub derive from, made once and part of every backup, and what finds the effect of
 * such a key on the chain. Earlier releases ignore both.
 */
export class OperationSecret20261123010300 extends Migration {
  override up(): void {
    this.addSql(`
      create table operation_secret (
        only_row boolean primary key default true check (only_row),
        secret bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
      )`);
    this.addSql('insert into operation_secret default values');
    // Changes of entries are found by their passport.
    this.addSql(`
      create index chain_event_op_key on chain_event ((args ->> 'opKey'))
        where name in ('Provisioned', 'RoundMetadataSet', 'RoundImageSet')`);
  }

  override down(): void {
    this.addSql('drop index chain_event_op_key');
    this.addSql('drop table operation_secret');
  }
}
