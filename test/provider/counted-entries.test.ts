import { beforeAll, expect, it, jest } from '@jest/globals';
import { Wallet } from 'ethers';
import { embeddedNode } from '../support/chain/embedded-chain.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import type { Json } from '../support/http/http.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

jest.setTimeout(120_000);

const DAY = 86_400;

const gateway = sharedByTests(() => startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0' }));
let key: string;
beforeAll(async () => {
  key = (await createProviderWithSigner(gateway)).secret;
});

async function done(endpoint: string, body: object): Promise<Json> {
  const response = await gateway.rest('POST', `/api/provider/integrations/${endpoint}`, { key, body });
  expect(response).toMatchObject({ status: 200 });
  return response.body.result;
}

it('are in the response to each change of entries, beside what the round itself holds', async () => {
  const startTime = Math.floor(Date.now() / 1_000) - 60;
  const rolling = { startTime, rollingEveryDays: 1, determinationType: 0 };
  await done('create-giveaway', { ...rolling, giveawayId: 'carried', rollingEntriesCarryOver: true });
  await done('create-giveaway', { ...rolling, giveawayId: 'apart' });
  const entrantWallet = Wallet.createRandom().address;
  const { passportId } = await done('provision-entrant', {
    entrantWallet,
    giveawayId: 'carried',
    amount: 2,
  });
  await (await embeddedNode(gateway)).advance(DAY);
  await done('declare-winner', { giveawayId: 'carried', passportId });

  const own = { giveawayId: 'carried', passportId };
  expect(await done('issue-entries', { ...own, amount: 3 })).toMatchObject({
    roundIndex: 1,
    entries: 3,
    roundTotal: 3,
    entriesCounted: 5,
    roundEntriesCounted: 5,
  });
  expect(await done('provision-entrant', { entrantWallet, giveawayId: 'carried', amount: 7 })).toMatchObject({
    entries: 7,
    roundTotal: 10,
    entriesCounted: 7,
    roundEntriesCounted: 12,
  });
  expect(await done('remove-entries', { ...own, amount: 4 })).toMatchObject({
    roundIndex: 1,
    entries: 0,
    roundTotal: 7,
    entriesCounted: 1,
    roundEntriesCounted: 8,
  });
  expect(await done('issue-entries', { ...own, giveawayId: 'apart', amount: 6 })).toMatchObject({
    entries: 6,
    roundTotal: 6,
    entriesCounted: 6,
    roundEntriesCounted: 6,
  });

  // In one transaction each change is answered with its own numbers.
  const amounts = [1, 2, 3, 4];
  const responses = await Promise.all(amounts.map((amount) => done('issue-entries', { ...own, amount })));
  const sums = responses.toSorted((one, next) => one['entries'] - next['entries']);
  for (const { entries, roundTotal, entriesCounted, roundEntriesCounted } of sums)
    expect([entriesCounted - entries, roundEntriesCounted - roundTotal]).toEqual([1, 1]);
  expect(sums.at(-1)).toMatchObject({ entries: 10, entriesCounted: 11, roundEntriesCounted: 18 });
});
