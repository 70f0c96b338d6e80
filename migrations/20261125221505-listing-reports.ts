import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/**
 * Reports of listings by visitors, and the operator's decisions on them. They name the listing without a reference: a listing that
 * moves to another one with the same ID is deleted, and its reports stay. One network has at most one open report of a listing.
 */
export class ListingReports20261125221505 extends Migration implements LosingMigration {
  readonly losses = [
    { what: 'reports of listings', count: 'select count(*) as rows from listing_report' },
    { what: 'decisions on reports of listings', count: 'select count(*) as rows from listing_decision' },
  ];

  override up(): void {
    this.addSql(`
      create table listing_decision (
        id text collate "C" primary key,
        listing_id text collate "C" not null,
        kind text not null,
        reason text not null,
        decided_at timestamptz(3) not null
      )`);
    this.addSql(`
      create table listing_report (
        id text collate "C" primary key,
        listing_id text collate "C" not null,
        title text not null,
        landing_url text not null,
        reason text not null,
        text text,
        network_key text not null,
        secret_hash text not null unique,
        created_at timestamptz(3) not null,
        decision_id text collate "C" references listing_decision (id)
      )`);
    this.addSql(
      'create unique index listing_report_once on listing_report (listing_id, network_key) where decision_id is null',
    );
    this.addSql(
      'create index listing_report_open on listing_report (created_at, id) where decision_id is null',
    );
    this.addSql(
      'create index listing_report_decided on listing_report (created_at, id) where decision_id is not null',
    );
    this.addSql('create index listing_report_decision on listing_report (decision_id)');
    this.addSql('create index listing_decision_time on listing_decision (decided_at)');
  }

  override down(): void {
    this.addSql('drop table listing_report');
    this.addSql('drop table listing_decision');
  }
}
