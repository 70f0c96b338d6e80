import { Migration } from '@mikro-orm/migrations';

/** An index for the published listings of a publisher, which its withdrawn ones do not slow. */
export class ListingsOfPublishers20261122005500 extends Migration {
  override up(): void {
    this.addSql(
      `create index listing_publisher on listing (publisher_id, updated_at desc, id desc) where status = 'published'`,
    );
  }

  override down(): void {
    this.addSql('drop index listing_publisher');
  }
}
