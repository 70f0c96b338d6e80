import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { createWebhook, deliveriesOf, readWebhooks, redeliver, startProvider } from '../support/api.ts';
import { change, newOperation } from '../support/operations.ts';
import { startReceiver, type Reply } from '../support/receiver.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

jest.setTimeout(120_000);

const GONE: Reply = { status: 410 };

const receiver = sharedByTests(startReceiver);
const gateway = sharedByTests(() => startGateway({ WEBHOOK_ALLOW_PRIVATE: 'true' }));

describe('a webhook that is enabled again', () => {
  let provider: Json;
  let webhook: Json;
  beforeEach(async () => {
    provider = await startProvider(gateway);
    const input = { provider: provider.id, url: receiver.url };
    webhook = (await createWebhook(gateway, provider.session, input)).body.data.createWebhook.webhook;
  });

  const isDisabled = async () => {
    const { body } = await readWebhooks(gateway, provider.session, provider.id);
    return body.data.webhooks.edges[0].node.disabledAt !== null;
  };
  const enable = () =>
    gateway.graphql(
      `mutation { enableWebhook(input: { id: "${webhook.id}" }) { webhook { id } } }`,
      {},
      provider.session,
    );
  const deliveries = () => deliveriesOf(gateway, provider.session, webhook.id);
  /** Waits until so many deliveries are in this state. */
  const inState = async (state: string, count: number): Promise<Json[]> => {
    const found = await eventually(
      async () => (await deliveries()).filter((each) => each.state === state),
      ({ length }) => length === count,
      20_000,
    );
    expect(found).toHaveLength(count);
    return found;
  };
  /** Announces three operations: the first message is delivered, and the two others are sent at once and get these responses. */
  const sendThree = async (...responses: readonly (Reply | Promise<Reply>)[]) => {
    const areStored = Promise.withResolvers<Reply>();
    const queue = [areStored.promise, ...responses];
    receiver.reply(() => queue.shift() ?? { status: 204 });
    const operations = responses.concat([GONE]).map(() => newOperation(provider.chainKey));
    await change(
      gateway,
      ...operations.flatMap(({ accepted, sent, confirmed }) => [accepted, sent, confirmed]),
    );
    await eventually(deliveries, ({ length }) => length === operations.length);
    areStored.resolve({ status: 204 });
    await eventually(async () => queue.length === 0, Boolean);
  };

  it('stays enabled when a call that began before is answered 410, and sends its message again', async () => {
    const late = Promise.withResolvers<Reply>();
    await sendThree(GONE, late.promise);
    expect(await eventually(isDisabled, Boolean)).toBe(true);

    await enable();
    late.resolve(GONE);

    await inState('DELIVERED', 2);
    expect(await isDisabled()).toBe(false);
  });

  it('sends at once, although its receiver had asked for a pause before', async () => {
    await sendThree({ status: 503, headers: { 'retry-after': '3000' } }, GONE);
    const [failed] = await inState('FAILED', 2);
    expect(await isDisabled()).toBe(true);

    await enable();
    await redeliver(gateway, provider.session, failed?.id);

    await inState('DELIVERED', 2);
  });
});
