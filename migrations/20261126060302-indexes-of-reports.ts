import { IndexMigration } from '../src/adapters/postgres/migrate/index-migration.ts';

/** Finds the decisions on a listing, how often an address was left today, and the reports of a period. */
export class IndexesOfReports20261126060302 extends IndexMigration {
  override readonly indexes = [
    { name: 'listing_decision_listing', on: 'listing_decision (listing_id, decided_at)' },
    { name: 'listing_report_email', on: 'listing_report (email, created_at) where email is not null' },
    { name: 'listing_report_created', on: 'listing_report (created_at)' },
  ];
}
