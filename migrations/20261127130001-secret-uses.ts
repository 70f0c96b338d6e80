import { Migration } from '@mikro-orm/migrations';

/** The fingerprints of the secrets that instances use at present, one row for all instances with the same secrets. */
export class SecretUses20261127130001 extends Migration {
  override up(): void {
    this.addSql(`
      create table secret_use (
        fingerprints jsonb primary key,
        used_at timestamptz(3) not null default now()
      )`);
  }

  override down(): void {
    this.addSql('drop table secret_use');
  }
}
