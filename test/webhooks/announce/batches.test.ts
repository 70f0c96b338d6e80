import type { SqlEntityManager } from '@mikro-orm/sql';
import { expect, it } from '@jest/globals';
import { createWebhookQueue } from '../../../src/adapters/postgres/webhooks/webhook-queue.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { CHAIN_ID } from '../support/operations.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const gateway = sharedByTests(startGateway);

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
});

it('reads changes only up to the block that the read model has, and changes of another chain at once', async () => {
  const blocks = [9, 11, 10];
  const taken = await gateway.onDatabase(async (em, sql) => {
    const queue = createWebhookQueue(sql);
    await setCursor(em, 10);
    await em.execute('delete from chain_transaction');
    await sql.query({ name: '', text: CONFIRMED }, [CHAIN_ID, blocks.map(() => 1)]);
    await em.execute(`
      update chain_transaction set block_number = (array[${blocks.join()}])[nonce::integer]`);
    const takeAll = async () => {
      const { places } = await queue.changes(100);
      await queue.save([], places);
      return places.length;
    };
    const first = [await takeAll(), await takeAll()];
    await setCursor(em, 12);
    const second = await takeAll();
    await sql.query({ name: '', text: CONFIRMED }, [999, [1]]);
    await em.execute('update chain_transaction set block_number = 1000000 where chain_id = 999');
    return [...first, second, await takeAll()];
  });
  expect(taken).toEqual([1, 0, 2, 1]);
});

const setCursor = (em: SqlEntityManager, nextBlock: number) =>
  em.execute(`
    insert into chain_cursor (chain_id, hub, start_block, next_block, head_number, confirmed_number, finalized_number)
    values (${CHAIN_ID}, '0x', 0, ${nextBlock}, 0, 0, 0)
    on conflict (chain_id, hub) do update set next_block = excluded.next_block`);
