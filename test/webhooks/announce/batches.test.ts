import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createWebhookQueue } from '../../../src/adapters/postgres/webhooks/webhook-queue.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { CHAIN_ID } from '../support/operations.ts';

let gateway: Gateway;
beforeAll(async () => {
  gateway = await startGateway();
}, 60_000);
afterAll(() => gateway.stop());

// Confirmed transactions as the outbox stores them, each with a change to announce; no webhook is subscribed.
const CONFIRMED = `
  with carried as (
    insert into chain_transaction (chain_id, signer, nonce, to_address, data, gas_limit, operation_ids, state)
    select $1, 's', place, '', '', 21000,
      array(select 'opn_' || place || '_' || n from generate_series(1, size) n), 'CONFIRMED'
    from unnest($2::integer[]) with ordinality as sizes (size, place) returning id
  ) insert into operation_change (transaction_id, has_fallen_back) select id, false from carried order by id`;

it('reads changes in batches of as many operations as one statement can announce', async () => {
  const sizes = [60, 39, 100, 1, 1, 250, ...Array.from({ length: 120 }, () => 1)];
  const taken = await gateway.onDatabase(async (_em, sql) => {
    const queue = createWebhookQueue(sql);
    await sql.query({ name: '', text: CONFIRMED }, [CHAIN_ID, sizes]);
    const batches: number[] = [];
    for (;;) {
      const { places } = await queue.changes(100);
      if (places.length === 0) return batches;
      batches.push(places.length);
      await queue.save([], places);
    }
  });
  // 60 + 39 + 100, 1 + 1 + 250, 100, 20
  expect(taken).toEqual([3, 3, 100, 20]);
}, 60_000);
