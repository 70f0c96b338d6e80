import { Migration } from '@mikro-orm/migrations';

/** The entries of a passport, newest change first. */
export class EntriesOfPassports20261122000801 extends Migration {
  override up(): void {
    this.addSql(
      'create index entry_of_passport on entry (passport_id, changed_at desc, giveaway_id desc, round_index desc)',
    );
  }

  override down(): void {
    this.addSql('drop index entry_of_passport');
  }
}
