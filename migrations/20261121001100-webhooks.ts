import { Migration } from '@mikro-orm/migrations';

/** Where providers want to hear of their operations and rounds, what there is to tell, and what came of telling it. */
export class Webhooks20261121001100 extends Migration {
  override up(): void {
    // The sealed text holds the secret, and behind a space the one before it, which counts until `previous_until`.
    this.addSql(`
      create table webhook (
        id text collate "C" primary key,
        provider_id text collate "C" not null references provider (id),
        url text not null,
        events text[] not null,
        ciphertext bytea not null,
        nonce bytea not null check (length(nonce) = 12),
        tag bytea not null check (length(tag) = 16),
        wrapped_key bytea not null,
        key_id text collate "C" not null,
        previous_until timestamptz(3),
        failures integer not null default 0,
        created_at timestamptz(3) not null,
        rotated_at timestamptz(3),
        disabled_at timestamptz(3)
      )`);
    this.addSql('create index webhook_newest on webhook (provider_id, created_at desc, id desc)');
    // Up to where the rounds of a provider with webhooks were looked at; null until the chain is known.
    this.addSql(`
      create table webhook_watch (
        provider_id text collate "C" primary key references provider (id),
        provider_key text collate "C" not null unique,
        decided_after bigint,
        closed_after timestamptz(3)
      )`);
    // What happened, once each: of an operation the origin is a number that counts its events.
    this.addSql(`
      create table webhook_event (
        id text collate "C" primary key,
        provider_id text collate "C" not null references provider (id),
        type text collate "C" not null,
        subject text collate "C" not null,
        origin text collate "C" not null,
        payload text not null,
        created_at timestamptz(3) not null default now(),
        unique (subject, type, origin)
      )`);
    this.addSql('create index webhook_event_age on webhook_event (created_at)');
    // Those of a webhook that was deleted stay for a while, seen by nobody: there may be too many for one statement.
    this.addSql(`
      create table webhook_delivery (
        id text collate "C" primary key,
        webhook_id text collate "C" not null,
        event_id text collate "C" not null references webhook_event (id) on delete cascade,
        state text collate "C" not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'FAILED')),
        run integer not null default 1,
        tries integer not null default 0,
        due_at timestamptz(3) not null default now(),
        busy_until timestamptz(3),
        is_queued boolean not null default false,
        created_at timestamptz(3) not null default now(),
        unique (event_id, webhook_id)
      )`);
    this.addSql(
      'create index webhook_delivery_newest on webhook_delivery (webhook_id, created_at desc, id desc)',
    );
    this.addSql('create index webhook_delivery_unqueued on webhook_delivery (id) where not is_queued');
    this.addSql(
      'create index webhook_delivery_busy on webhook_delivery (webhook_id) where busy_until is not null',
    );
    this.addSql(`
      create table webhook_attempt (
        delivery_id text collate "C" not null references webhook_delivery (id) on delete cascade,
        number integer not null,
        at timestamptz(3) not null,
        duration_ms integer not null,
        status integer,
        error text,
        body text,
        primary key (delivery_id, number)
      )`);
    // When the node was asked last for a head up to which everything was projected: what was mined since is not known.
    this.addSql('alter table chain_cursor add column abreast_at timestamptz(3)');
    // One instance at a time looks for events.
    this.addSql(`
      create table webhook_lease (
        one boolean primary key default true check (one),
        owner text collate "C",
        owner_until timestamptz(3)
      )`);

    // Written by the statement that makes the change, so that no change is missed whoever looks, and whenever; read and
    // deleted by whoever looks for events. Nothing is written while there is no webhook.
    this.addSql(`
      create table operation_change (
        sequence bigint generated always as identity primary key,
        transaction_id bigint,
        operation_id text collate "C",
        has_fallen_back boolean not null
      )`);
    this.addSql(`
      create function keep_transaction_change() returns trigger language plpgsql as $$
      begin
        if exists (select from webhook) then
          insert into operation_change (transaction_id, has_fallen_back) values (new.id, new.state <> 'CONFIRMED');
        end if;
        return null;
      end $$`);
    this.addSql(`
      create trigger keep_change after update of state on chain_transaction for each row
        when (
          (new.state = 'CONFIRMED' and old.state <> 'CONFIRMED')
          or (old.state in ('CONFIRMED', 'FINALIZED') and new.state not in ('CONFIRMED', 'FINALIZED'))
        )
        execute function keep_transaction_change()`);
    this.addSql(`
      create function keep_operation_change() returns trigger language plpgsql as $$
      begin
        if exists (select from webhook) then
          insert into operation_change (operation_id, has_fallen_back)
            values (new.id, new.transaction_id is null and new.error is null);
        end if;
        return null;
      end $$`);
    // Refused before any transaction; taken out of its transaction; found in an earlier one. All other changes are
    // those of a transaction.
    this.addSql(`
      create trigger keep_change after update of transaction_id, error on operation for each row
        when (
          (new.transaction_id is null and new.error is not null and old.error is null)
          or (new.transaction_id is null and old.transaction_id is not null)
          or (new.transaction_id is not null and old.transaction_id is null and new.earlier_transactions <> '{}')
        )
        execute function keep_operation_change()`);

    this.addSql(
      'create index giveaway_round_decided on giveaway_round (decided_block) where decided_block is not null',
    );
    this.addSql('create index giveaway_end on giveaway (provider_key, end_time) where end_time is not null');
    this.addSql('create index giveaway_rolling on giveaway (provider_key) where every_days > 0');
  }

  override down(): void {
    for (const index of ['giveaway_rolling', 'giveaway_end', 'giveaway_round_decided'])
      this.addSql(`drop index ${index}`);
    this.addSql('alter table chain_cursor drop column abreast_at');
    for (const [table, name] of [
      ['operation', 'operation'],
      ['chain_transaction', 'transaction'],
    ]) {
      this.addSql(`drop trigger keep_change on ${table}`);
      this.addSql(`drop function keep_${name}_change()`);
    }
    for (const table of [
      'operation_change',
      'webhook_lease',
      'webhook_attempt',
      'webhook_delivery',
      'webhook_event',
      'webhook_watch',
      'webhook',
    ])
      this.addSql(`drop table ${table}`);
  }
}
