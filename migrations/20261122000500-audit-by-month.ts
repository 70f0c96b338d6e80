import { Migration } from '@mikro-orm/migrations';

const TABLES = ['audit_entry', 'wallet_signature'] as const;

/** Partitions the tables that only grow, the audit log and the wallets' signatures, by month: old months are dropped. */
export class AuditByMonth20261122000500 extends Migration {
  override up(): void {
    for (const table of TABLES) this.addSql(`alter table ${table} rename to old_${table}`);
    for (const index of ['audit_entry_pkey', 'wallet_signature_pkey'])
      this.addSql(`alter index ${index} rename to old_${index}`);
    for (const index of ['audit_entry_at', 'wallet_signature_wallet', 'wallet_signature_hash'])
      this.addSql(`drop index ${index}`);
    // A backward scan of the key serves the newest pages too.
    this.addSql(`
      create table audit_entry (
        id text collate "C" not null,
        at timestamptz(3) not null,
        actor text not null,
        action text not null,
        subject text not null,
        facts jsonb not null,
        primary key (at, id)
      ) partition by range (at)`);
    this.addSql('create sequence wallet_signature_number');
    this.addSql(`
      create table wallet_signature (
        id bigint not null default nextval('wallet_signature_number'),
        wallet_id text collate "C" not null,
        kind text collate "C" not null check (kind in ('TRANSACTION', 'TRANSFER_PERMIT')),
        hash text collate "C" not null,
        nonce numeric(78) not null,
        at timestamptz(3) not null,
        primary key (at, id)
      ) partition by range (at)`);
    this.addSql('create index wallet_signature_wallet on wallet_signature (wallet_id, id)');
    this.addSql('create index wallet_signature_hash on wallet_signature (hash)');
    // The default partition receives rows of months without a partition, so that no insert fails.
    for (const table of TABLES) this.addSql(`create table ${table}_default partition of ${table} default`);

    // The partition is filled before it is attached, so that the table is locked only for a moment.
    this.addSql(`
      create function add_month_partition(parent text, month date) returns boolean language plpgsql as $$
      declare
        child text := parent || '_' || to_char(month, 'YYYY_MM');
        from_instant text := to_char(month, 'YYYY-MM-DD') || ' 00:00:00+00';
        to_instant text := to_char(month + interval '1 month', 'YYYY-MM-DD') || ' 00:00:00+00';
      begin
        perform pg_advisory_xact_lock(hashtextextended('partitions of ' || parent, 0));
        if to_regclass(child) is not null then return false; end if;
        execute format('create table %I (like %I including defaults including constraints including storage)', child, parent);
        execute format(
          'with moved as (delete from %I where at >= %L and at < %L returning *) insert into %I select * from moved',
          parent || '_default', from_instant, to_instant, child
        );
        execute format(
          'alter table %I attach partition %I for values from (%L) to (%L)', parent, child, from_instant, to_instant
        );
        return true;
      end $$`);
    // Drops the oldest partition that ends at this month or earlier; returns whether there was one.
    this.addSql(`
      create function drop_month_partition(parent text, before date) returns boolean language plpgsql as $$
      declare
        child text;
      begin
        select c.relname into child from pg_inherits i join pg_class c on c.oid = i.inhrelid
          where i.inhparent = to_regclass(parent)
            and c.relname ~ ('^' || parent || '_\\d{4}_\\d{2}$')
            and to_date(right(c.relname, 7), 'YYYY_MM') < before
          order by c.relname limit 1;
        if child is null then return false; end if;
        execute format('drop table %I', child);
        return true;
      end $$`);

    for (const table of TABLES) {
      this.addSql(`
        do $$
        declare
          month date;
        begin
          for month in
            select generate_series(0, 2) * interval '1 month' + date_trunc('month', now() at time zone 'UTC')
            union
            select distinct date_trunc('month', at at time zone 'UTC') from old_${table}
              where at between now() - interval '10 years' and now()
          loop
            perform add_month_partition('${table}', month);
          end loop;
        end $$`);
    }
    this.addSql(`insert into audit_entry select id, at, actor, action, subject, facts from old_audit_entry`);
    this.addSql(`
      insert into wallet_signature (id, wallet_id, kind, hash, nonce, at)
        select id, wallet_id, kind, hash, nonce, at from old_wallet_signature`);
    this.addSql(`
      select setval('wallet_signature_number', (select coalesce(max(id), 0) + 1 from old_wallet_signature), false)`);
    for (const table of TABLES) this.addSql(`drop table old_${table}`);
  }

  override down(): void {
    for (const table of TABLES) this.addSql(`alter table ${table} rename to parted_${table}`);
    for (const index of ['audit_entry_pkey', 'wallet_signature_pkey'])
      this.addSql(`alter index ${index} rename to parted_${index}`);
    for (const index of ['wallet_signature_wallet', 'wallet_signature_hash'])
      this.addSql(`drop index ${index}`);
    this.addSql(`
      create table audit_entry (
        id text collate "C" primary key,
        at timestamptz(3) not null,
        actor text not null,
        action text not null,
        subject text not null,
        facts jsonb not null
      )`);
    this.addSql('create index audit_entry_at on audit_entry (at desc, id desc)');
    this.addSql(`
      create table wallet_signature (
        id bigint generated by default as identity primary key,
        wallet_id text collate "C" not null references wallet (id),
        kind text collate "C" not null check (kind in ('TRANSACTION', 'TRANSFER_PERMIT')),
        hash text collate "C" not null,
        nonce numeric(78) not null,
        at timestamptz(3) not null
      )`);
    this.addSql('create index wallet_signature_wallet on wallet_signature (wallet_id, id)');
    this.addSql('create index wallet_signature_hash on wallet_signature (hash)');
    this.addSql('insert into audit_entry select * from parted_audit_entry');
    this.addSql('insert into wallet_signature select * from parted_wallet_signature');
    this.addSql(`
      select setval(pg_get_serial_sequence('wallet_signature', 'id'),
        (select coalesce(max(id), 0) + 1 from wallet_signature), false)`);
    for (const table of TABLES) this.addSql(`drop table parted_${table}`);
    this.addSql('drop function add_month_partition');
    this.addSql('drop function drop_month_partition');
    this.addSql('drop sequence wallet_signature_number');
  }
}
