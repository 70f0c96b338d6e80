import { beforeEach, describe, expect, it } from '@jest/globals';
import { JobNotDue } from '../../../src/core/jobs.ts';
import { sendWebhook } from '../../../src/core/webhooks/deliver/send-webhook.ts';
import { createPorts, type FakePorts } from '../support/ports.ts';

const webhookId = 'whk_1';
const ANSWER = { durationMs: 3, error: null, body: '' };

let ports: FakePorts;
beforeEach(async () => {
  ports = createPorts();
  await begin(0);
});

/** The attempt after so many of the run; the delivery's secrets are a new one and a previous one. */
async function begin(tries: number, previousUntil: Date | null = null): Promise<void> {
  const sealed = await ports.sealing.seal('whsec_new whsec_old', `webhook:${webhookId}`);
  ports.webhookQueue.begins = {
    kind: 'started',
    webhookId,
    url: 'https://receiver.example/',
    secrets: { sealed, previousUntil },
    messageId: 'msg_1',
    payload: '{}',
    run: 2,
    tries,
  };
}
/** How long the next attempt is to wait; undefined when there is none. */
async function send(): Promise<number | undefined> {
  return sendWebhook(ports, { deliveryId: 'whd_1' }, ports.clock.now()).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof JobNotDue) return error.afterSeconds;
      throw error;
    },
  );
}
const changedText = async () => ({
  ...(await ports.sealing.seal('whsec_new', `webhook:${webhookId}`)),
  wrappedKey: Buffer.from('changed'),
});
const outcome = () => ports.webhookQueue.outcomes.at(-1);

describe('an attempt of a delivery', () => {
  it.each([200, 204, 299])('that is answered %i ends it', async (status) => {
    ports.webhookCalls.answer = { ...ANSWER, status };
    expect(await send()).toBeUndefined();
    expect(outcome()).toMatchObject({
      deliveryId: 'whd_1',
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
    'that is answered %j is followed by another one',
    async (status) => {
      ports.webhookCalls.answer = { ...ANSWER, status };
      expect(await send()).toBe(5);
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
    [7, undefined],
  ])('after %i others is followed by one after %j seconds', async (tries, seconds) => {
    await begin(tries);
    ports.webhookCalls.answer = { ...ANSWER, status: 500 };
    expect(await send()).toBe(seconds);
    expect(outcome()?.outcome.state).toBe(seconds === undefined ? 'FAILED' : 'PENDING');
  });

  it('that is answered 410 ends it, and the webhook', async () => {
    ports.webhookCalls.answer = { ...ANSWER, status: 410 };
    expect(await send()).toBeUndefined();
    expect(outcome()?.outcome).toMatchObject({ state: 'FAILED', retryAfter: null, isGone: true });
  });

  it.each([
    [-1, ['whsec_new']],
    [0, ['whsec_new']],
    [1, ['whsec_new', 'whsec_old']],
  ])('signs with the previous secret while that holds: %i seconds from now', async (seconds, secrets) => {
    await begin(0, new Date(ports.clock.now().getTime() + seconds * 1_000));
    await send();
    expect(ports.webhookCalls.calls).toMatchObject([{ secrets, messageId: 'msg_1', payload: '{}' }]);
  });

  it('waits without an attempt when only another instance has the key of its secret', async () => {
    ports.keyEncryption.lose('key-1');
    expect(await send()).toBe(2);
    expect([ports.webhookCalls.calls, outcome(), ports.webhookQueue.givenBack]).toEqual([
      [],
      undefined,
      ['whd_1'],
    ]);
  });

  it('that cannot be signed for another reason counts as failed, calls nobody, and says why', async () => {
    const begun = ports.webhookQueue.begins;
    if (begun.kind === 'started')
      ports.webhookQueue.begins = { ...begun, secrets: { ...begun.secrets, sealed: await changedText() } };
    await expect(send()).rejects.toThrow(SyntaxError);
    expect(ports.webhookCalls.calls).toEqual([]);
    expect(outcome()?.outcome).toMatchObject({ state: 'PENDING', retryAfter: 5, attempt: { status: null } });
  });

  it('is not made for a delivery that is over, and later for one that is not due', async () => {
    ports.webhookQueue.begins = { kind: 'over' };
    expect(await send()).toBeUndefined();
    ports.webhookQueue.begins = { kind: 'later', afterSeconds: 7 };
    expect(await send()).toBe(7);
    expect(ports.webhookCalls.calls).toEqual([]);
  });
});
