import { giveawayIdSql, OF_BLOCKS, type EventProjection } from './event-projection.ts';

/** Recorded prize deliveries: every revision. */
export const DELIVERIES: EventProjection = {
  events: ['PrizeDelivered'],
  ofBlocks: {
    name: 'project-deliveries',
    text: `
      insert into prize_delivery (block_number, log_index, giveaway_id, round_index, revision, signer, asset_contract,
        recipient, proof_chain_id, proof_transaction_hash, proof_uri, recorded_at, transaction_hash)
      select e.block_number, e.log_index, ${giveawayIdSql('e.giveaway_key')}, (e.args->>'round')::integer,
        (e.args->>'revision')::integer, e.args->>'signer', d."assetContract", d.recipient, d."proofChainId",
        d."proofTxHash", d."proofUri", e.mined_at, e.transaction_hash
      from chain_event e, jsonb_to_record(e.args->'delivery') as d ("assetContract" text, recipient text,
        "proofChainId" numeric, "proofTxHash" text, "proofUri" text)
      where e.name = 'PrizeDelivered' and ${OF_BLOCKS}`,
  },
};
