import { Migration } from '@mikro-orm/migrations';

/** The ends of the listings that are marked as ended: the latest shows whether one is marked that has not ended. */
export class MarkedEnds20261123010101 extends Migration {
  override up(): void {
    this.addSql(
      `create index listing_marked_ends on listing (ends_at, id) where status = 'published' and ended`,
    );
  }

  override down(): void {
    this.addSql('drop index listing_marked_ends');
  }
}
