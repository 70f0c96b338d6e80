import { giveawayIdSql, OF_BLOCKS, type EventProjection } from './event-projection.ts';

/** Recorded prize deliveries: every revision, of the first place and of later ones. */
export const DELIVERIES: readonly EventProjection[] = [
  recorded('PrizeDelivered', 'prize_delivery', {}),
  recorded('PlaceDelivered', 'place_delivery', { place: `(e.args->>'place')::smallint` }),
];

function recorded(event: string, table: string, columns: Readonly<Record<string, string>>): EventProjection {
  const names = Object.keys(columns).map((name) => `${name}, `);
  const values = Object.values(columns).map((value) => `${value}, `);
  return {
    events: [event],
    ofBlocks: {
      name: `project-${event}`,
      text: `
      insert into ${table} (${names.join('')}block_number, log_index, giveaway_id, round_index, revision, signer,
        asset_contract, recipient, proof_chain_id, proof_transaction_hash, proof_uri, recorded_at, transaction_hash)
      select ${values.join('')}e.block_number, e.log_index, ${giveawayIdSql('e.giveaway_key')}, (e.args->>'round')::integer,
        (e.args->>'revision')::integer, e.args->>'signer', d."assetContract", d.recipient, d."proofChainId",
        d."proofTxHash", d."proofUri", e.mined_at, e.transaction_hash
      from chain_event e, jsonb_to_record(e.args->'delivery') as d ("assetContract" text, recipient text,
        "proofChainId" numeric, "proofTxHash" text, "proofUri" text)
      where e.name = '${event}' and ${OF_BLOCKS}`,
    },
  };
}
