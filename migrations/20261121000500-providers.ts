import { Migration } from '@mikro-orm/migrations';

/** Providers, their members, and the provider and signer of an API key. */
export class Providers20261121000500 extends Migration {
  override up(): void {
    this.addSql(`
      create table provider (
        id text collate "C" primary key,
        name text not null,
        chain_key text collate "C" not null unique,
        created_at timestamptz(3) not null
      )`);
    this.addSql('create index provider_newest on provider (created_at desc, id desc)');
    this.addSql(`
      create table provider_member (
        provider_id text collate "C" not null references provider (id),
        account_id text collate "C" not null references user_account (id) on delete cascade,
        added_at timestamptz(3) not null,
        primary key (provider_id, account_id)
      )`);
    this.addSql('create index provider_member_account on provider_member (account_id, provider_id)');
    this.addSql(`
      alter table api_key
        add column provider_id text collate "C" references provider (id),
        add column signer text collate "C"`);
  }

  override down(): void {
    this.addSql('alter table api_key drop column provider_id, drop column signer');
    this.addSql('drop table provider_member');
    this.addSql('drop table provider');
  }
}
