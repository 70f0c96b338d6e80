import { Migration } from '@mikro-orm/migrations';

/** Drops the passports of a step, which nothing read. */
export class StepsWithoutPassports20261122006100 extends Migration {
  override up(): void {
    this.addSql('alter table chain_step drop column passport_ids');
  }

  override down(): void {
    this.addSql('alter table chain_step add column passport_ids jsonb');
  }
}
