import { beforeAll, expect, it } from '@jest/globals';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { giveawayIdOf, setChainTime } from '../../support/database/read-model.ts';
import { seedSummer, SUMMER } from '../../support/database/summer.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { TIMEOUT_MS } from './clients.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const SINCE = `subscription ($giveaway: ID!, $since: String) {
  roundUpdated(giveaway: $giveaway, since: $since) { index state winner { passport { passportId } } }
}`;
const giveaway = giveawayIdOf(SUMMER.carried);

const gateway = sharedByTests(startGateway);
beforeAll(async () => {
  await gateway.onDatabase(async (em) => {
    await seedSummer(em);
    await setChainTime(em, '2026-02-11T00:00:00Z');
  });
}, TIMEOUT_MS);

/** Subscribes until the newest message is right; returns all messages, each as it was sent. */
async function follow(
  since: string | null,
  isRight: (message: Json) => boolean,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<Json[]> {
  const client = createClient({
    url: `${gateway.url.replace(/^http/, 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
  });
  const messages: Json[] = [];
  client.subscribe<Json>(
    { query: SINCE, variables: { giveaway, since } },
    {
      next: (message) => messages.push(message),
      error: (reason) => messages.push({ refused: reason }),
      complete: () => undefined,
    },
  );
  await eventually(
    async () => messages.length,
    (count) => count > 0,
  );
  await meanwhile();
  await eventually(
    async () => messages.at(-1),
    (message) => message !== undefined && isRight(message),
  );
  await client.dispose();
  return messages;
}
const indexesOf = (messages: readonly Json[]) => messages.map(({ data }) => data?.roundUpdated.index);

/** Writes to a round as a step of the projection does. */
const change = (version: number, index: number) =>
  gateway.onDatabase((em) =>
    em.transactional(async (inner) => {
      await inner.execute('insert into chain_step (version, next_block, giveaway_ids) values (?, 0, ?)', [
        version,
        JSON.stringify([giveaway]),
      ]);
      await inner.execute('update chain_cursor set version = ?', [version]);
      await inner.execute(
        'update giveaway_round set net_entries = net_entries where giveaway_id = ? and index = ?',
        [giveaway, index],
      );
    }),
  );

it('continues after a reconnection with the rounds that have changed meanwhile, without a gap', async () => {
  const before = await follow(null, ({ data }) => data.roundUpdated.index === 5);
  expect(before).toMatchObject([{ data: { roundUpdated: { index: 5 } } }]);
  const { cursor, ...others } = before[0].extensions;
  expect([typeof cursor, others]).toEqual(['string', {}]);

  // Nobody is connected.
  await change(11, 0);
  await change(12, 2);
  const after = await follow(cursor, ({ data }) => data.roundUpdated.index === 5);

  expect(indexesOf(after)).toEqual([0, 2, 5]);
  expect(after.map(({ extensions }) => extensions.gap)).toEqual([undefined, undefined, undefined]);
  // Until all are sent, a cursor says so.
  expect(after.map(({ extensions }) => extensions.cursor === cursor)).toEqual([true, true, false]);
  const again = await follow(after[1].extensions.cursor, ({ data }) => data.roundUpdated.index === 5);
  expect(indexesOf(again)).toEqual([0, 2, 5]);
  const rest = await follow(after[2].extensions.cursor, ({ data }) => data.roundUpdated.index === 5);
  expect(indexesOf(rest)).toEqual([5]);
});

it('gives a newer cursor with each change', async () => {
  const messages = await follow(
    null,
    ({ data }) => data.roundUpdated.index === 2,
    () => change(21, 2),
  );
  expect(indexesOf(messages)).toEqual([5, 2]);
  const [first, second] = messages.map(({ extensions }) => extensions.cursor);
  expect(second).not.toBe(first);
});

it('sends what has changed since a backup was restored that has caught up with the cursor', async () => {
  const [{ extensions }] = (await follow(null, () => true)) as [Json];
  // The versions of the lost changes are taken anew by others.
  await gateway.onDatabase((em) => em.execute('update chain_cursor set version = version - 5'));
  await gateway.onDatabase((em) => em.execute('truncate chain_step'));
  const [{ version } = { version: 0 }] = await gateway.onDatabase((em) =>
    em.execute<{ version: number }[]>('select version::integer from chain_cursor'),
  );
  await change(version + 1, 0);
  for (let step = 2; step <= 6; step += 1) await change(version + step, 2);
  const after = await follow(extensions.cursor, ({ data }) => data.roundUpdated.index === 5);
  expect(indexesOf(after)).toEqual([0, 2, 5]);
  expect(after.map(({ extensions: { gap } }) => gap)).toEqual([undefined, undefined, undefined]);
});

it('marks a gap when it is not known what has changed', async () => {
  const future = Buffer.from('rounds:999999:1:1').toString('base64url');
  const [message] = await follow(future, () => true);
  expect(message).toMatchObject({
    data: { roundUpdated: { index: 5 } },
    extensions: { gap: true, cursor: expect.any(String) },
  });
});

it.each(['', 'anything', Buffer.from('rounds:-1:2:3').toString('base64url')])(
  'refuses %j, which is no cursor',
  async (since) => {
    const [{ errors }] = (await follow(since, () => true)) as [Json];
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('since must be the cursor'),
        extensions: { code: 'INVALID_PAYLOAD', fields: [{ path: ['since'] }] },
      },
    ]);
  },
);
