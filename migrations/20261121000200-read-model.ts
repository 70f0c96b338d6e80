import { Migration } from '@mikro-orm/migrations';

/** What the contracts say, projected from their events: rows can always be made again from the chain. */
export class ReadModel20261121000200 extends Migration {
  override up(): void {
    // The blocks that the projection stands on: all recent ones, to notice a reorganisation by their hashes.
    this.addSql(`
      create table chain_block (
        number bigint primary key,
        hash text collate "C" not null,
        parent_hash text collate "C" not null,
        mined_at timestamptz(3) not null
      )`);
    // One row, of the contracts that the read model is of: where the projection stands, what the chain's head is, and
    // which instance projects. Every step raises the version, so that a writer that was replaced cannot go on.
    this.addSql(`
      create table chain_cursor (
        chain_id bigint not null,
        hub text collate "C" not null,
        start_block bigint not null,
        next_block bigint not null,
        head_number bigint not null,
        head_at timestamptz(3),
        clock_ahead interval,
        confirmed_number bigint not null,
        finalized_number bigint not null,
        version bigint not null default 0,
        writer text collate "C",
        writer_until timestamptz(3),
        primary key (chain_id, hub)
      )`);
    // What the latest steps touched, for the instances that do not project; null when it was too much to name.
    this.addSql(`
      create table chain_step (
        version bigint primary key,
        next_block bigint not null,
        giveaway_ids jsonb,
        passport_ids jsonb
      )`);
    // Every event of the contracts on the chain as it stands now, in the order of the chain.
    this.addSql(`
      create table chain_event (
        block_number bigint not null,
        log_index integer not null,
        block_hash text collate "C" not null,
        transaction_hash text collate "C" not null,
        mined_at timestamptz(3) not null,
        name text collate "C" not null,
        giveaway_key text collate "C",
        passport_id bigint,
        args jsonb not null,
        primary key (block_number, log_index)
      )`);
    // Changes of entries, by far the most, are found through entry_change.
    this.addSql(
      `create index chain_event_giveaway on chain_event (giveaway_key, block_number, log_index)
        where giveaway_key is not null and name <> 'EntriesChanged'`,
    );
    this.addSql(
      `create index chain_event_passport on chain_event (passport_id, block_number, log_index)
        where passport_id is not null and name <> 'EntriesChanged'`,
    );
    this.addSql(
      `create index chain_event_signer on chain_event (block_number, log_index) where name = 'ProviderSignerSet'`,
    );

    this.addSql(`
      create table giveaway (
        id text collate "C" primary key,
        key text collate "C" not null unique,
        provider_key text collate "C" not null,
        external_id text not null,
        start_time timestamptz(3) not null,
        end_time timestamptz(3),
        determination text not null check (determination in ('PROVIDER_DECLARED', 'ON_CHAIN_RANDOM')),
        requires_handshake boolean not null,
        provider_pays_receipt_gas boolean not null,
        entries_carry_over boolean not null,
        every_days integer not null,
        active_days integer not null,
        beacon text collate "C",
        beacon_margin integer not null,
        metadata_hash text collate "C",
        metadata_uri text not null,
        signer text collate "C" not null,
        created_at timestamptz(3) not null,
        created_block bigint not null,
        transaction_hash text collate "C" not null
      )`);
    this.addSql('create index giveaway_newest on giveaway (created_at desc, id desc)');
    this.addSql('create index giveaway_provider on giveaway (provider_key, created_at desc, id desc)');

    // Rows that change often leave room in their pages, so that the indexes need not follow every change.
    // Rounds that something happened in; the schedule gives the others.
    this.addSql(`
      create table giveaway_round (
        giveaway_id text collate "C" not null,
        index integer not null,
        own_total bigint not null default 0,
        holders integer not null default 0,
        metadata_hash text collate "C",
        metadata_uri text,
        image_hash text collate "C",
        image_uri text,
        winner_passport_id bigint,
        winner_wallet text collate "C",
        decided_at timestamptz(3),
        decided_block bigint,
        decided_block_hash text collate "C",
        decided_transaction_hash text collate "C",
        beacon_round numeric(20),
        beacon_signature text collate "C",
        randomness text collate "C",
        draw_total bigint,
        draw_ticket bigint,
        receipt_by text collate "C",
        receipt_by_provider boolean,
        receipt_at timestamptz(3),
        receipt_transaction_hash text collate "C",
        delivery_asset_contract text collate "C",
        delivery_recipient text collate "C",
        delivery_chain_id numeric(20),
        delivery_proof_transaction_hash text collate "C",
        delivery_proof_uri text,
        delivered_at timestamptz(3),
        delivery_transaction_hash text collate "C",
        primary key (giveaway_id, index)
      ) with (fillfactor = 70)`);
    this.addSql(
      'create index giveaway_round_winner on giveaway_round (winner_passport_id, decided_at desc) where winner_passport_id is not null',
    );

    this.addSql(`
      create table entry (
        giveaway_id text collate "C" not null,
        round_index integer not null,
        leaf integer not null,
        passport_id bigint not null,
        entries bigint not null,
        changed_at timestamptz(3) not null,
        primary key (giveaway_id, round_index, leaf),
        unique (passport_id, giveaway_id, round_index)
      ) with (fillfactor = 80)`);

    this.addSql(`
      create table entry_change (
        block_number bigint not null,
        log_index integer not null,
        giveaway_id text collate "C" not null,
        round_index integer not null,
        passport_id bigint not null,
        op_key text collate "C" not null,
        removed boolean not null,
        amount bigint not null,
        entries bigint not null,
        reason_code integer not null,
        evidence text collate "C",
        owner text collate "C" not null,
        signer text collate "C" not null,
        changed_at timestamptz(3) not null,
        transaction_hash text collate "C" not null,
        primary key (block_number, log_index)
      )`);
    this.addSql(
      'create index entry_change_of_entry on entry_change (giveaway_id, round_index, passport_id, block_number, log_index)',
    );
    this.addSql(
      'create index entry_change_of_passport on entry_change (passport_id, block_number, log_index)',
    );

    this.addSql(`
      create table passport (
        id bigint primary key,
        owner text collate "C" not null,
        max_transfers bigint,
        transfers_used integer not null,
        minted_at timestamptz(3) not null,
        minted_block bigint not null
      )`);
    this.addSql('create index passport_owner on passport (owner, id)');
    this.addSql(`
      create table passport_transfer (
        block_number bigint not null,
        log_index integer not null,
        passport_id bigint not null,
        from_wallet text collate "C" not null,
        to_wallet text collate "C" not null,
        transferred_at timestamptz(3) not null,
        transaction_hash text collate "C" not null,
        primary key (block_number, log_index)
      )`);
    this.addSql(
      'create index passport_transfer_of_passport on passport_transfer (passport_id, block_number, log_index)',
    );

    this.addSql(`
      create table provider_signer (
        provider_key text collate "C" not null,
        signer text collate "C" not null,
        allowed boolean not null,
        changed_at timestamptz(3) not null,
        primary key (provider_key, signer)
      )`);
  }

  override down(): void {
    for (const table of [
      'provider_signer',
      'passport_transfer',
      'passport',
      'entry_change',
      'entry',
      'giveaway_round',
      'giveaway',
      'chain_event',
      'chain_step',
      'chain_cursor',
      'chain_block',
    ])
      this.addSql(`drop table ${table}`);
  }
}
