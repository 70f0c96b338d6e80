import type {
  DeliveryChecks,
  DeliveryVerdict,
  RecordedDelivery,
} from '../../../core/prizes/delivery-checks.ts';
import { toIsoInstant, type Sql } from '../connection/sql.ts';

const BEGIN = {
  name: 'begin-delivery-check',
  text: `
    insert into prize_delivery_check as known (giveaway_id, round_index, delivery_transaction_hash, begun_at)
    values ($1, $2, $3, $4)
    on conflict (giveaway_id, round_index, delivery_transaction_hash) do update set begun_at = known.begun_at
    returning begun_at, verdict`,
};
const SETTLE = {
  name: 'settle-delivery-check',
  text: `
    update prize_delivery_check set verdict = $4, settled_at = $5
    where giveaway_id = $1 and round_index = $2 and delivery_transaction_hash = $3`,
};

/** The state of the checks of prize deliveries, in the database. */
export function createDeliveryChecks(sql: Sql): DeliveryChecks {
  return {
    async begin(delivery, now) {
      const [row] = await sql.query(BEGIN, [...keyOf(delivery), now]);
      const [begunAt, verdict] = row ?? [];
      return {
        begunAt: new Date(toIsoInstant(String(begunAt))),
        verdict: (verdict ?? null) as DeliveryVerdict | null,
      };
    },
    async settle(delivery, verdict, now) {
      await sql.query(SETTLE, [...keyOf(delivery), verdict, now]);
    },
  };
}

function keyOf({ giveawayId, round, transactionHash }: RecordedDelivery) {
  return [giveawayId, round, transactionHash];
}
