import { Migration } from '@mikro-orm/migrations';

/** Indexes for the sessions of an account, and for an account's part of the audit log. */
export class OwnSessionsAndEntries20261122006200 extends Migration {
  override up(): void {
    this.addSql('create index session_account_created on session (account_id, created_at desc, id desc)');
    this.addSql('drop index session_account');
    // Entries of operations, which are most, concern no account and are not in it.
    this.addSql(`
      create index audit_entry_account on audit_entry (
        (coalesce(facts ->> 'account', case when actor like 'account:%' then substr(actor, 9) end)), at desc, id desc
      ) where coalesce(facts ->> 'account', case when actor like 'account:%' then substr(actor, 9) end) is not null`);
  }

  override down(): void {
    this.addSql('drop index audit_entry_account');
    this.addSql('create index session_account on session (account_id)');
    this.addSql('drop index session_account_created');
  }
}
