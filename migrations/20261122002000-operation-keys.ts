import { Migration } from '@mikro-orm/migrations';

/** Stores each operation's key in the hub. Operations without one, like all earlier ones, get a random key. */
export class OperationKeys20261122002000 extends Migration {
  override up(): void {
    this.addSql(`
      alter table operation add column op_key text collate "C" not null
        default '0x' || encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex')`);
  }

  override down(): void {
    this.addSql('alter table operation drop column op_key');
  }
}
