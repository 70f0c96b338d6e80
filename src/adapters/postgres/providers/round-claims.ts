import { DRAW_PROTECTED_SECONDS, type RoundClaims } from '../../../core/rounds/round-claims.ts';
import type { Sql } from '../connection/sql.ts';

/** The time within which an operation is accepted after its round was claimed, or given up. */
const ACCEPTANCE_TIME = `interval '1 minute'`;

// A claim from the future is of a clock that was ahead.
const isWithin = (claim: string, time: string) =>
  `${claim}.claimed_at > now() - ${time} and ${claim}.claimed_at < now() + ${time}`;

/** SQL: whether a claim is valid, because its operation has not failed or may still be accepted. */
export const isClaimValid = (claim: string) => `coalesce(
  (select o.error is null from operation o where o.id = ${claim}.operation_id),
  ${isWithin(claim, ACCEPTANCE_TIME)})`;

/** SQL: whether a valid claim also keeps the keeper with this wallet from a draw; with null for the wallet every one does. */
export const isClaimProtected = (claim: string, keeper: string) => `(${isClaimValid(claim)} and (
  ${keeper}::text is null or ${isWithin(claim, `interval '${DRAW_PROTECTED_SECONDS} seconds'`)}
  or exists (select from operation o where o.id = ${claim}.operation_id and o.signer = ${keeper})))`;

const FIND = {
  name: 'find-round-claim',
  text: 'select round_index from round_claim where operation_id = $1 limit 1',
};
const TAKE = {
  name: 'take-round',
  text: `
    insert into round_claim as stored (giveaway_key, need, round_index, operation_id) values ($1, $2, $3, $4)
    on conflict (giveaway_key, need, round_index) do update set operation_id = excluded.operation_id, claimed_at = now()
      where stored.operation_id = excluded.operation_id or not ${isClaimProtected('stored', '$5')}
    returning true`,
};
const HAS_OPEN = {
  name: 'has-open-round-claim',
  text: `
    select exists (
      select from round_claim k
        left join operation o on o.id = k.operation_id
        left join chain_transaction t on t.id = o.transaction_id
      where k.giveaway_key = $1 and k.need = $2 and ${isClaimValid('k')}
        and (t.state is null or t.state not in ('CONFIRMED', 'FINALIZED'))
    )`,
};
const RELEASE = { name: 'release-round', text: 'delete from round_claim where operation_id = $1' };

/** Claims in the database, one small statement each; a concurrent claim of the same round waits for the first. */
export function createRoundClaims(sql: Sql): RoundClaims {
  return {
    async find(operationId) {
      const [row] = await sql.query(FIND, [operationId]);
      return row && Number(row[0]);
    },
    async take({ giveaway, need, round, operationId, keeper }) {
      return (await sql.query(TAKE, [giveaway, need, round, operationId, keeper ?? null])).length > 0;
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
