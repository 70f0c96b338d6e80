import { Migration } from '@mikro-orm/migrations';

/** When each perpetual job last succeeded, and what it gave up; and when an expiring key is tried again. */
export class JobRuns20261123003001 extends Migration {
  override up(): void {
    this.addSql(`
      create table job_run (
        name text collate "C" primary key,
        succeeded_at timestamptz(3) not null default now(),
        failures integer not null default 0,
        given_up_at timestamptz(3)
      )`);
    this.addSql(`
      alter table api_key
        add column warn_attempts integer not null default 0,
        add column warn_after timestamptz(3)`);
  }

  override down(): void {
    this.addSql('alter table api_key drop column warn_attempts, drop column warn_after');
    this.addSql('drop table job_run');
  }
}
