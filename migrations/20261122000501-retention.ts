import { Migration } from '@mikro-orm/migrations';

/** The account that requested an operation, and the indexes that find old rows. */
export class Retention20261122000501 extends Migration {
  override up(): void {
    this.addSql('alter table operation add column requested_by text collate "C"');
    // Updated when an operation is refused and when a transaction is final, so that accepting and sending cost no more.
    this.addSql(`
      create index operation_refused on operation (updated_at) where transaction_id is null and error is not null`);
    this.addSql(`
      create index chain_transaction_settled on chain_transaction (updated_at)
        where state in ('FINALIZED', 'REPLACED')`);
    this.addSql('create index session_expiry on session (expires_at)');
    this.addSql('create index verification_expiry on verification (expires_at)');
    this.addSql('create index provision_errand_age on provision_errand (created_at)');

    // Deletes texts of requests that were never accepted, to whose hash no operation refers. Texts of the last day may belong to
    // a request that is being accepted.
    this.addSql(`
      create temporary table accepted_hash on commit drop as
        select call -> 'options' ->> 'metadataHash' as hash from operation
        union select call ->> 'metadataHash' from operation
        union select call ->> 'evidence' from operation
        union select call -> 'entries' ->> 'evidence' from operation
        union select metadata_hash from giveaway
        union select metadata_hash from giveaway_round`);
    for (const table of ['public_text', 'entry_evidence'])
      this.addSql(`
        delete from ${table} t where created_at < now() - interval '1 day'
          and not exists (select from accepted_hash a where a.hash = t.hash)`);
    this.addSql('drop table accepted_hash');
  }

  override down(): void {
    for (const index of [
      'provision_errand_age',
      'verification_expiry',
      'session_expiry',
      'chain_transaction_settled',
      'operation_refused',
    ])
      this.addSql(`drop index ${index}`);
    this.addSql('alter table operation drop column requested_by');
  }
}
