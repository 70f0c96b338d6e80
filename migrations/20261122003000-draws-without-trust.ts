import { Migration } from '@mikro-orm/migrations';

/** The history of prize deliveries, void rounds, removals that reach entries of earlier rounds, and when signers begin to act. */
export class DrawsWithoutTrust20261122003000 extends Migration {
  override up(): void {
    // The entries issued, less those removed, while the round was open. The sums of all rounds up to one are what its winner
    // is chosen from; a removal in a later round does not change them.
    this.addSql('alter table giveaway_round rename column own_total to net_entries');
    this.addSql('alter table entry_change add column open_round integer');
    this.addSql('update entry_change set open_round = round_index');
    this.addSql('alter table entry_change alter column open_round set not null');

    this.addSql(`
      create table prize_delivery (
        block_number bigint not null,
        log_index integer not null,
        giveaway_id text collate "C" not null,
        round_index integer not null,
        revision integer not null,
        signer text collate "C" not null,
        asset_contract text collate "C" not null,
        recipient text collate "C" not null,
        proof_chain_id numeric(20) not null,
        proof_transaction_hash text collate "C" not null,
        proof_uri text not null,
        recorded_at timestamptz(3) not null,
        transaction_hash text collate "C" not null,
        primary key (block_number, log_index),
        unique (giveaway_id, round_index, revision)
      )`);
    this.addSql(`
      insert into prize_delivery (block_number, log_index, giveaway_id, round_index, revision, signer, asset_contract,
        recipient, proof_chain_id, proof_transaction_hash, proof_uri, recorded_at, transaction_hash)
      select block_number, log_index, 'gwy_' || substr(giveaway_key, 3), (args->>'round')::integer, 1, args->>'signer',
        args->'delivery'->>'assetContract', args->'delivery'->>'recipient',
        (args->'delivery'->>'proofChainId')::numeric, args->'delivery'->>'proofTxHash',
        args->'delivery'->>'proofUri', mined_at, transaction_hash
      from chain_event where name = 'PrizeDelivered'`);
    this.addSql(`
      alter table giveaway_round
        add column deliveries integer not null default 0,
        add column voided_at timestamptz(3),
        add column voided_block bigint,
        add column voided_by text collate "C",
        add column voided_transaction_hash text collate "C"`);
    this.addSql('update giveaway_round set deliveries = 1 where delivered_at is not null');
    this.addSql(`
      alter table giveaway_round
        ${DELIVERY_COLUMNS.map(([name]) => `drop column ${name}`).join(', ')}`);
    this.addSql(
      'create index giveaway_round_voided on giveaway_round (voided_block) where voided_block is not null',
    );
    // Every recorded delivery has its own check.
    this.addSql(`
      alter table prize_delivery_check drop constraint prize_delivery_check_pkey,
        add primary key (giveaway_id, round_index, delivery_transaction_hash)`);

    this.addSql('alter table provider_signer add column active_from timestamptz(3)');
    // A passport can have many other events.
    this.addSql(
      `create index chain_event_provision on chain_event (passport_id, block_number, log_index)
        where name = 'Provisioned'`,
    );
  }

  override down(): void {
    this.addSql('drop index chain_event_provision');
    this.addSql('alter table provider_signer drop column active_from');
    this.addSql(`
      delete from prize_delivery_check c using prize_delivery_check later
      where c.giveaway_id = later.giveaway_id and c.round_index = later.round_index
        and (c.begun_at, c.delivery_transaction_hash) < (later.begun_at, later.delivery_transaction_hash)`);
    this.addSql(`
      alter table prize_delivery_check drop constraint prize_delivery_check_pkey,
        add primary key (giveaway_id, round_index)`);
    this.addSql('drop index giveaway_round_voided');
    this.addSql(`
      alter table giveaway_round
        ${DELIVERY_COLUMNS.map(([name, type]) => `add column ${name} ${type}`).join(', ')}`);
    this.addSql(`
      update giveaway_round r set ${DELIVERY_COLUMNS.map(([name, , source]) => `${name} = d.${source}`).join(', ')}
      from prize_delivery d
      where d.giveaway_id = r.giveaway_id and d.round_index = r.index and d.revision = r.deliveries`);
    this.addSql(`
      alter table giveaway_round drop column deliveries, drop column voided_at, drop column voided_block,
        drop column voided_by, drop column voided_transaction_hash`);
    this.addSql('drop table prize_delivery');
    this.addSql('alter table entry_change drop column open_round');
    this.addSql('alter table giveaway_round rename column net_entries to own_total');
  }
}

/** The columns of the round's only delivery before this migration, with the columns of prize_delivery that replace them. */
const DELIVERY_COLUMNS = [
  ['delivery_asset_contract', 'text collate "C"', 'asset_contract'],
  ['delivery_recipient', 'text collate "C"', 'recipient'],
  ['delivery_chain_id', 'numeric(20)', 'proof_chain_id'],
  ['delivery_proof_transaction_hash', 'text collate "C"', 'proof_transaction_hash'],
  ['delivery_proof_uri', 'text', 'proof_uri'],
  ['delivered_at', 'timestamptz(3)', 'recorded_at'],
  ['delivery_transaction_hash', 'text collate "C"', 'transaction_hash'],
] as const;
