import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { id, Wallet, zeroPadValue, toBeHex } from 'ethers';
import { hubStateOf, type HubState } from '../support/chain/provider-chain.ts';
import { mintItem } from '../support/chain/provision.ts';
import { eventually } from '../support/eventually.ts';
import type { Gateway } from '../support/gateway/gateway.ts';
import {
  giveawayKey,
  giveawayOptions,
  PROVIDER,
  startContracts,
  type Contracts,
} from './indexer/contracts.ts';
import { startKeeper } from '../support/gateway/keeper.ts';
import { startRelay } from '../support/chain/relay.ts';
import { type TestServer } from '../support/http/http-server.ts';

jest.setTimeout(240_000);

const WITHIN_MS = 120_000;
const DAY = 86_400;
const HOLDERS = 210;
/** A draw of 200 places needs about twice as much as one transaction may have. */
const GAS_OF_BLOCK = 5_000_000;

let chain: Contracts;
let hub: HubState;
let relay: TestServer;
let gateway: Gateway | undefined;
const giveaway = giveawayKey('many');

beforeAll(async () => {
  const end = Math.floor(Date.now() / 1_000) - DAY;
  chain = await startContracts(['--timestamp', String(end - DAY)]);
  hub = hubStateOf(chain.rpc, chain.deployment.hub);
  const options = giveawayOptions('many', chain, { determination: 1, endTime: end, beaconMargin: 60 });
  await chain.hub('createGiveawayWithPlaces', [PROVIDER, options, 100, 100]);
  const entries = { giveaway, amount: 1, reasonCode: 0, evidence: id('none') };
  const items = Array.from({ length: HOLDERS }, (_, index) =>
    mintItem(zeroPadValue(toBeHex(index + 1), 32), Wallet.createRandom().address, 0, entries),
  );
  for (let first = 0; first < HOLDERS; first += 35)
    await chain.hub('provisionBatch', [PROVIDER, items.slice(first, first + 35)]);
  await chain.mine(1, Math.floor(Date.now() / 1_000) - (await chain.now()));
  await chain.rpc.call('evm_setBlockGasLimit', [`0x${GAS_OF_BLOCK.toString(16)}`]);
  await chain.mine();
  relay = await startRelay(chain.genesis);
});
afterAll(async () => {
  await gateway?.stop();
  await relay.stop();
  await chain.stop();
});

const decided = async (): Promise<number> => Number((await chain.view('roundOf', [giveaway, 0])).decided);

it('draws 200 places in steps, also after it was stopped between two of them', async () => {
  gateway = await startKeeper(chain, relay.url, '1');

  const first = await eventually(decided, (count) => count > 0, WITHIN_MS);
  expect(first).toBeLessThan(200);
  await gateway.restart();
  expect(await eventually(decided, (count) => count === 200, WITHIN_MS)).toBe(200);
  expect((await chain.view('roundOf', [giveaway, 0])).isDrawing).toBe(false);
  expect([await hub.countOf('WinnerDrawn'), await hub.countOf('PlaceDrawn')]).toEqual([1, 199]);
  const due = async () => /^keeper_due_rounds (\d+)$/m.exec((await gateway?.metrics()) ?? '')?.[1];
  expect(await eventually(due, (count) => count === '0', WITHIN_MS)).toBe('0');
});
