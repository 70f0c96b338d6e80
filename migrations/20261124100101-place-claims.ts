import { Migration } from '@mikro-orm/migrations';

/** Claims of operations on places of a round after the first one, which `round_claim` has. */
export class PlaceClaims20261124100101 extends Migration {
  override up(): void {
    // A claim is valid until its operation fails or gets another place, and expires if its operation was never accepted.
    this.addSql(`
      create table place_claim (
        giveaway_key text collate "C" not null,
        need text not null check (need in ('winner', 'receipt')),
        round_index integer not null,
        place smallint not null check (place > 0),
        operation_id text collate "C" not null,
        claimed_at timestamptz(3) not null default now(),
        primary key (giveaway_key, need, round_index, place)
      )`);
    this.addSql('create index place_claim_operation on place_claim (operation_id)');
    this.addSql('create index place_claim_age on place_claim (claimed_at)');
  }

  override down(): void {
    this.addSql('drop table place_claim');
  }
}
