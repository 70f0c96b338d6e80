import { expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { createWebhook, deliveriesOf, startProvider } from '../support/api.ts';
import { change, newOperation } from '../support/operations.ts';
import { startReceiver } from '../support/receiver.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const receiver = sharedByTests(startReceiver);
const gateway = sharedByTests(() => startGateway({ WEBHOOK_ALLOW_PRIVATE: 'true' }));

it('waits for the key of its signature without using up an attempt, and is sent once the key is there', async () => {
  const provider = await startProvider(gateway);
  const input = { provider: provider.id, url: receiver.url };
  const { webhook } = (await createWebhook(gateway, provider.session, input)).body.data.createWebhook;
  const first = async (isRight: (delivery: Json) => boolean): Promise<Json> => {
    const readDeliveries = () => deliveriesOf(gateway, provider.session, webhook.id);
    const [delivery] = await eventually(
      readDeliveries,
      ([found]) => found !== undefined && isRight(found),
      60_000,
    );
    return delivery;
  };
  const [{ key_id: keyId } = { key_id: '' }] = await gateway.onDatabase((em) =>
    em.execute<{ key_id: string }[]>('select key_id from webhook where id = ?', [webhook.id]),
  );
  const setKey = (id: string) => ['update webhook set key_id = $2 where id = $1', [webhook.id, id]] as const;
  const operation = newOperation(provider.chainKey);
  await change(gateway, setKey('elsewhere'), operation.accepted, operation.sent, operation.confirmed);

  const readDeferred = async () =>
    /jobs_total\{job="send-webhooks",event="deferred"\} (\d+)/.exec(await gateway.metrics());
  expect(await eventually(readDeferred, (found) => Number(found?.[1]) >= 2, 60_000)).not.toBeNull();
  const waiting = await first(() => true);
  expect(waiting).toMatchObject({ state: 'PENDING', attempts: [] });
  expect(receiver.received).toEqual([]);
  expect(gateway.log.filter((line) => line.includes('a job failed'))).toEqual([]);

  await change(gateway, setKey(keyId));
  const sent = await first(({ state }) => state !== 'PENDING');
  expect(sent).toMatchObject({ state: 'DELIVERED', attempts: [{ status: 204 }] });
}, 150_000);
