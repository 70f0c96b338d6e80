import { Migration } from '@mikro-orm/migrations';
import type { LosingMigration } from '../src/adapters/postgres/migrate/loss.ts';

/**
 * Subscriptions of the feed by WebSub, which are webhooks without an owner, and the requests that their callbacks have to confirm.
 * Instances of an earlier release neither find subscriptions nor send to them.
 */
export class FeedSubscriptions20261126100101 extends Migration implements LosingMigration {
  readonly losses = [
    {
      what: 'subscriptions of the feed',
      count: 'select count(*) as rows from webhook where topic is not null',
    },
  ];

  override up(): void {
    this.addSql(`
      alter table webhook add column topic text, add column host text collate "C", add column network_key text collate "C",
        add column lease_until timestamptz(3)`);
    this.addSql(`
      create table subscription_request (
        id text collate "C" primary key,
        run integer not null default 1,
        mode text not null,
        callback text not null,
        topic text not null,
        filter jsonb,
        host text collate "C" not null,
        network_key text collate "C" not null,
        lease_seconds integer not null,
        ciphertext bytea,
        nonce bytea,
        tag bytea,
        wrapped_key bytea,
        key_id text collate "C",
        tries integer not null default 0,
        busy_until timestamptz,
        created_at timestamptz(3) not null default now()
      )`);
    this.addSql('create index subscription_request_age on subscription_request (created_at)');
  }

  override down(): void {
    this.addSql('drop table subscription_request');
    this.addSql('delete from webhook where topic is not null');
    this.addSql(
      'alter table webhook drop column topic, drop column host, drop column network_key, drop column lease_until',
    );
  }
}
