import { expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { createWebhook, startProvider } from '../support/api.ts';
import { change, newOperation } from '../support/operations.ts';
import { startReceiver } from '../support/receiver.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const receiver = sharedByTests(startReceiver);
const gateway = sharedByTests(() => startGateway({ WEBHOOK_ALLOW_PRIVATE: 'true' }));

it('announces a reorganisation, and the confirmation after it, each with the next number of its operation', async () => {
  const provider = await startProvider(gateway);
  await createWebhook(gateway, provider.session, { provider: provider.id, url: receiver.url });
  const operation = newOperation(provider.chainKey);
  const isOfIt = ({ message }: { readonly message: Json }) => message.data.operation?.id === operation.id;
  await change(gateway, operation.accepted, operation.sent, operation.confirmed);
  await receiver.until(1, isOfIt);
  await change(gateway, operation.unmined);
  await receiver.until(2, isOfIt);
  await change(gateway, operation.confirmed);
  await receiver.until(3, isOfIt);
  // Faster than the service reads the changes.
  await change(gateway, operation.unmined, operation.confirmed);

  const received = await receiver.until(5, isOfIt);

  const types = received.map(({ message }) => String(message.type));
  expect(types.slice(0, 3)).toEqual(['operation.confirmed', 'operation.reorged', 'operation.confirmed']);
  expect(new Set(types.slice(3))).toEqual(new Set(['operation.reorged', 'operation.confirmed']));
  expect(types).toHaveLength(5);
  const sequences = (type: string) =>
    received.flatMap(({ message }) => (message.type === type ? [Number(message.data.sequence)] : []));
  expect([sequences('operation.confirmed'), sequences('operation.reorged')]).toEqual([
    [1, 3, 5],
    [2, 4],
  ]);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(5);
  expect(received[1]?.message).toMatchObject({
    type: 'operation.reorged',
    data: { operation: { status: 'SENT', blockNumber: null } },
  });
}, 120_000);
