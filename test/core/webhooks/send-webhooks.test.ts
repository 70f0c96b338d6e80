import { beforeEach, describe, expect, it } from '@jest/globals';
import { JobNotDue } from '../../../src/core/jobs.ts';
import { sendWebhooks } from '../../../src/core/webhooks/deliver/send-webhooks.ts';
import { createPorts, type FakePorts } from '../support/ports.ts';

const webhookId = 'whk_1';
const RESPONSE = { durationMs: 3, error: null, body: '', retryAfterSeconds: null };

let ports: FakePorts;
beforeEach(async () => {
  ports = createPorts();
  await makeDue(0);
});

/** Attempts after so many of the run are due; the webhook's secrets are a new one and a previous one. */
async function makeDue(
  tries: number,
  previousUntil: Date | null = null,
  count = 1,
  isSlow = false,
): Promise<void> {
  const sealed = await ports.sealing.seal('whsec_new whsec_old', `webhook:${webhookId}`);
  ports.webhookQueue.due = Array.from({ length: count }, (_, index) => ({
    deliveries: [{ deliveryId: `dlv_${index + 1}`, run: 2, messageId: `msg_${index + 1}`, payload: '{}' }],
    url: 'https://receiver.example/',
    topic: null,
    secrets: { sealed, previousUntil },
    tries,
    isSlow,
  }));
}
/** What the job waits for; undefined when it is done. */
async function send(): Promise<JobNotDue | undefined> {
  return sendWebhooks(ports, { webhookId }).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof JobNotDue) return error;
      throw error;
    },
  );
}
const outcome = () => ports.webhookQueue.outcomes.at(-1);

describe('a run with many messages', () => {
  it.each([
    ['not slow', false, 5],
    ['slow', true, 9],
  ])('leaves its turn to others when that is over: its webhook is %s', async (_what, isSlow, calls) => {
    await makeDue(0, null, 20, isSlow);
    ports.webhookCalls.response = { ...RESPONSE, status: 204 };
    const isTurnOver = (slow: boolean) => ports.webhookQueue.outcomes.length >= (slow ? 6 : 2);
    await sendWebhooks(ports, { webhookId }, isTurnOver).catch((error: unknown) => {
      if (!(error instanceof JobNotDue)) throw error;
    });
    expect(ports.webhookQueue.outcomes).toHaveLength(calls);
  });
});

describe('an attempt of a delivery', () => {
  it.each([200, 204, 299])('an attempt of a delivery that is answered %i ends it', async (status) => {
    ports.webhookCalls.response = { ...RESPONSE, status };
    expect(await send()).toBeUndefined();
    expect(outcome()).toMatchObject({
      deliveryId: 'dlv_1',
      run: 2,
      outcome: {
        state: 'DELIVERED',
        retryAfter: null,
        isGone: false,
        attempt: { at: ports.clock.now(), status },
      },
    });
  });

  it.each([199, 300, 301, 400, 404, 500, 503, null])(
    'an attempt of a delivery that is answered %j is followed by another one',
    async (status) => {
      ports.webhookCalls.response = { ...RESPONSE, status };
      await send();
      expect(outcome()?.outcome).toMatchObject({ state: 'PENDING', retryAfter: 5, isGone: false });
    },
  );

  it.each([
    [0, 5],
    [1, 300],
    [2, 1_800],
    [3, 7_200],
    [4, 18_000],
    [5, 36_000],
    [6, 36_000],
    [7, null],
  ])('after %i others is followed by one after %j seconds', async (tries, seconds) => {
    await makeDue(tries);
    ports.webhookCalls.response = { ...RESPONSE, status: 500 };
    await send();
    expect(outcome()?.outcome).toMatchObject({
      retryAfter: seconds,
      state: seconds === null ? 'FAILED' : 'PENDING',
    });
  });

  it.each([
    [429, 120, { retryAfter: 120, pauseSeconds: 120 }],
    [503, 2, { retryAfter: 5, pauseSeconds: 2 }],
    [503, 86_400, { retryAfter: 3_600, pauseSeconds: 3_600 }],
    [500, 120, { retryAfter: 120, pauseSeconds: null }],
  ])(
    'an attempt of a delivery that is answered %i with Retry-After %i follows it within an hour',
    async (status, seconds, expected) => {
      ports.webhookCalls.response = { ...RESPONSE, status, retryAfterSeconds: seconds };
      await send();
      expect(outcome()?.outcome).toMatchObject(expected);
    },
  );

  it('an attempt of a delivery that is answered 410 ends it, and the webhook', async () => {
    ports.webhookCalls.response = { ...RESPONSE, status: 410 };
    expect(await send()).toBeUndefined();
    expect(outcome()?.outcome).toMatchObject({ state: 'FAILED', retryAfter: null, isGone: true });
  });

  it.each([
    [-1, ['whsec_new']],
    [0, ['whsec_new']],
    [1, ['whsec_new', 'whsec_old']],
  ])('signs with the previous secret while that holds: %i seconds from now', async (seconds, secrets) => {
    await makeDue(0, new Date(ports.clock.now().getTime() + seconds * 1_000));
    await send();
    expect(ports.webhookCalls.calls).toMatchObject([
      { secrets, messages: [{ messageId: 'msg_1', payload: '{}' }] },
    ]);
  });

  it('waits without an attempt when only another instance has the key of its secret', async () => {
    ports.keyEncryption.lose('key-1');
    expect(await send()).toMatchObject({ afterSeconds: 10, shortcomings: { failures: [] } });
    expect([ports.webhookCalls.calls, outcome(), ports.webhookQueue.givenBack]).toEqual([
      [],
      undefined,
      ['dlv_1'],
    ]);
  });

  it('an attempt of a delivery that cannot be signed for another reason counts as failed, calls nobody, and says why', async () => {
    const sealed = {
      ...(await ports.sealing.seal('whsec_new', `webhook:${webhookId}`)),
      wrappedKey: Buffer.from('changed'),
    };
    const secrets = { sealed, previousUntil: null };
    ports.webhookQueue.due = ports.webhookQueue.due.map((started) => ({ ...started, secrets }));
    ports.webhookQueue.left = { kind: 'waiting', afterSeconds: 5, isSlow: false };
    expect(await send()).toMatchObject({
      afterSeconds: 5,
      shortcomings: { failures: [expect.any(SyntaxError)] },
    });
    expect(ports.webhookCalls.calls).toEqual([]);
    expect(outcome()?.outcome).toMatchObject({ state: 'PENDING', retryAfter: 5, attempt: { status: null } });
  });
});

