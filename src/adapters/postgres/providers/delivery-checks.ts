import type {
  DeliveryCheck,
  DeliveryChecks,
  DeliveryVerdict,
  RecordedDelivery,
} from '../../../core/prizes/delivery-checks.ts';
import { toIsoInstant, type Sql } from '../connection/sql.ts';

// Hot: index prize_delivery_check_at. A chain id that is no valid one has no node. No delivery waits longer than an hour for its
// next check, unless a clock was ahead.
const FIND = {
  name: 'find-due-delivery-checks',
  text: `
    with corrected as (
      update prize_delivery set check_at = $1 where check_at > $1::timestamptz + interval '2 hours'
    )
    select d.giveaway_id, d.round_index, d.revision, d.transaction_hash, g.provider_key,
      extract(epoch from coalesce(r.decided_at, d.recorded_at)) * 1000, d.proof_chain_id, d.proof_transaction_hash,
      d.asset_contract, d.recipient, c.begun_at, case when c.reason is distinct from 'NO_NODE' then c.verdict end
    from prize_delivery d
      join giveaway g on g.id = d.giveaway_id
      left join giveaway_round r on r.giveaway_id = d.giveaway_id and r.index = d.round_index
      left join prize_delivery_check c on c.giveaway_id = d.giveaway_id and c.round_index = d.round_index
        and c.delivery_transaction_hash = d.transaction_hash and c.revision = d.revision
    where d.check_at <= $1 and d.block_number <= (select confirmed_number from chain_cursor)
    order by d.check_at limit $2`,
};
const OWNER = {
  name: 'find-owner-of-wallets',
  text: `
    select bool_or(provider_key = $1) from provider_signer
    where allowed and signer = any($2::text[])`,
};
// The transfer stays with a round while one of its recorded deliveries names the transaction.
const CLAIM = {
  name: 'claim-prize-transfer',
  text: `
    insert into prize_transfer as held (chain_id, transaction_hash, transfer_index, giveaway_id, round_index)
    values ($1, $2, $3, $4, $5)
    on conflict (chain_id, transaction_hash, transfer_index) do update
      set giveaway_id = excluded.giveaway_id, round_index = excluded.round_index
      where (held.giveaway_id, held.round_index) = (excluded.giveaway_id, excluded.round_index) or not exists (
        select from prize_delivery d
        where d.giveaway_id = held.giveaway_id and d.round_index = held.round_index
          and d.proof_chain_id = held.chain_id and d.proof_transaction_hash = held.transaction_hash
      )
    returning true`,
};
const SET_CHECK_AT = `
  update prize_delivery set check_at = $5
  where giveaway_id = $1 and round_index = $2 and revision = $3 and transaction_hash = $4`;
const SAVE = {
  name: 'save-delivery-check',
  text: `
    with due as (${SET_CHECK_AT})
    insert into prize_delivery_check (giveaway_id, round_index, revision, delivery_transaction_hash, begun_at, verdict,
      settled_at, reason, transfer)
    values ($1, $2, $3, $4, $6, $7, case when $7::text is not null then $8::timestamptz end, $9, $10::jsonb)
    on conflict (giveaway_id, round_index, delivery_transaction_hash) do update
      set revision = excluded.revision, begun_at = excluded.begun_at, verdict = excluded.verdict,
        settled_at = excluded.settled_at, reason = excluded.reason, transfer = excluded.transfer`,
};
const END = { name: 'end-delivery-check', text: SET_CHECK_AT };

/** The checks of prize deliveries in the database. */
export function createDeliveryChecks(sql: Sql): DeliveryChecks {
  return {
    async find(now, limit) {
      const rows = await sql.query(FIND, [now, limit]);
      return rows.map(
        ([
          id,
          round,
          revision,
          hash,
          providerKey,
          decidedAt,
          chainId,
          proof,
          asset,
          recipient,
          begunAt,
          verdict,
        ]) => ({
          giveawayId: String(id),
          round: Number(round),
          revision: Number(revision),
          transactionHash: String(hash),
          providerKey: String(providerKey),
          decidedAt: new Date(Number(decidedAt)),
          proofChainId: Number(chainId),
          proofTransactionHash: String(proof),
          assetContract: String(asset),
          recipient: String(recipient),
          begunAt: begunAt === null ? null : new Date(toIsoInstant(String(begunAt))),
          verdict: (verdict ?? null) as DeliveryVerdict | null,
        }),
      );
    },
    async ownerOf(providerKey, wallets) {
      const [row] = await sql.query(OWNER, [providerKey, [...wallets]]);
      const isOwn = row?.[0] ?? null;
      return isOwn === null ? 'NONE' : isOwn === true ? 'OWN' : 'OTHER';
    },
    async claim({ proofChainId, proofTransactionHash, giveawayId, round }, index) {
      const values = [String(proofChainId), proofTransactionHash, index, giveawayId, round];
      return (await sql.query(CLAIM, values)).length > 0;
    },
    async save(delivery, { again, begunAt, verdict, checkedAt, reason, transfer }: DeliveryCheck) {
      const values = [again, begunAt, verdict, checkedAt, reason, transfer && JSON.stringify(transfer)];
      await sql.query(SAVE, [...keyOf(delivery), ...values]);
    },
    async end(delivery) {
      await sql.query(END, [...keyOf(delivery), null]);
    },
  };
}

function keyOf({ giveawayId, round, revision, transactionHash }: RecordedDelivery) {
  return [giveawayId, round, revision, transactionHash];
}
