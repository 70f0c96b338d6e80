import { Migration } from '@mikro-orm/migrations';

/** Operations on the chain, and the transactions that carry them out. */
export class Operations20261121000300 extends Migration {
  override up(): void {
    // All transactions of a signer: one instance at a time works on them. Each write of the owner names its fence.
    this.addSql(`
      create table chain_lane (
        chain_id bigint not null,
        signer text collate "C" not null,
        next_nonce bigint,
        owner text collate "C",
        lease_until timestamptz(3),
        fence bigint not null default 0,
        hold text collate "C",
        primary key (chain_id, signer)
      )`);
    this.addSql(`
      create table chain_transaction (
        id bigint generated always as identity primary key,
        chain_id bigint not null,
        signer text collate "C" not null,
        nonce bigint not null,
        to_address text collate "C" not null,
        data bytea not null,
        gas_limit bigint not null,
        operation_ids text[] not null,
        state text collate "C" not null
          check (state in ('SENT', 'MINED', 'CONFIRMED', 'FINALIZED', 'REPLACED')),
        block_number bigint,
        block_hash text collate "C",
        hash text collate "C",
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        unique (chain_id, signer, nonce)
      )`);
    this.addSql(`
      create index chain_transaction_open on chain_transaction (chain_id, signer, nonce)
        where state in ('SENT', 'MINED', 'CONFIRMED')`);
    this.addSql(`
      create index chain_transaction_block on chain_transaction (chain_id, block_number)
        where block_number is not null`);
    // Attempts are kept before they are signed; until then they have no bytes.
    this.addSql(`
      create table chain_attempt (
        transaction_id bigint not null references chain_transaction (id),
        attempt integer not null,
        max_fee numeric(78) not null,
        tip numeric(78) not null,
        hash text collate "C" unique,
        raw bytea,
        broadcast_at timestamptz(3),
        primary key (transaction_id, attempt)
      )`);
    // Calldata and signatures hardly compress.
    this.addSql('alter table chain_transaction alter column data set storage external');
    this.addSql('alter table chain_attempt alter column raw set storage external');
    // Waiting: neither transaction nor error. An error beside a transaction is one that the contracts gave in it.
    this.addSql(`
      create table operation (
        id text collate "C" primary key,
        sequence bigint generated always as identity,
        chain_id bigint not null,
        signer text collate "C" not null,
        provider_key text collate "C" not null,
        kind text collate "C" not null,
        call json not null,
        transaction_id bigint,
        earlier_transactions bigint[] not null default '{}',
        error json,
        result json,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now()
      )`);
    this.addSql(`
      create index operation_queue on operation (chain_id, signer, sequence)
        where transaction_id is null and error is null`);
  }

  override down(): void {
    for (const table of ['operation', 'chain_attempt', 'chain_transaction', 'chain_lane'])
      this.addSql(`drop table ${table}`);
  }
}