describe('the job of a webhook', () => {
  it('sends all due messages in their order, and waits for the next one', async () => {
    await makeDue(0, null, 9);
    ports.webhookQueue.left = { kind: 'waiting', afterSeconds: 300, isSlow: false };
    expect(await send()).toMatchObject({ afterSeconds: 300, shortcomings: { failures: [] }, isSlow: false });
    expect(ports.webhookCalls.calls.map(({ messages: [{ messageId }] }) => messageId)).toEqual(
      Array.from({ length: 9 }, (_, index) => `msg_${index + 1}`),
    );
  });

  it('leaves a failing receiver alone after one message', async () => {
    await makeDue(0, null, 9);
    ports.webhookCalls.response = { ...RESPONSE, status: 500 };
    ports.webhookQueue.receiver = { isFailing: true, hasRecovered: false };
    ports.webhookQueue.left = { kind: 'waiting', afterSeconds: 12, isSlow: true };
    expect(await send()).toMatchObject({ afterSeconds: 12, isSlow: true });
    expect(ports.webhookCalls.calls).toHaveLength(1);
  });

  it('leaves a slow receiver that fails to the others of its provider', async () => {
    await makeDue(0, null, 9);
    ports.webhookCalls.response = { ...RESPONSE, durationMs: 10_000, status: null };
    await send();
    expect(ports.webhookCalls.calls).toHaveLength(1);
  });

  it.each([
    [false, 1],
    [true, 9],
  ])(
    'the job of a webhook that was slow before (%j) makes %i calls when they are answered, but take long',
    async (isSlow, calls) => {
      await makeDue(0, null, 9, isSlow);
      ports.webhookCalls.response = { ...RESPONSE, durationMs: 1_001, status: 204 };
      await send();
      expect(ports.webhookCalls.calls).toHaveLength(calls);
    },
  );

  it('makes the waiting messages due when the receiver has recovered', async () => {
    ports.webhookQueue.receiver = { isFailing: false, hasRecovered: true };
    await send();
    expect(ports.webhookQueue.hastened).toBe(1);
  });

  it('discards what is left of a webhook that is deleted or disabled, and ends', async () => {
    ports.webhookQueue.due = [];
    ports.webhookQueue.left = { kind: 'over' };
    expect(await send()).toBeUndefined();
    expect(ports.webhookQueue.discarded).toBe(2);
  });

  it('continues later when it fails as a whole', async () => {
    ports.webhookQueue.take = () => Promise.reject(new Error('The database is away.'));
    expect(await send()).toMatchObject({ shortcomings: { failures: [new Error('The database is away.')] } });
  });
});
