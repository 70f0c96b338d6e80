import type {
  DeliveryCheck,
  DeliveryChecks,
  DeliveryVerdict,
  RecordedDelivery,
} from '../../../core/prizes/delivery-checks.ts';
import { toIsoInstant, type Sql } from '../connection/sql.ts';
import { DELIVERIES_SQL } from '../read-model/read/places.ts';

/** The due deliveries of the first place of each round, or of later places. */
const due = (table: 'prize_delivery' | 'place_delivery') => {
  const isFirst = table === 'prize_delivery';
  const place = isFirst ? '0::smallint' : 'd.place';
  const decided = isFirst
    ? 'giveaway_round r on r.giveaway_id = d.giveaway_id and r.index = d.round_index'
    : 'round_place r on r.giveaway_id = d.giveaway_id and r.round_index = d.round_index and r.place = d.place';
  return `
    select d.giveaway_id, d.round_index, ${place} as place, d.revision, d.transaction_hash, g.provider_key,
      extract(epoch from coalesce(r.decided_at, d.recorded_at)) * 1000, d.proof_chain_id, d.proof_transaction_hash,
      d.asset_contract, d.recipient, c.begun_at, case when c.reason is distinct from 'NO_NODE' then c.verdict end,
      d.check_at
    from ${table} d
      join giveaway g on g.id = d.giveaway_id
      left join ${decided}
      left join ${table}_check c on c.giveaway_id = d.giveaway_id and c.round_index = d.round_index
        ${isFirst ? '' : 'and c.place = d.place'}
        and c.delivery_transaction_hash = d.transaction_hash and c.revision = d.revision
    where d.check_at <= $1 and d.block_number <= (select confirmed_number from chain_cursor)
    order by d.check_at limit $2`;
};
const corrected = (table: string) =>
  `update ${table} set check_at = $1 where check_at > $1::timestamptz + interval '2 hours'`;
// Hot: indexes prize_delivery_check_at and place_delivery_check_at. A chain id that is no valid one has no node. No delivery waits
// longer than an hour for its next check, unless a clock was ahead.
const FIND = {
  name: 'find-due-delivery-checks',
  text: `
    with first_corrected as (${corrected('prize_delivery')}), later_corrected as (${corrected('place_delivery')})
    select * from ((${due('prize_delivery')}) union all (${due('place_delivery')})) due order by check_at limit $2`,
};
const OWNER = {
  name: 'find-owner-of-wallets',
  text: `
    select bool_or(provider_key = $1) from provider_signer
    where allowed and signer = any($2::text[])`,
};
// The transfer stays with a place of a round while one of its recorded deliveries names the transaction.
const CLAIM = {
  name: 'claim-prize-transfer',
  text: `
    insert into prize_transfer as held (chain_id, transaction_hash, transfer_index, giveaway_id, round_index, place)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (chain_id, transaction_hash, transfer_index) do update
      set giveaway_id = excluded.giveaway_id, round_index = excluded.round_index, place = excluded.place
      where (held.giveaway_id, held.round_index, held.place) = (excluded.giveaway_id, excluded.round_index, excluded.place)
        or not exists (
          select from ${DELIVERIES_SQL} d
          where d.giveaway_id = held.giveaway_id and d.round_index = held.round_index and d.place = held.place
            and d.proof_chain_id = held.chain_id and d.proof_transaction_hash = held.transaction_hash
        )
    returning true`,
};

/** The statements of one delivery, whose key is $1 to $4, and its place $5 unless it is the first one. */
function statementsOf(table: 'prize_delivery' | 'place_delivery') {
  const isFirst = table === 'prize_delivery';
  const place = isFirst ? '' : 'place, ';
  const more = isFirst ? 4 : 5;
  const setCheckAt = `
    update ${table} set check_at = $${more + 1}
    where giveaway_id = $1 and round_index = $2 and revision = $3 and transaction_hash = $4
      ${isFirst ? '' : 'and place = $5'}`;
  const [begunAt, verdict, checkedAt, reason, transfer] = [2, 3, 4, 5, 6].map((index) => `$${more + index}`);
  return {
    save: {
      name: `save-check-of-${table}`,
      text: `
        with due as (${setCheckAt})
        insert into ${table}_check (giveaway_id, round_index, revision, delivery_transaction_hash, ${place}begun_at, verdict,
          settled_at, reason, transfer)
        values ($1, $2, $3, $4, ${isFirst ? '' : '$5, '}${begunAt}, ${verdict},
          case when ${verdict}::text is not null then ${checkedAt}::timestamptz end, ${reason}, ${transfer}::jsonb)
        on conflict (giveaway_id, round_index, ${place}delivery_transaction_hash) do update
          set revision = excluded.revision, begun_at = excluded.begun_at, verdict = excluded.verdict,
            settled_at = excluded.settled_at, reason = excluded.reason, transfer = excluded.transfer`,
    },
    end: { name: `end-check-of-${table}`, text: setCheckAt },
  };
}
const OF_FIRST = statementsOf('prize_delivery');
const OF_LATER = statementsOf('place_delivery');
const statementsFor = ({ place }: RecordedDelivery) => (place === 0 ? OF_FIRST : OF_LATER);

/** The checks of prize deliveries in the database. */
export function createDeliveryChecks(sql: Sql): DeliveryChecks {
  return {
    async find(now, limit) {
      const rows = await sql.query(FIND, [now, limit]);
      return rows.map(
        ([
          id,
          round,
          place,
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
          place: Number(place),
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
    async claim({ proofChainId, proofTransactionHash, giveawayId, round, place }, index) {
      const values = [String(proofChainId), proofTransactionHash, index, giveawayId, round, place];
      return (await sql.query(CLAIM, values)).length > 0;
    },
    async save(delivery, { again, begunAt, verdict, checkedAt, reason, transfer }: DeliveryCheck) {
      const values = [again, begunAt, verdict, checkedAt, reason, transfer && JSON.stringify(transfer)];
      await sql.query(statementsFor(delivery).save, [...keyOf(delivery), ...values]);
    },
    async end(delivery) {
      await sql.query(statementsFor(delivery).end, [...keyOf(delivery), null]);
    },
  };
}

function keyOf({ giveawayId, round, place, revision, transactionHash }: RecordedDelivery) {
  return [giveawayId, round, revision, transactionHash, ...(place === 0 ? [] : [place])];
}
