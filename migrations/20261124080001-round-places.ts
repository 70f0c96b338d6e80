import { Migration } from '@mikro-orm/migrations';

/** The places of a round after the first one, which the columns of `giveaway_round` describe. */
export class RoundPlaces20261124080001 extends Migration {
  override up(): void {
    this.addSql(`
      alter table giveaway
        add column winners smallint not null default 1,
        add column alternates smallint not null default 0`);
    // The position on the chain of the latest event of a later place: the round's row changes with each of them.
    this.addSql('alter table giveaway_round add column places_position bigint[]');

    this.addSql(`
      create table round_place (
        giveaway_id text collate "C" not null,
        round_index integer not null,
        place smallint not null check (place > 0),
        winner_passport_id bigint,
        winner_wallet text collate "C",
        decided_at timestamptz(3),
        decided_block bigint,
        decided_block_hash text collate "C",
        decided_transaction_hash text collate "C",
        tickets_before bigint,
        draw_total bigint,
        draw_ticket bigint,
        metadata_hash text collate "C",
        metadata_uri text,
        metadata_position bigint[],
        image_hash text collate "C",
        image_uri text,
        image_position bigint[],
        receipt_by text collate "C",
        receipt_by_provider boolean,
        receipt_at timestamptz(3),
        receipt_transaction_hash text collate "C",
        deliveries integer not null default 0,
        primary key (giveaway_id, round_index, place)
      ) with (fillfactor = 70)`);
    this.addSql(`
      create index round_place_won on round_place
        (winner_passport_id, decided_at desc, giveaway_id desc, round_index desc) where winner_passport_id is not null`);
    this.addSql(
      'create index round_place_decided on round_place (decided_block) where decided_block is not null',
    );

    this.addSql(`
      create table place_delivery (
        block_number bigint not null,
        log_index integer not null,
        giveaway_id text collate "C" not null,
        round_index integer not null,
        place smallint not null check (place > 0),
        revision integer not null,
        signer text collate "C" not null,
        asset_contract text collate "C" not null,
        recipient text collate "C" not null,
        proof_chain_id numeric(20) not null,
        proof_transaction_hash text collate "C" not null,
        proof_uri text not null,
        recorded_at timestamptz(3) not null,
        transaction_hash text collate "C" not null,
        check_at timestamptz(3) default '-infinity',
        primary key (block_number, log_index),
        unique (giveaway_id, round_index, place, revision)
      )`);
    this.addSql(
      'create index place_delivery_check_at on place_delivery (check_at) where check_at is not null',
    );
    this.addSql(`
      create table place_delivery_check (
        giveaway_id text collate "C" not null,
        round_index integer not null,
        place smallint not null check (place > 0),
        delivery_transaction_hash text collate "C" not null,
        revision integer not null,
        begun_at timestamptz(3) not null,
        verdict text collate "C" check (verdict in ('VERIFIED', 'MISMATCH', 'UNVERIFIABLE')),
        settled_at timestamptz(3),
        reason text collate "C",
        transfer jsonb,
        primary key (giveaway_id, round_index, place, delivery_transaction_hash)
      )`);
    this.addSql('alter table prize_transfer add column place smallint not null default 0');
  }

  override down(): void {
    this.addSql('alter table prize_transfer drop column place');
    for (const table of ['place_delivery_check', 'place_delivery', 'round_place'])
      this.addSql(`drop table ${table}`);
    this.addSql('alter table giveaway_round drop column places_position');
    this.addSql('alter table giveaway drop column winners, drop column alternates');
  }
}
