import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createIdempotencyStore } from '../../../src/adapters/postgres/operations/idempotency-store.ts';
import type { KeyedRequest } from '../../../src/core/operations/idempotency-store.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../support/database/open-database.ts';

const PROVIDER = 'prv_claims';

describe('An expired claim of an Idempotency-Key', () => {
  let opened: OpenTestDatabase;
  let first: ReturnType<typeof createIdempotencyStore>;
  let second: ReturnType<typeof createIdempotencyStore>;
  const run = (text: string, values: readonly unknown[]) =>
    opened.database.sql.query({ name: '', text }, values);
  const newRequest = (key: string = randomUUID()): KeyedRequest => ({
    providerId: PROVIDER,
    key,
    fingerprint: 'f',
  });
  const expire = ({ key }: KeyedRequest) =>
    run(`update idempotency_key set claimed_until = now() - interval '1 second' where key = $1`, [key]);
  beforeAll(async () => {
    opened = await openTestDatabase();
    await run(`insert into provider (id, name, chain_key, created_at) values ($1, 'P', $2, now())`, [
      PROVIDER,
      `0x${'1'.repeat(64)}`,
    ]);
    first = createIdempotencyStore(opened.database.sql);
    second = createIdempotencyStore(opened.database.sql);
  });
  afterAll(async () => {
    first.close();
    second.close();
    await opened.close();
  });

  it('passes to exactly one other request, with its operation', async () => {
    const request = newRequest();
    expect(await first.claim(request, 'opn_1')).toEqual({ kind: 'claimed', operationId: 'opn_1' });
    expect(await second.claim(newRequest(request.key), 'opn_2')).toEqual({ kind: 'running' });
    await expire(request);
    expect(await second.claim({ ...newRequest(request.key), fingerprint: 'other' }, 'opn_3')).toEqual({
      kind: 'different',
    });
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, index) => second.claim(newRequest(request.key), `opn_1${index}`)),
    );
    expect(claims.filter(({ kind }) => kind === 'claimed')).toEqual([
      { kind: 'claimed', operationId: 'opn_1' },
    ]);
  });

  it('gets the response that was stored first', async () => {
    const [slow, fast] = [newRequest('one'), newRequest('one')];
    await first.claim(slow, 'opn_slow');
    await expire(slow);
    await second.claim(fast, 'opn_fast');
    expect(await second.storeResponse(fast, { from: 'fast' })).toEqual({ from: 'fast' });
    expect(await first.storeResponse(slow, { from: 'slow' })).toEqual({ from: 'fast' });
    expect(await first.claim(newRequest('one'), 'opn_late')).toEqual({
      kind: 'answered',
      response: { from: 'fast' },
    });
  });

  it.each(['forget', 'giveUp', 'storeResponse'] as const)(
    'does not end the claim of a later operation by %s',
    async (ending) => {
      const key = `later-${ending}`;
      const [slow, fast, later] = [newRequest(key), newRequest(key), newRequest(key)];
      await first.claim(slow, `opn_${key}`);
      await expire(slow);
      await second.claim(fast, 'opn_unused');
      await second.forget(fast);
      await second.claim(later, `opn_${key}_2`);

      expect(await first[ending](slow, { from: 'slow' })).toBeUndefined();

      expect(await first.claim(newRequest(key), 'opn_third')).toEqual({ kind: 'running' });
      expect(await second.storeResponse(later, { from: 'later' })).toEqual({ from: 'later' });
    },
  );
});
