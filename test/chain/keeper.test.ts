import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { id } from 'ethers';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signRound, toPublicKey } from '../../src/adapters/chain/beacon/beacon-scheme.ts';
import { hubInterface } from '../../src/adapters/chain/hub/hub-interface.ts';
import { embeddedNode } from '../support/chain/embedded-chain.ts';
import { hubStateOf, sendAs, type HubState } from '../support/chain/provider-chain.ts';
import { mintItem } from '../support/chain/provision.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { createProviderWithSigner } from '../support/providers/providers.ts';
import {
  BEACON_PERIOD,
  BEACON_SECRET,
  giveawayKey,
  giveawayOptions,
  PROVIDER,
  startContracts,
  type Contracts,
} from './indexer/contracts.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';
import { startKeeper } from '../support/gateway/keeper.ts';
import { startHttpServer, type TestServer } from '../support/http/http-server.ts';

jest.setTimeout(180_000);

const WITHIN_MS = 90_000;
const DAY = 86_400;
const MARGIN = 60;

describe('the keeper of an embedded chain', () => {
  const gateway = sharedByTests(() => startGateway({ CHAIN: 'on', CHAIN_BLOCK_TIME: '0' }));

  it('draws the round of a provider that never does', async () => {
    const { secret } = await createProviderWithSigner(gateway);
    const send = sendAs(gateway, secret);
    const node = await embeddedNode(gateway);
    const addresses = await readFile(join(gateway.directory, 'chain', 'addresses.json'), 'utf8');
    const hub = hubStateOf(node.rpc, JSON.parse(addresses).hub);
    const now = Math.floor(Date.now() / 1_000);
    const drawn = {
      giveawayId: 'forgotten',
      startTime: now - 60,
      endTime: now + 600,
      determinationType: 1,
    };
    expect((await send('create-giveaway', drawn)).status).toBe(200);
    const provisioned = await send('provision-entrant', {
      ownershipMode: 'managed_wallet',
      giveawayId: 'forgotten',
      amount: 3,
    });
    expect(provisioned.status).toBe(200);

    await node.advance(600 + MARGIN + 310);

    expect(
      await eventually(
        () => hub.countOf('WinnerDrawn'),
        (count) => count > 0,
        WITHIN_MS,
      ),
    ).toBe(1);
    const refused = await send('draw-winner', { giveawayId: 'forgotten', roundIndex: 0 });
    expect(refused.body.error.reason).toBe('WINNER_ALREADY_SET');
  });
});

describe('the keeper of a public chain', () => {
  let chain: Contracts;
  let hub: HubState;
  let relay: TestServer | undefined;
  let gateway: Gateway | undefined;
  /** The beacon rounds that the relay never publishes. */
  const silent = new Set<string>();
  let end: number;
  beforeAll(async () => {
    end = Math.floor(Date.now() / 1_000) - 40 * DAY;
    chain = await startContracts(['--timestamp', String(end - DAY)]);
    hub = hubStateOf(chain.rpc, chain.deployment.hub);
    await createDrawn('drawn', end, chain.wallets[1]);
    await createDrawn('silent', end + 30, chain.wallets[2]);
    await createDrawn('empty', end);
    silent.add(await beaconRoundOf('silent'));
    const inGrace = Math.floor(Date.now() / 1_000) - MARGIN - 100;
    await createDrawn('in grace', inGrace, chain.wallets[3]);
    await chain.mine(1, Math.floor(Date.now() / 1_000) - (await chain.now()));
    relay = await startHttpServer((request, response) => {
      const round = request.url?.split('/').at(-1) ?? '';
      if (round === 'info')
        response.end(
          JSON.stringify({
            public_key: toPublicKey(BEACON_SECRET),
            genesis_time: chain.genesis,
            period: BEACON_PERIOD,
          }),
        );
      else if (silent.has(round)) response.writeHead(404).end();
      else response.end(JSON.stringify({ signature: signRound(BEACON_SECRET, BigInt(round)) }));
    });
  });
  afterAll(async () => {
    await gateway?.stop();
    await relay?.stop();
    await chain.stop();
  });

  async function createDrawn(externalId: string, endTime: number, entrant?: string): Promise<void> {
    const options = { determination: 1, endTime, beaconMargin: MARGIN };
    await chain.hub('createGiveaway', [PROVIDER, giveawayOptions(externalId, chain, options)]);
    if (entrant === undefined) return;
    const entries = { giveaway: giveawayKey(externalId), amount: 2, reasonCode: 0, evidence: id('none') };
    await chain.hub('provision', [PROVIDER, mintItem(id(externalId), entrant, 0, entries)]);
  }

  async function beaconRoundOf(externalId: string): Promise<string> {
    const data = hubInterface.encodeFunctionData('beaconRoundOf', [giveawayKey(externalId), 0]);
    const response = await chain.rpc.call('eth_call', [{ to: chain.deployment.hub, data }, 'latest']);
    return String(hubInterface.decodeFunctionResult('beaconRoundOf', String(response))[0]);
  }

  const metric = async (name: string): Promise<string | undefined> => {
    const text = (await gateway?.metrics()) ?? '';
    return text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.split(' ')
      .at(-1);
  };

  it('spends nothing beyond its budget, and counts the rounds that wait for it', async () => {
    gateway = await startKeeper(chain, relay?.url ?? '', '0');
    const waiting = () => metric('keeper_due_rounds ');
    expect(await eventually(waiting, (count) => count === '2', WITHIN_MS)).toBe('2');
    expect(gateway.log.join()).toContain('the budget of the keeper is spent');
    expect(await hub.countOf('WinnerDrawn')).toBe(0);
    await gateway.stop();
  });

  it('draws what is due, marks a round void after 30 silent days, and leaves the rest', async () => {
    gateway = await startKeeper(chain, relay?.url ?? '', '1');
    const settled = async () => [await hub.countOf('WinnerDrawn'), await hub.countOf('RoundVoided')];
    const counts = await eventually(settled, ([draws, voids]) => draws === 1 && voids === 1, WITHIN_MS);
    expect(counts).toEqual([1, 1]);
    expect(await metric('keeper_operations_total{kind="draw"}')).toBe('1');
    expect(await metric('keeper_operations_total{kind="void"}')).toBe('1');
    expect(Number(await metric('keeper_spent_native'))).toBeGreaterThan(0);
  });
});
