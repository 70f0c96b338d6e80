import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createIdempotencyStore } from '../../src/adapters/postgres/operations/idempotency-store.ts';
import { createLaneStore } from '../../src/adapters/postgres/operations/lane-store.ts';
import { createOperationStore } from '../../src/adapters/postgres/operations/operation-store.ts';
import { createRoundClaims } from '../../src/adapters/postgres/providers/round-claims.ts';
import { createStores } from '../../src/adapters/postgres/stores.ts';
import { createWebhookQueue } from '../../src/adapters/postgres/webhooks/webhook-queue.ts';
import { ids } from '../../src/runtime/ids.ts';
import { entryChange } from '../chain/outbox/support/harness.ts';
import { openTestDatabase } from '../support/database/open-database.ts';
import { addProvider } from '../core/contracts/ports-under-test.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const CHAIN = 31_337n;
const hash = (digit: string) => `0x${digit.repeat(64)}`;

const opened = sharedByTests(openTestDatabase);
let providerId: string;
beforeAll(async () => {
  ({ id: providerId } = await addProvider(createStores(opened.database, ids)));
});

const execute = (text: string) => opened.database.sql.query({ name: '', text }, []);

describe.each(['1 hour', '30 days'])('A lease that a clock %s ahead has left', (ahead) => {
  it('does not hold a lane', async () => {
    const lanes = createLaneStore(opened.database.sql, CHAIN);
    const signer = `0x${randomUUID()}`;
    const call = entryChange(hash('2'), 1, 1);
    const operation = { id: ids.next('opn'), providerKey: hash('1'), signer, call };
    await createOperationStore(opened.database.sql, CHAIN).add([operation]);
    const take = async (owner: string) =>
      (await lanes.take(owner, 4_000)).find((lane) => lane.signer === signer);
    const dead = await take('dead');
    expect(await take('other')).toBeUndefined();
    await execute(
      `update chain_lane set lease_until = now() + interval '${ahead}' where signer = '${signer}'`,
    );
    expect(await take('other')).toMatchObject({ fence: (dead?.fence ?? 0) + 1 });
  });

  it('does not hold an idempotency key', async () => {
    const idempotency = createIdempotencyStore(opened.database.sql);
    const request = { providerId, key: `key ${ahead}`, fingerprint: 'f' };
    await idempotency.claim(request, 'opn_first');
    idempotency.close();
    const other = createIdempotencyStore(opened.database.sql);
    expect(await other.claim({ ...request }, 'opn_other')).toEqual({ kind: 'running' });
    await execute(
      `update idempotency_key set claimed_until = now() + interval '${ahead}' where key = '${request.key}'`,
    );
    expect(await other.claim({ ...request }, 'opn_other')).toEqual({
      kind: 'claimed',
      operationId: 'opn_first',
    });
    other.close();
  });

  it('does not hold a round', async () => {
    const claims = createRoundClaims(opened.database.sql);
    const round = { giveaway: hash('3'), need: 'winner', round: ahead.length } as const;
    expect(await claims.take({ ...round, operationId: 'opn_dead' })).toBe(true);
    expect(await claims.take({ ...round, operationId: 'opn_other' })).toBe(false);
    await execute(`update round_claim set claimed_at = now() + interval '${ahead}'`);
    expect(await claims.take({ ...round, operationId: 'opn_other' })).toBe(true);
  });

  it('does not hold webhooks and their messages', async () => {
    const queue = createWebhookQueue(opened.database.sql);
    for (const table of ['webhook_delivery', 'webhook_event', 'webhook'])
      await execute(`delete from ${table}`);
    await execute(`
      insert into webhook (id, provider_id, url, events, ciphertext, nonce, tag, wrapped_key, key_id, created_at)
      values ('whk_1', '${providerId}', 'https://a.example', '{round.closed}', '\\x00', decode(repeat('00', 12), 'hex'),
        decode(repeat('00', 16), 'hex'), '\\x00', 'k', now())`);
    await execute(`insert into webhook_event (id, provider_id, type, subject, origin, payload)
      values ('evt_1', '${providerId}', 'round.closed', 's', '${ahead}', '{}')`);
    await execute(`insert into webhook_delivery (id, webhook_id, event_id, due_at)
      values ('dlv_1', 'whk_1', 'evt_1', now() + interval '1 minute')`);
    expect(await queue.claim('dead', 10_000)).toBeDefined();
    expect(await queue.claim('other', 10_000)).toBeUndefined();
    await execute(`update webhook_lease set owner_until = now() + interval '${ahead}'`);
    expect(await queue.claim('other', 10_000)).toBeDefined();

    expect(await queue.take('whk_1', 30, 20)).toBeUndefined();
    expect(await queue.rest('whk_1')).toEqual({ kind: 'waiting', afterSeconds: 60, isSlow: true });
    await execute(
      `update webhook_delivery set due_at = now() - interval '1 minute', busy_until = now() + interval '10 s'`,
    );
    expect(await queue.take('whk_1', 30, 20)).toBeUndefined();
    expect(await queue.rest('whk_1')).toEqual({ kind: 'waiting', afterSeconds: 10, isSlow: true });
    await execute(
      `update webhook_delivery set due_at = now() + interval '30 days', busy_until = now() + interval '${ahead}'`,
    );
    await execute(
      `update webhook set paused_until = now() + interval '30 days', slow_until = now() + interval '30 days'`,
    );
    expect(await queue.rest('whk_1')).toEqual({ kind: 'waiting', afterSeconds: 0, isSlow: false });
    expect(await queue.take('whk_1', 30, 20)).toMatchObject({ deliveries: [{ deliveryId: 'dlv_1' }] });
    await queue.release('other');
  });
});
