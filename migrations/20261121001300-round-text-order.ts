import { Migration } from '@mikro-orm/migrations';

/** Where on the chain a round's texts and its winner's image were set last: the later of the two images counts. */
export class RoundTextOrder20261121001300 extends Migration {
  override up(): void {
    // Block and log, which compare in this order.
    this.addSql(
      'alter table giveaway_round add column metadata_place bigint[], add column image_place bigint[]',
    );
  }

  override down(): void {
    this.addSql('alter table giveaway_round drop column metadata_place, drop column image_place');
  }
}
