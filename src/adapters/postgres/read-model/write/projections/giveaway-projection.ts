import {
  giveawayIdSql,
  instant,
  nullIfZero,
  OF_BLOCKS,
  ZERO_ADDRESS,
  type EventProjection,
} from './event-projection.ts';

/** Giveaways, as created. */
export const GIVEAWAYS: EventProjection = {
  events: ['GiveawayCreated'],
  ofBlocks: {
    name: 'project-giveaways',
    text: `
      insert into giveaway (id, key, provider_key, external_id, start_time, end_time, determination,
        requires_handshake, provider_pays_receipt_gas, entries_carry_over, every_days, active_days, beacon,
        beacon_margin, metadata_hash, metadata_uri, signer, created_at, created_block, transaction_hash, hub)
      select ${giveawayIdSql('e.giveaway_key')}, e.giveaway_key, e.args->>'provider', o."externalId",
        ${instant('o."startTime"')}, case when o."endTime" > 0 then ${instant('o."endTime"')} end,
        case o.determination when 0 then 'PROVIDER_DECLARED' else 'ON_CHAIN_RANDOM' end,
        o."requiresHandshake", o."providerPaysReceiptGas", o."entriesCarryOver", o."everyDays", o."activeDays",
        nullif(o.beacon, '${ZERO_ADDRESS}'), o."beaconMargin", ${nullIfZero('o."metadataHash"')}, o."metadataUri",
        e.args->>'signer', e.mined_at, e.block_number, e.transaction_hash, e.hub
      from chain_event e, jsonb_to_record(e.args->'options') as o ("externalId" text, "startTime" bigint,
        "endTime" bigint, determination integer, "requiresHandshake" boolean, "providerPaysReceiptGas" boolean,
        "entriesCarryOver" boolean, "everyDays" integer, "activeDays" integer, beacon text, "beaconMargin" integer,
        "metadataHash" text, "metadataUri" text)
      where e.name = 'GiveawayCreated' and ${OF_BLOCKS}`,
  },
};

/** The places of giveaways that have more than one winner. */
export const PLACE_COUNTS: EventProjection = {
  events: ['PlacesSet'],
  ofBlocks: {
    name: 'project-place-counts',
    text: `
      update giveaway g set winners = (e.args->>'winners')::smallint, alternates = (e.args->>'alternates')::smallint
      from chain_event e
      where e.name = 'PlacesSet' and g.key = e.giveaway_key and ${OF_BLOCKS}`,
  },
};
