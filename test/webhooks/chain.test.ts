import { beforeAll, expect, it, jest } from '@jest/globals';
import { Wallet } from 'ethers';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';
import { runAsOperator } from '../cli/run-cli.ts';
import { isSignedBy, startReceiver } from './support/receiver.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

jest.setTimeout(240_000);

const receiver = sharedByTests(startReceiver);
const gateway = sharedByTests(() => startGateway({ CHAIN: 'on', WEBHOOK_ALLOW_PRIVATE: 'true' }));
let key: string;
let provider: string;
beforeAll(async () => {
  const made = await createProviderWithSigner(gateway);
  [key, provider] = [made.secret, made.provider.id];
});

const now = () => Math.floor(Date.now() / 1_000);
const cli = async (...args: string[]): Promise<Json> => {
  const { code, json } = await runAsOperator(gateway, ['webhooks', ...args, '--json']);
  expect(json).not.toHaveProperty('error');
  expect(code).toBe(0);
  return json;
};
const succeed = async (endpoint: string, body: object): Promise<Json> => {
  const response = await gateway.rest('POST', `/api/provider/integrations/${endpoint}`, { key, body });
  expect(response).toMatchObject({ status: 200 });
  return response.body;
};

it('announces a giveaway from its creation to its winner; the command line manages the webhook', async () => {
  const { secret, ...webhook } = await cli('create', '--provider', provider, '--receiver', receiver.url);
  const endTime = now() + 14;
  const giveawayId = 'announced';
  const options = { giveawayId, startTime: now() - 60, endTime, determinationType: 0 };
  const created = await succeed('create-giveaway', options);
  const entrant = { entrantWallet: Wallet.createRandom().address, giveawayId, amount: 5 };
  const provisioned = await succeed('provision-entrant', entrant);
  const { passportId, ownerWallet } = provisioned.result;
  await eventually(
    async () => now(),
    (time) => time > endTime + 1,
    40_000,
  );
  const declared = await succeed('declare-winner', { giveawayId, passportId });

  const received = await receiver.until(5, ({ message }) => message.type !== 'operation.reorged', 60_000);

  for (const { result, operation, context } of [created, provisioned, declared]) {
    const message = received.find(({ message }) => message.data.operation?.id === operation.id);
    expect(message?.message).toMatchObject({
      type: 'operation.confirmed',
      data: {
        result,
        endpoint: context.endpoint,
        operation: { transactionHash: operation.transactionHash, blockNumber: operation.blockNumber },
      },
    });
  }
  const dataOf = (type: string) => received.filter(({ message }) => message.type === type);
  expect(dataOf('round.closed').map(({ message }) => message.data)).toMatchObject([
    { giveawayId, roundIndex: 0, state: 'CLOSED', entriesTotal: 5 },
  ]);
  expect(dataOf('round.decided').map(({ message }) => message.data)).toMatchObject([
    { giveawayId, roundIndex: 0, passportId, ownerWallet },
  ]);
  expect(received.map((each) => isSignedBy(secret, each))).toEqual(received.map(() => true));

  const listed = await cli('list', '--provider', provider);
  expect(listed.webhooks).toEqual([webhook]);
  const log = await eventually(
    () => cli('deliveries', webhook.id),
    ({ deliveries }) => deliveries.every(({ state }: Json) => state === 'DELIVERED'),
    30_000,
  );
  expect(log.deliveries).toHaveLength(5);
  const [delivery] = log.deliveries;
  await cli('redeliver', delivery.id);
  await receiver.until(2, ({ headers }) => headers['webhook-id'] === delivery.messageId);
  const rotated = await cli('rotate-secret', webhook.id);
  expect(rotated).toMatchObject({ id: webhook.id, secret: expect.stringMatching(/^whsec_/) });
  await cli('delete', webhook.id);
  expect((await cli('list', '--provider', provider)).webhooks).toEqual([]);
});
