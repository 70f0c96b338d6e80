import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/**
 * Webhooks of accounts that follow a filter of the feed, the changes of listings to match, and the matches that were announced.
 * Instances of an earlier release neither create nor announce them, but their changes of listings are noted too.
 */
export class FeedWebhooks20261126090101 extends Migration implements LosingMigration {
  readonly losses = [
    {
      what: 'webhooks that follow the feed',
      count: 'select count(*) as rows from webhook where provider_id is null',
    },
  ];

  override up(): void {
    // Instances of an earlier release look up webhooks by their provider, so they find none without one.
    this.addSql(`
      -- squawk-ignore ban-drop-not-null
      alter table webhook alter column provider_id drop not null, add column account_id text collate "C", add column filter jsonb`);
    this.addSql(`
      -- squawk-ignore ban-drop-not-null
      alter table webhook_event alter column provider_id drop not null`);
    this.addSql('alter table webhook_delivery add column of_feed boolean not null default false');
    // A row for each key of a filter: every listing that matches the filter has one of its keys.
    this.addSql(`
      create table webhook_filter (
        key text collate "C" not null,
        webhook_id text collate "C" not null references webhook (id) on delete cascade,
        platforms text[] collate "C",
        providers text[] collate "C",
        verified boolean,
        words tsquery,
        ends_before timestamptz,
        ends_after timestamptz,
        include_ended boolean not null,
        primary key (key, webhook_id)
      )`);
    this.addSql('create index webhook_filter_webhook on webhook_filter (webhook_id)');
    // Written in the transaction that changes the listing, with its values before the change. The matching continues after the
    // filter at (after_key, after_webhook), and deletes the row at the end.
    this.addSql(`
      create table listing_change (
        sequence bigint generated always as identity primary key,
        listing_id text collate "C" not null,
        was_published boolean not null,
        platform_key text collate "C",
        provider_key text collate "C",
        verified boolean,
        ends_at timestamptz,
        search tsvector,
        after_key text collate "C" not null default '',
        after_webhook text collate "C" not null default ''
      )`);
    this.addSql(`
      create table webhook_match (
        webhook_id text collate "C" not null,
        listing_id text collate "C" not null,
        matched_at timestamptz(3) not null default now(),
        primary key (webhook_id, listing_id)
      )`);
    this.addSql('create index webhook_match_age on webhook_match (matched_at)');
    this.addSql(`
      create function keep_listing_change() returns trigger language plpgsql as $$
      begin
        if not exists (select from webhook_filter) then
          return null;
        end if;
        if tg_op = 'UPDATE' and old.status = 'published' then
          insert into listing_change (listing_id, was_published, platform_key, provider_key, verified, ends_at, search)
            values (new.id, true, old.platform_key, old.provider_key, old.verified, old.ends_at, old.search);
        else
          insert into listing_change (listing_id, was_published) values (new.id, false);
        end if;
        return null;
      end $$`);
    this.addSql(`
      create trigger listing_inserted after insert on listing for each row
        when (new.status = 'published') execute function keep_listing_change()`);
    this.addSql(`
      create trigger listing_changed after update on listing for each row
        when (new.status = 'published' and (
          new.status, new.verified, new.end_date, new.title, new.description, new.provider, new.platform
        ) is distinct from (
          old.status, old.verified, old.end_date, old.title, old.description, old.provider, old.platform
        ))
        execute function keep_listing_change()`);
  }

  override down(): void {
    this.addSql('drop trigger listing_changed on listing');
    this.addSql('drop trigger listing_inserted on listing');
    this.addSql('drop function keep_listing_change');
    for (const table of ['webhook_match', 'listing_change', 'webhook_filter'])
      this.addSql(`drop table ${table}`);
    this.addSql('delete from webhook_event where provider_id is null');
    this.addSql('delete from webhook where provider_id is null');
    this.addSql('alter table webhook_delivery drop column of_feed');
    this.addSql('alter table webhook_event alter column provider_id set not null');
    this.addSql(
      'alter table webhook alter column provider_id set not null, drop column account_id, drop column filter',
    );
  }
}
