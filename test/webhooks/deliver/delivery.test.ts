import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { createWebhook, deliveriesOf, redeliver, rotateSecret, startProvider } from '../support/api.ts';
import { change, newOperation } from '../support/operations.ts';
import { isSignedBy, startReceiver } from '../support/receiver.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const receiver = sharedByTests(startReceiver);
const gateway = sharedByTests(() => startGateway({ WEBHOOK_ALLOW_PRIVATE: 'true' }));

const create = async (provider: Json, input: object = {}): Promise<Json> =>
  (await createWebhook(gateway, provider.session, { provider: provider.id, url: receiver.url, ...input }))
    .body.data.createWebhook;
const of = (operation: { readonly id: string }) => (received: { readonly message: Json }) =>
  received.message.data.operation?.id === operation.id;
const settled = (provider: Json, webhook: string) =>
  eventually(
    () => deliveriesOf(gateway, provider.session, webhook),
    (deliveries) => deliveries.length > 0 && deliveries.every(({ state }) => state !== 'PENDING'),
    40_000,
  );

describe('the events of operations', () => {
  it('announce a confirmation in a signed message, and nothing before it', async () => {
    const provider = await startProvider(gateway);
    const before = newOperation(provider.chainKey);
    await change(gateway, before.accepted, before.sent, before.confirmed);
    const { webhook, secret } = await create(provider);
    const operation = newOperation(provider.chainKey);
    await change(gateway, operation.accepted, operation.sent, operation.confirmed, operation.finalized);

    const [received] = await receiver.until(1, of(operation));

    expect(received?.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(received?.message).toEqual({
      type: 'operation.confirmed',
      timestamp: expect.stringMatching(/Z$/),
      data: {
        sequence: 1,
        operation: expect.objectContaining({ id: operation.id, status: 'FINALIZED', blockNumber: 12 }),
        result: { giveawayId: 'summer', passportId: 7, amount: 5, roundIndex: 2 },
        endpoint: 'issue-entries',
      },
    });
    expect(isSignedBy(secret, received!)).toBe(true);
    expect(isSignedBy(`whsec_${Buffer.alloc(32, 7).toString('base64')}`, received!)).toBe(false);
    const [delivery, ...others] = await settled(provider, webhook.id);
    expect(others).toEqual([]);
    expect(delivery).toMatchObject({
      messageId: received?.headers['webhook-id'],
      type: 'operation.confirmed',
      state: 'DELIVERED',
      nextAttemptAt: null,
      attempts: [{ status: 204, error: null, body: '' }],
    });
    expect(receiver.received.filter(of(before))).toEqual([]);
  });

  it('announce a failure, on the chain or before, with the error', async () => {
    const provider = await startProvider(gateway);
    await create(provider);
    const [reverted, refused] = [newOperation(provider.chainKey), newOperation(provider.chainKey)];
    await change(
      gateway,
      reverted.accepted,
      reverted.sent,
      reverted.reverted,
      refused.accepted,
      refused.refused,
    );

    const messages = [
      ...(await receiver.until(1, of(reverted))),
      ...(await receiver.until(1, of(refused))),
    ].map(({ message }) => message);

    const error = {
      code: 'CONTRACT_REVERT',
      reason: 'ROUND_VOID',
      message: 'The round is not open.',
      retryable: false,
      recommendedAction: 'No action: a void round has no winner.',
      details: { operationId: expect.any(String) },
    };
    for (const message of messages) {
      expect(message).toMatchObject({
        type: 'operation.failed',
        data: { operation: { status: 'FAILED' }, error },
      });
    }
    expect(messages).toHaveLength(2);
  });

  it('go only to webhooks of the provider that subscribe to them', async () => {
    const [provider, stranger] = [await startProvider(gateway), await startProvider(gateway)];
    const all = await create(provider);
    const failures = await create(provider, { events: ['operation.failed'] });
    const otherWebhook = await create(stranger);
    const operation = newOperation(provider.chainKey);
    await change(gateway, operation.accepted, operation.sent, operation.confirmed);

    await receiver.until(1, of(operation));

    expect(await settled(provider, all.webhook.id)).toHaveLength(1);
    expect(await deliveriesOf(gateway, provider.session, failures.webhook.id)).toEqual([]);
    expect(await deliveriesOf(gateway, stranger.session, otherWebhook.webhook.id)).toEqual([]);
    expect(receiver.received.filter(of(operation))).toHaveLength(1);
  });
});

describe('a message', () => {
  it('is sent again after a failure, with the same id and a new signature, and logged', async () => {
    const provider = await startProvider(gateway);
    const { webhook, secret } = await create(provider);
    let calls = 0;
    receiver.reply(() =>
      (calls += 1) === 1 ? { status: 500, body: `\0${'x'.repeat(5_000)}` } : { status: 200, body: 'ok' },
    );
    const operation = newOperation(provider.chainKey);
    await change(gateway, operation.accepted, operation.sent, operation.confirmed);

    const [first, second] = await receiver.until(2, of(operation));

    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature']);
    expect(isSignedBy(secret, second!)).toBe(true);
    const [delivery] = await settled(provider, webhook.id);
    expect(delivery).toMatchObject({
      state: 'DELIVERED',
      attempts: [
        { status: 500, body: `\uFFFD${'x'.repeat(1_023)}` },
        { status: 200, body: 'ok' },
      ],
    });
  });

  it.each([
    [
      'waits ten hours after the last attempt but one',
      6,
      { state: 'PENDING', nextAttemptAt: expect.any(String) },
    ],
    ['has failed after the last attempt', 7, { state: 'FAILED', nextAttemptAt: null }],
  ])('%s', async (_name, tries, expected) => {
    const provider = await startProvider(gateway);
    const { webhook } = await create(provider);
    receiver.reply(() => ({ status: 503 }));
    const operation = newOperation(provider.chainKey);
    await change(gateway, operation.accepted, operation.sent, operation.confirmed);
    const attempted = async (count: number): Promise<Json> => {
      const deliveries = () => deliveriesOf(gateway, provider.session, webhook.id);
      await eventually(deliveries, ([found]) => found?.attempts.length === count, 40_000);
      // A delivery is read before its attempts, so its state may be older; this one is the state after the last
      // attempt.
      const [delivery] = await deliveries();
      return delivery;
    };
    const first = await attempted(1);
    expect(first).toMatchObject({ state: 'PENDING', attempts: [{ status: 503 }] });
    const at = (delivery: Json) => Date.parse(delivery.attempts.at(-1).at);
    expect(Date.parse(first.nextAttemptAt) - at(first)).toBeLessThan(10_000);

    // As if the first attempts had been made, with their pauses.
    await change(gateway, ['update webhook_delivery set tries = $2 where id = $1', [first.id, tries]]);
    const last = await attempted(2);

    expect(last).toMatchObject(expected);
    if (last.nextAttemptAt !== null)
      expect(Date.parse(last.nextAttemptAt) - at(last)).toBeGreaterThanOrEqual(36_000_000);
    expect(receiver.received.filter(of(operation))).toHaveLength(2);
    receiver.reply(() => ({ status: 204 }));
  });

  it('does not follow a redirect', async () => {
    const provider = await startProvider(gateway);
    const { webhook } = await create(provider);
    receiver.reply((path) =>
      path === '/hook' ? { status: 307, headers: { location: '/elsewhere' } } : { status: 200, body: path },
    );
    const operation = newOperation(provider.chainKey);
    await change(gateway, operation.accepted, operation.sent, operation.confirmed);
    await receiver.until(1, of(operation));

    const [delivery] = await eventually(
      () => deliveriesOf(gateway, provider.session, webhook.id),
      ([found]) => found?.attempts.length > 0,
    );

    expect(delivery).toMatchObject({ state: 'PENDING', attempts: [{ status: 307 }] });
    receiver.reply(() => ({ status: 204 }));
  });

  it('can be sent again by hand, with the same id', async () => {
    const provider = await startProvider(gateway);
    const { webhook } = await create(provider);
    receiver.reply(() => ({ status: 204 }));
    const operation = newOperation(provider.chainKey);
    await change(gateway, operation.accepted, operation.sent, operation.confirmed);
    await receiver.until(1, of(operation));
    const [delivered] = await settled(provider, webhook.id);

    const { body } = await redeliver(gateway, provider.session, delivered?.id);

    expect(body.data.redeliverWebhook.delivery).toMatchObject({ id: delivered?.id, state: 'PENDING' });
    const received = await receiver.until(2, of(operation));
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const [again] = await eventually(
      () => deliveriesOf(gateway, provider.session, webhook.id),
      ([found]) => found?.state === 'DELIVERED',
    );
    expect(again?.attempts).toHaveLength(2);
  });

  it('disables the webhook when its receiver answers 410 Gone', async () => {
    const provider = await startProvider(gateway);
    const { webhook } = await create(provider);
    receiver.reply(() => ({ status: 410 }));
    const operation = newOperation(provider.chainKey);
    await change(gateway, operation.accepted, operation.sent, operation.confirmed);

    const [delivery] = await settled(provider, webhook.id);

    receiver.reply(() => ({ status: 204 }));
    expect(delivery).toMatchObject({ state: 'FAILED', attempts: [{ status: 410 }] });
    const refused = await redeliver(gateway, provider.session, delivery?.id);
    expect(refused.body.errors[0].extensions.code).toBe('INVALID_PAYLOAD');
    const later = newOperation(provider.chainKey);
    const witness = await create(provider);
    await change(gateway, later.accepted, later.sent, later.confirmed);
    await settled(provider, witness.webhook.id);
    expect(await deliveriesOf(gateway, provider.session, webhook.id)).toHaveLength(1);
    const enable = `mutation { enableWebhook(input: { id: "${webhook.id}" }) { webhook { id } } }`;
    await gateway.graphql(enable, {}, provider.session);
    await redeliver(gateway, provider.session, delivery?.id);
    expect((await settled(provider, webhook.id))[0]).toMatchObject({ state: 'DELIVERED' });
  });

  it('is signed with both secrets for a day after a rotation', async () => {
    const provider = await startProvider(gateway);
    const { webhook, secret } = await create(provider);
    receiver.reply(() => ({ status: 204 }));

    const { body } = await rotateSecret(gateway, provider.session, webhook.id);

    const rotated = body.data.rotateWebhookSecret;
    expect(rotated.secret).toMatch(/^whsec_/);
    expect(rotated.secret).not.toBe(secret);
    const [first, second] = [newOperation(provider.chainKey), newOperation(provider.chainKey)];
    await change(gateway, first.accepted, first.sent, first.confirmed);
    const [beside] = await receiver.until(1, of(first));
    expect([secret, rotated.secret].map((each) => isSignedBy(each, beside!))).toEqual([true, true]);
    await change(
      gateway,
      ["update webhook set previous_until = now() - interval '1 second' where id = $1", [webhook.id]],
      second.accepted,
      second.sent,
      second.confirmed,
    );
    const [after] = await receiver.until(1, of(second));
    expect([secret, rotated.secret].map((each) => isSignedBy(each, after!))).toEqual([false, true]);
  });
});
