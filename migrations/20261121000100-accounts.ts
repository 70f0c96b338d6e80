import { Migration } from '@mikro-orm/migrations';

/** Accounts, their sessions and one-time codes (better-auth's tables), API keys, service clients, the audit log. */
export class Accounts20261121000100 extends Migration {
  override up(): void {
    this.addSql(`
      create table user_account (
        id text collate "C" primary key,
        email text not null unique,
        email_verified boolean not null default false,
        name text not null default '',
        image text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    this.addSql(`
      create table session (
        id text collate "C" primary key,
        token text collate "C" not null unique,
        account_id text collate "C" not null references user_account (id) on delete cascade,
        expires_at timestamptz(3) not null,
        ip_address text,
        user_agent text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    this.addSql('create index session_account on session (account_id)');
    this.addSql(`
      create table sign_in_method (
        id text collate "C" primary key,
        account_id text not null,
        provider_id text not null,
        user_id text collate "C" not null references user_account (id) on delete cascade,
        access_token text,
        refresh_token text,
        id_token text,
        access_token_expires_at timestamptz(3),
        refresh_token_expires_at timestamptz(3),
        scope text,
        password text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    this.addSql('create index sign_in_method_user on sign_in_method (user_id)');
    this.addSql(`
      create table verification (
        id text collate "C" primary key,
        identifier text not null,
        value text not null,
        expires_at timestamptz(3) not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    this.addSql('create index verification_identifier on verification (identifier)');
    this.addSql(`
      create table api_key (
        id text collate "C" primary key,
        account_id text collate "C" not null references user_account (id),
        publisher_id text collate "C" not null references publisher (id),
        name text not null,
        hash text collate "C" not null unique,
        start text not null,
        "end" text not null,
        scopes text[] not null,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3),
        rotated_at timestamptz(3),
        revoked_at timestamptz(3)
      )`);
    this.addSql('create index api_key_account on api_key (account_id, created_at desc, id desc)');
    this.addSql(`
      create table service_client (
        id text collate "C" primary key,
        name text not null,
        secret_hash text not null,
        scopes text[] not null,
        created_at timestamptz(3) not null
      )`);
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
  }

  override down(): void {
    for (const table of [
      'audit_entry',
      'service_client',
      'api_key',
      'verification',
      'sign_in_method',
      'session',
      'user_account',
    ]) {
      this.addSql(`drop table ${table}`);
    }
  }
}
