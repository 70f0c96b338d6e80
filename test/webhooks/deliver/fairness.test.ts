import { beforeAll, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { createWebhook, startProvider } from '../support/api.ts';
import { change, newOperation } from '../support/operations.ts';
import { startReceiver } from '../support/receiver.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const WEBHOOKS = 8;
const OPERATIONS = 25;
/** The limit of simultaneous calls per provider. */
const AT_ONCE = 4;

const receiver = sharedByTests(startReceiver);
const blackHole = sharedByTests(startReceiver);
const gateway = sharedByTests(() => startGateway({ WEBHOOK_ALLOW_PRIVATE: 'true' }));
beforeAll(async () => {
  blackHole.reply(() => undefined);
});

const create = (provider: Json, url: string) =>
  createWebhook(gateway, provider.session, { provider: provider.id, url });
const confirm = (operations: readonly ReturnType<typeof newOperation>[]) =>
  change(gateway, ...operations.flatMap(({ accepted, sent, confirmed }) => [accepted, sent, confirmed]));

it('sends the messages of other providers while the receivers of one never answer', async () => {
  const [silent, other] = [await startProvider(gateway), await startProvider(gateway)];
  for (let count = 0; count < WEBHOOKS; count += 1) await create(silent, blackHole.url);
  await create(other, receiver.url);
  await confirm(Array.from({ length: OPERATIONS }, () => newOperation(silent.chainKey)));
  await blackHole.until(AT_ONCE);

  // Once while the receiver has just become silent, and once with a backlog of later attempts.
  for (const heldUpMs of [0, 12_000]) {
    await new Promise((resolve) => setTimeout(resolve, heldUpMs));
    const before = blackHole.received.length;
    const operation = newOperation(other.chainKey);
    await confirm([operation]);
    await receiver.until(1, ({ message }) => message.data.operation.id === operation.id, 6_000);
    expect(blackHole.received.length - before).toBeLessThanOrEqual(AT_ONCE + 1);
  }
  expect(receiver.received).toHaveLength(2);
});
