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

/** SQL: whether the claim of a place is valid: that of an operation which got another place is not. */
export const isPlaceClaimValid = (
  claim: string,
  keeper: string,
) => `(${isClaimProtected(claim, keeper)} and coalesce(
  (select o.result is null or coalesce((o.result ->> 'place')::integer, 0) = ${claim}.place from operation o
    where o.id = ${claim}.operation_id),
  true))`;

const FIND = {
  name: 'find-round-claim',
  text: `
    select round_index from round_claim where operation_id = $1
    union all select round_index from place_claim where operation_id = $1 limit 1`,
};
const TAKE = {
  name: 'take-round',
  text: `
    insert into round_claim as stored (giveaway_key, need, round_index, operation_id) values ($1, $2, $3, $4)
    on conflict (giveaway_key, need, round_index) do update set operation_id = excluded.operation_id, claimed_at = now()
      where stored.operation_id = excluded.operation_id or not ${isClaimProtected('stored', '$5')}
    returning true`,
};
const TAKE_PLACE = {
  name: 'take-place',
  text: `
    insert into place_claim as stored (giveaway_key, need, round_index, place, operation_id)
    select $1, $2, $3, i.place, $4 from generate_series($6::integer, $7::integer) as i (place)
      where not exists (
        select from place_claim k
        where k.giveaway_key = $1 and k.need = $2 and k.round_index = $3 and k.place = i.place
          and k.operation_id <> $4 and ${isPlaceClaimValid('k', '$5')})
      order by i.place limit 1
    on conflict (giveaway_key, need, round_index, place)
      do update set operation_id = excluded.operation_id, claimed_at = now()
      where stored.operation_id = excluded.operation_id or not ${isPlaceClaimValid('stored', '$5')}
    returning true`,
};
const IS_OPEN = (table: string, place: string) => `exists (
  select from ${table} k
    left join operation o on o.id = k.operation_id
    left join chain_transaction t on t.id = o.transaction_id
  where k.giveaway_key = $1 and k.need = $2 and ($3::integer is null or ${place} = $3) and ${isClaimValid('k')}
    and (t.state is null or t.state not in ('CONFIRMED', 'FINALIZED')))`;
const HAS_OPEN = {
  name: 'has-open-round-claim',
  text: `select ${IS_OPEN('round_claim', '0')} or ${IS_OPEN('place_claim', 'k.place')}`,
};
const RELEASE = {
  name: 'release-round',
  text: `
    with place as (delete from place_claim where operation_id = $1)
    delete from round_claim where operation_id = $1`,
};

/** Claims in the database, one small statement each; a concurrent claim of the same place waits for the first. */
export function createRoundClaims(sql: Sql): RoundClaims {
  return {
    async find(operationId) {
      const [row] = await sql.query(FIND, [operationId]);
      return row && Number(row[0]);
    },
    async take({ giveaway, need, round, operationId, places: [first, last] = [0, 0], keeper = null }) {
      const claim = [giveaway, need, round, operationId, keeper];
      if (first === 0 && (await sql.query(TAKE, claim)).length > 0) return true;
      const further = Math.max(first, 1);
      // A concurrent claim may be faster: then the next free place is tried.
      for (let attempts = last - further + 1; attempts > 0; attempts -= 1)
        if ((await sql.query(TAKE_PLACE, [...claim, further, last])).length > 0) return true;
      return false;
    },
    async hasOpen(giveaway, need, place) {
      const [row] = await sql.query(HAS_OPEN, [giveaway, need, need === 'receipt' ? (place ?? 0) : null]);
      return row?.[0] === true;
    },
    async release(operationId) {
      await sql.query(RELEASE, [operationId]);
    },
  };
}
