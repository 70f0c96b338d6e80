import { Migration } from '@mikro-orm/migrations';

/** The backups that were verified, by the checksum of their content. */
export class VerifiedBackups20261124120001 extends Migration {
  override up(): void {
    this.addSql(`
      create table verified_backup (
        checksum text collate "C" primary key,
        taken_at timestamptz(3) not null,
        verified_at timestamptz(3) not null default now()
      )`);
  }

  override down(): void {
    this.addSql('drop table verified_backup');
  }
}
