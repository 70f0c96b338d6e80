import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/**
 * Objections to decisions on listings: one of each reporter, and one of the publisher. The decision that an upheld objection of a
 * reporter led to refers to no objection: it is one like any other.
 */
export class ListingObjections20261126080001 extends Migration implements LosingMigration {
  readonly losses = [
    { what: 'objections to decisions on listings', count: 'select count(*) as rows from listing_objection' },
  ];

  override up(): void {
    this.addSql(`
      create table listing_objection (
        id text collate "C" primary key,
        side text not null,
        decision_id text collate "C" not null references listing_decision (id),
        listing_id text collate "C" not null,
        report_id text collate "C" references listing_report (id),
        text text,
        created_at timestamptz(3) not null,
        result text,
        reason text,
        decided_at timestamptz(3)
      )`);
    this.addSql(
      'create unique index listing_objection_of_report on listing_objection (report_id) where report_id is not null',
    );
    this.addSql(`
      create unique index listing_objection_of_publisher on listing_objection (decision_id) where side = 'PUBLISHER'`);
    this.addSql('create index listing_objection_decision on listing_objection (decision_id)');
    this.addSql(
      'create index listing_objection_waiting on listing_objection (created_at, id) where decided_at is null',
    );
    this.addSql(
      'create index listing_objection_waiting_of on listing_objection (listing_id) where decided_at is null',
    );
    this.addSql(
      'create index listing_objection_decided on listing_objection (created_at, id) where decided_at is not null',
    );
    this.addSql('create index listing_objection_result on listing_objection (decided_at)');
    this.addSql('create index listing_objection_created on listing_objection (created_at)');
  }

  override down(): void {
    this.addSql('drop table listing_objection');
  }
}
