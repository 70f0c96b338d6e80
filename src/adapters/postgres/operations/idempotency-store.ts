import type { Claim, IdempotencyStore, KeyedRequest } from '../../../core/operations/idempotency-store.ts';
import { coalesceStatements } from '../connection/coalesce-statements.ts';
import { isFree } from '../connection/lease.ts';
import type { Sql } from '../connection/sql.ts';

const LEASE = `interval '10 seconds'`;
const RENEW_INTERVAL_MS = 3_000;
const STATEMENTS = { inFlight: 2, largest: 128 };

// An expired claim without a response is taken over, together with its operation. Rows are locked in one order, to avoid
// deadlocks.
const CLAIM = {
  name: 'claim-idempotency-keys',
  text: `insert into idempotency_key as stored (provider_id, key, fingerprint, operation_id, claimed_until)
    select provider_id, key, fingerprint, operation_id, now() + ${LEASE}
    from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as sent (provider_id, key, fingerprint, operation_id)
    order by provider_id, key
    on conflict (provider_id, key) do update set claimed_until = excluded.claimed_until
      where stored.fingerprint = excluded.fingerprint and stored.answer is null
        and ${isFree('stored.claimed_until', LEASE)}
    returning provider_id, key, operation_id`,
};
const FIND = {
  name: 'find-idempotency-key',
  text: `select fingerprint, answer from idempotency_key where provider_id = $1 and key = $2`,
};
const RENEW = {
  name: 'renew-idempotency-keys',
  text: `update idempotency_key stored set claimed_until = now() + ${LEASE}
    from unnest($1::text[], $2::text[], $3::text[]) as held (provider_id, key, operation_id)
    where stored.provider_id = held.provider_id and stored.key = held.key and stored.operation_id = held.operation_id
      and stored.answer is null`,
};
// A request that has lost its claim must not answer for another request's operation.
const STORE_RESPONSE = {
  name: 'answer-idempotency-key',
  text: `update idempotency_key set answer = coalesce(answer, $4::json)
    where provider_id = $1 and key = $2 and operation_id = $3
    returning answer`,
};
const GIVE_UP = {
  name: 'give-up-idempotency-keys',
  text: `update idempotency_key stored set claimed_until = now() - interval '1 millisecond'
    from unnest($1::text[], $2::text[], $3::text[]) as held (provider_id, key, operation_id)
    where stored.provider_id = held.provider_id and stored.key = held.key and stored.operation_id = held.operation_id
      and stored.answer is null`,
};
const FORGET = {
  name: 'forget-idempotency-key',
  text: `delete from idempotency_key
    where provider_id = $1 and key = $2 and operation_id = $3 and answer is null`,
};

interface ClaimedKey {
  readonly request: KeyedRequest;
  readonly operationId: string | undefined;
}

/**
 * Requests by idempotency key, shared by all instances of a database (hot path: `claim-idempotency-keys`, one statement for all
 * concurrent requests).
 */
export function createIdempotencyStore(sql: Sql): IdempotencyStore & { close(): void } {
  const held = new Map<KeyedRequest, string>();
  const timer = setInterval(() => {
    if (held.size === 0) return;
    const claims = [...held].map(([request, operationId]) => ({ request, operationId }));
    // A failed renewal is repeated before the lease expires.
    void sql.query(RENEW, toColumns(claims)).catch(() => undefined);
  }, RENEW_INTERVAL_MS).unref();

  const insert = coalesceStatements(STATEMENTS, async (claims: readonly ClaimedKey[]) => {
    // Of concurrent requests with one key, the first may claim it.
    const first = new Map(claims.toReversed().map((claim) => [textOf(claim.request), claim]));
    const [providers, keys, operations] = toColumns([...first.values()]);
    const fingerprints = [...first.values()].map(({ request }) => request.fingerprint);
    const rows = await sql.query(CLAIM, [providers, keys, fingerprints, operations]);
    const claimed = new Map(
      rows.map(([providerId, key, operationId]) => [
        textOf({ providerId: String(providerId), key: String(key) }),
        String(operationId),
      ]),
    );
    return claims.map((claim) => {
      const text = textOf(claim.request);
      return first.get(text) === claim ? claimed.get(text) : undefined;
    });
  });
  const giveUp = coalesceStatements(STATEMENTS, async (claims: readonly ClaimedKey[]) => {
    await sql.query(GIVE_UP, toColumns(claims));
    return claims.map(() => undefined);
  });

  const release = (request: KeyedRequest): ClaimedKey => {
    const operationId = held.get(request);
    held.delete(request);
    return { request, operationId };
  };
  const end = (request: KeyedRequest, statement: typeof STORE_RESPONSE, result: readonly string[] = []) => {
    const { operationId } = release(request);
    return sql.query(statement, [request.providerId, request.key, operationId, ...result]);
  };

  return {
    async claim(request, operationId): Promise<Claim> {
      const { providerId, key, fingerprint } = request;
      const claimedFor = await insert({ request, operationId });
      if (claimedFor !== undefined) {
        held.set(request, claimedFor);
        return { kind: 'claimed', operationId: claimedFor };
      }
      const [found] = await sql.query(FIND, [providerId, key]);
      // The request that had claimed the key has just deleted it.
      if (!found) return { kind: 'running' };
      const [storedFingerprint, result] = found;
      if (storedFingerprint !== fingerprint) return { kind: 'different' };
      return typeof result === 'string'
        ? { kind: 'answered', response: JSON.parse(result) }
        : { kind: 'running' };
    },
    async storeResponse(request, result) {
      const [row] = await end(request, STORE_RESPONSE, [JSON.stringify(result)]);
      return row && JSON.parse(String(row[0]));
    },
    async giveUp(request) {
      await giveUp(release(request));
    },
    async forget(request) {
      await end(request, FORGET);
    },
    close: () => clearInterval(timer),
  };
}

/** The providers, keys and operations of claims. */
function toColumns(claims: readonly ClaimedKey[]) {
  return [
    claims.map(({ request }) => request.providerId),
    claims.map(({ request }) => request.key),
    claims.map(({ operationId }) => operationId ?? ''),
  ] as const;
}

/** Differs for different keys: no provider's id contains a space. */
function textOf({ providerId, key }: Pick<KeyedRequest, 'providerId' | 'key'>): string {
  return `${providerId} ${key}`;
}
