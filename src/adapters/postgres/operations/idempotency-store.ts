import type { Claim, IdempotencyStore, KeyedRequest } from '../../../core/operations/idempotency-store.ts';
import type { Sql } from '../connection/sql.ts';

const LEASE_SECONDS = 10;
const RENEW_INTERVAL_MS = 3_000;

// An expired claim without an answer is taken over, together with its operation.
const CLAIM = {
  name: 'claim-idempotency-key',
  text: `insert into idempotency_key as stored (provider_id, key, fingerprint, operation_id, claimed_until)
    values ($1, $2, $3, $4, now() + interval '${LEASE_SECONDS} seconds')
    on conflict (provider_id, key) do update set claimed_until = excluded.claimed_until
      where stored.fingerprint = excluded.fingerprint and stored.answer is null and stored.claimed_until < now()
    returning operation_id`,
};
const FIND = {
  name: 'find-idempotency-key',
  text: `select fingerprint, answer from idempotency_key where provider_id = $1 and key = $2`,
};
const RENEW = {
  name: 'renew-idempotency-keys',
  text: `update idempotency_key stored set claimed_until = now() + interval '${LEASE_SECONDS} seconds'
    from unnest($1::text[], $2::text[], $3::text[]) as held (provider_id, key, operation_id)
    where stored.provider_id = held.provider_id and stored.key = held.key and stored.operation_id = held.operation_id
      and stored.answer is null`,
};
// A request that has lost its claim must not answer for another request's operation.
const ANSWER = {
  name: 'answer-idempotency-key',
  text: `update idempotency_key set answer = coalesce(answer, $4::json)
    where provider_id = $1 and key = $2 and operation_id = $3
    returning answer`,
};
const GIVE_UP = {
  name: 'give-up-idempotency-key',
  text: `update idempotency_key set claimed_until = now() - interval '1 millisecond'
    where provider_id = $1 and key = $2 and operation_id = $3 and answer is null`,
};
const FORGET = {
  name: 'forget-idempotency-key',
  text: `delete from idempotency_key
    where provider_id = $1 and key = $2 and operation_id = $3 and answer is null`,
};

/** Requests by idempotency key, shared by all instances of a database (hot path: `claim-idempotency-key`). */
export function createIdempotencyStore(sql: Sql): IdempotencyStore & { close(): void } {
  const held = new Map<KeyedRequest, string>();
  const timer = setInterval(() => {
    if (held.size === 0) return;
    const claims = [...held];
    // A failed renewal is repeated before the lease expires.
    void sql
      .query(RENEW, [
        claims.map(([{ providerId }]) => providerId),
        claims.map(([{ key }]) => key),
        claims.map(([, operationId]) => operationId),
      ])
      .catch(() => undefined);
  }, RENEW_INTERVAL_MS).unref();

  const end = (request: KeyedRequest, statement: typeof ANSWER, answer: readonly string[] = []) => {
    const { providerId, key } = request;
    const operationId = held.get(request);
    held.delete(request);
    return sql.query(statement, [providerId, key, operationId, ...answer]);
  };

  return {
    async claim(request, operationId): Promise<Claim> {
      const { providerId, key, fingerprint } = request;
      const [claimed] = await sql.query(CLAIM, [providerId, key, fingerprint, operationId]);
      if (claimed) {
        const claimedFor = String(claimed[0]);
        held.set(request, claimedFor);
        return { kind: 'claimed', operationId: claimedFor };
      }
      const [found] = await sql.query(FIND, [providerId, key]);
      // The request that had claimed the key has just deleted it.
      if (!found) return { kind: 'running' };
      const [storedFingerprint, answer] = found;
      if (storedFingerprint !== fingerprint) return { kind: 'different' };
      return typeof answer === 'string'
        ? { kind: 'answered', answer: JSON.parse(answer) }
        : { kind: 'running' };
    },
    async answer(request, answer) {
      const [row] = await end(request, ANSWER, [JSON.stringify(answer)]);
      return row && JSON.parse(String(row[0]));
    },
    async giveUp(request) {
      await end(request, GIVE_UP);
    },
    async forget(request) {
      await end(request, FORGET);
    },
    close: () => clearInterval(timer),
  };
}
