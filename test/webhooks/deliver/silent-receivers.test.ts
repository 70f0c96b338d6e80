import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { draft, newEmail } from '../../support/listings.ts';
import { createFeedWebhook } from '../follow/api.ts';
import { startReceiver } from '../support/receiver.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';
import { startHttpServer } from '../../support/http/http-server.ts';

jest.setTimeout(240_000);

/** The webhooks of an account, and how many of them get messages at a time. */
const EACH = 5;
const AT_ONCE = 4;
/** The slots of an instance for webhooks that were slow or are new, and for the others. */
const SLOW_SLOTS = 64;
const PROMPT_SLOTS = 16;

const receiver = sharedByTests(startReceiver);
const gateway = sharedByTests(() => startGateway({ WEBHOOK_ALLOW_PRIVATE: 'true' }));
let key: string;
/** The calls that wait for an answer, the most of them so far, and how many there were when each message arrived. */
let open = 0;
let most = 0;
let openAtArrivals: number[] = [];
const silent = sharedByTests(() =>
  startHttpServer((_request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on('close', () => (open -= 1));
  }),
);
beforeAll(async () => {
  receiver.reply(() => {
    openAtArrivals.push(open);
    return { status: 204 };
  });
  key = await gateway.createKey();
});
beforeEach(() => {
  openAtArrivals = [];
});

async function follow(session: string, url: string, search: string): Promise<string> {
  const { body } = await createFeedWebhook(gateway, session, { url, filter: { search } });
  return body.data.createFeedWebhook.webhook.id;
}
/** Accounts whose receivers never answer. */
async function addSilent(accounts: number, search: string): Promise<void> {
  for (let account = 0; account < accounts; account += 1) {
    const session = await gateway.signIn(newEmail());
    await Promise.all(Array.from({ length: EACH }, () => follow(session, `${silent.url}/`, search)));
  }
}
const publish = (title: string) => gateway.publish(key, draft({ title }));
const untilMost = (count: number) =>
  eventually(
    async () => most,
    (now) => now >= count,
    60_000,
  );
/** Publishes until a message has arrived while at least so many calls wait for an answer. */
async function arriveWhileOpen(title: string, count: number): Promise<number> {
  const mostAtArrival = async () => {
    const before = openAtArrivals.length;
    await publish(title);
    await eventually(
      async () => openAtArrivals.length,
      (now) => now > before,
      60_000,
    );
    return Math.max(...openAtArrivals);
  };
  return eventually(mostAtArrival, (now) => now >= count, 20_000);
}

describe('a webhook among receivers that never answer', () => {
  it('gets its first message while the calls of twelve accounts wait for an answer', async () => {
    await addSilent(12, 'lantern');
    await follow(await gateway.signIn(newEmail()), receiver.url, 'harbour');
    await publish('Lantern');

    expect(await untilMost(12 * AT_ONCE)).toBe(12 * AT_ONCE);
    expect(await arriveWhileOpen('Lantern at the harbour', PROMPT_SLOTS)).toBeGreaterThanOrEqual(
      PROMPT_SLOTS,
    );
  });

  it('gets its messages while calls occupy all slots for slow webhooks, when it is not slow', async () => {
    await addSilent(20, 'meadow');
    const prompt = await follow(await gateway.signIn(newEmail()), receiver.url, 'orchard');
    await gateway.onDatabase((em) =>
      em.execute('update webhook set slow_until = now() where id = ?', [prompt]),
    );
    await publish('Meadow');

    expect(await untilMost(SLOW_SLOTS)).toBe(SLOW_SLOTS);
    expect(await arriveWhileOpen('Meadow by the orchard', SLOW_SLOTS)).toBe(SLOW_SLOTS);
    expect(most).toBe(SLOW_SLOTS);
  });
});
