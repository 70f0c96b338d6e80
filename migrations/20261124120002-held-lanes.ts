import { Migration } from '@mikro-orm/migrations';

/** Since when a lane has had its hold, for the metrics. */
export class HeldLanes20261124120002 extends Migration {
  override up(): void {
    this.addSql('alter table chain_lane add column held_at timestamptz(3)');
  }

  override down(): void {
    this.addSql('alter table chain_lane drop column held_at');
  }
}
