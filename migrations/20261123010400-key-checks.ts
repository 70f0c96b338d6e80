import { Migration } from '@mikro-orm/migrations';

/** A check value of each key-encryption key, which another key of the same name does not open. */
export class KeyChecks20261123010400 extends Migration {
  override up(): void {
    this.addSql(`
      create table key_check (
        key_id text collate "C" primary key,
        wrapped_key bytea not null,
        created_at timestamptz(3) not null default now()
      )`);
  }

  override down(): void {
    this.addSql('drop table key_check');
  }
}
