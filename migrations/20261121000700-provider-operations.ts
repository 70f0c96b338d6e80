import { Migration } from '@mikro-orm/migrations';

/** What providers asked for: their requests by idempotency key, and texts whose hash alone is on chain. */
export class ProviderOperations20261121000700 extends Migration {
  override up(): void {
    this.addSql(`
      alter table operation
        add column endpoint text collate "C",
        add column facts json`);
    // Without an answer and past its lease, the request's instance is gone: a repetition goes on with the operation.
    this.addSql(`
      create table idempotency_key (
        provider_id text collate "C" not null references provider (id),
        key text collate "C" not null,
        fingerprint text collate "C" not null,
        operation_id text collate "C" not null,
        claimed_until timestamptz(3) not null,
        answer json,
        created_at timestamptz(3) not null default now(),
        primary key (provider_id, key)
      )`);
    this.addSql('create index idempotency_key_age on idempotency_key (created_at)');
    this.addSql(`
      create table public_text (
        hash text collate "C" primary key,
        texts jsonb not null,
        created_at timestamptz(3) not null default now()
      )`);
    this.addSql(`
      create table entry_evidence (
        provider_id text collate "C" not null references provider (id),
        hash text collate "C" not null,
        evidence text not null,
        created_at timestamptz(3) not null default now(),
        primary key (provider_id, hash)
      )`);
  }

  override down(): void {
    for (const table of ['entry_evidence', 'public_text', 'idempotency_key'])
      this.addSql(`drop table ${table}`);
    this.addSql('alter table operation drop column endpoint, drop column facts');
  }
}
