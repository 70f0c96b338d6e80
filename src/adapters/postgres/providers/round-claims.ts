import type { RoundClaims } from '../../../core/rounds/round-claims.ts';
import type { Sql } from '../connection/sql.ts';

/** Within it an operation is accepted after its round was taken, or was given up. */
const ACCEPTED_WITHIN = `interval '1 minute'`;

/** Whether the claim of this alias holds: its operation has not failed, or may still be accepted. */
export const claimHolds = (claim: string) => `coalesce(
  (select o.error is null from operation o where o.id = ${claim}.operation_id),
  ${claim}.claimed_at > now() - ${ACCEPTED_WITHIN})`;

const FIND = {
  name: 'find-round-claim',
  text: 'select round_index from round_claim where operation_id = $1 limit 1',
};
const TAKE = {
  name: 'take-round',
  text: `
    insert into round_claim as kept (giveaway_key, need, round_index, operation_id) values ($1, $2, $3, $4)
    on conflict (giveaway_key, need, round_index) do update set operation_id = excluded.operation_id, claimed_at = now()
      where kept.operation_id = excluded.operation_id or not ${claimHolds('kept')}
    returning true`,
};
const HAS_OPEN = {
  name: 'has-open-round-claim',
  text: `
    select exists (
      select from round_claim k
        left join operation o on o.id = k.operation_id
        left join chain_transaction t on t.id = o.transaction_id
      where k.giveaway_key = $1 and k.need = $2 and ${claimHolds('k')}
        and (t.state is null or t.state not in ('CONFIRMED', 'FINALIZED'))
    )`,
};
const RELEASE = { name: 'release-round', text: 'delete from round_claim where operation_id = $1' };

/** Claims in the database, one small statement each; a claim that another instance is taking is waited for. */
export function createRoundClaims(sql: Sql): RoundClaims {
  return {
    async find(operationId) {
      const [row] = await sql.query(FIND, [operationId]);
      return row && Number(row[0]);
    },
    async take({ giveaway, need, round, operationId }) {
      return (await sql.query(TAKE, [giveaway, need, round, operationId])).length > 0;
    },
    async hasOpen(giveaway, need) {
      const [row] = await sql.query(HAS_OPEN, [giveaway, need]);
      return row?.[0] === true;
    },
    async release(operationId) {
      await sql.query(RELEASE, [operationId]);
    },
  };
}
