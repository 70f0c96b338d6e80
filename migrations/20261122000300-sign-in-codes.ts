import { Migration } from '@mikro-orm/migrations';

/** One-time sign-in codes as keyed hashes, each with the client network that requested it. */
export class SignInCodes20261122000300 extends Migration {
  override up(): void {
    this.addSql(`
      create table sign_in_code (
        id bigint generated always as identity primary key,
        email_hash text collate "C" not null,
        network_hash text collate "C" not null,
        code_hash text collate "C" not null,
        wrong_own smallint not null default 0,
        wrong_elsewhere smallint not null default 0,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        replaced_at timestamptz(3),
        used_at timestamptz(3)
      )`);
    this.addSql('create index sign_in_code_email on sign_in_code (email_hash, created_at)');
    this.addSql('create index sign_in_code_created on sign_in_code (created_at)');
    // Codes by a hash without a key, which anybody who reads the table can invert.
    this.addSql('delete from verification');
  }

  override down(): void {
    this.addSql('drop table sign_in_code');
  }
}
