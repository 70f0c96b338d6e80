import { Migration } from '@mikro-orm/migrations';

/** Several hubs in one database: each has a place for good, and its giveaways, signers and operations refer to it. */
export class Hubs20261122006000 extends Migration {
  override up(): void {
    // A hub that is not read any more keeps its place, because the numbers of its passports derive from it.
    this.addSql(`
      create table hub (
        place smallint primary key,
        address text collate "C" not null unique,
        dropped_at timestamptz(3)
      )`);
    // The hubs that are projected: arrays of place, address and first block. Null for the one hub of the row.
    this.addSql('alter table chain_cursor add column hubs jsonb');
    for (const table of ['chain_event', 'giveaway', 'provider_signer', 'operation'])
      this.addSql(`alter table ${table} add column hub smallint not null default 0`);
    this.addSql(`
      alter table provider_signer
        drop constraint provider_signer_pkey,
        add primary key (provider_key, signer, hub)`);
  }

  override down(): void {
    this.addSql('delete from provider_signer where hub <> 0');
    this.addSql(`
      alter table provider_signer
        drop constraint provider_signer_pkey,
        add primary key (provider_key, signer)`);
    for (const table of ['chain_event', 'giveaway', 'provider_signer', 'operation'])
      this.addSql(`alter table ${table} drop column hub`);
    this.addSql('alter table chain_cursor drop column hubs');
    this.addSql('drop table hub');
  }
}
