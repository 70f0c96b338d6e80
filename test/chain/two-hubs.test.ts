import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { id, Wallet } from 'ethers';
import type { Deployment } from '../../src/adapters/chain/hub/deploy.ts';
import { digests } from '../../src/adapters/chain/hub/digests.ts';
import { hubInterface } from '../../src/adapters/chain/hub/hub-interface.ts';
import {
  hubStateOf,
  sendAs,
  startProviderChain,
  type HubState,
  type ProviderChain,
  type SendToProviderApi,
  type SigningProvider,
} from '../support/chain/provider-chain.ts';
import { deployHub } from '../support/chain/deploy-hub.ts';
import { startRelay } from '../support/chain/relay.ts';
import type { TestServer } from '../support/http/http-server.ts';
import { mintItem } from '../support/chain/provision.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../support/http/http.ts';
import { attachSigner } from '../support/providers/providers.ts';
import { giveawayOptions } from './indexer/contracts.ts';

jest.setTimeout(400_000);

const WITHIN_MS = 120_000;
const DAY = 86_400;
/** The number of the first passport of the second hub of a database. */
const SECOND_HUB = 2 ** 48;
const READ_MODEL = `{
  giveaways(first: 3) { nodes {
    giveawayId hub
    rounds(first: 1) { nodes {
      state entriesTotal receipt { byProvider }
      winner { passportId wallet }
      drawProof { ticket }
      entries(first: 2) { nodes { entries passport { passportId owner } } }
    } }
  } }
}`;

describe('a gateway whose hub is replaced by another', () => {
  let chain: ProviderChain;
  let relay: TestServer;
  let gateway: Gateway;
  let provider: SigningProvider;
  let send: SendToProviderApi;
  let oldHub: HubState;
  let newHub: HubState;
  let deployed: Deployment;
  let before: Json;
  const entrant = Wallet.createRandom().address;

  const hubs = (...list: readonly Deployment[]) => ({
    CHAIN_HUB: list.map(({ hub }) => hub).join(','),
    CHAIN_PASSPORT: list.map(({ passport }) => passport).join(', '),
    CHAIN_START_BLOCK: list.map(({ blockNumber }) => blockNumber).join(','),
    CHAIN_BEACON: list[0]?.beacon ?? '',
  });
  /** Restarts the gateway with these hubs, the current one first. */
  const restartWith = (...list: readonly Deployment[]) => {
    // A restart reads the gateway's own variables again.
    Object.assign(gateway.variables, hubs(...list));
    return gateway.restart();
  };
  const read = async (): Promise<readonly Json[]> => {
    const { body } = await gateway.graphql(READ_MODEL);
    if (body.errors) throw new Error(body.errors[0].message);
    return body.data.giveaways.nodes;
  };
  const find = async (giveawayId: string): Promise<Json> =>
    (await read()).find((giveaway) => giveaway.giveawayId === giveawayId);
  const shown = (giveawayId: string, isRight: (giveaway: Json) => boolean) =>
    eventually(
      () => find(giveawayId),
      (giveaway) => giveaway !== undefined && isRight(giveaway),
      WITHIN_MS,
    );
  const done = async (endpoint: string, body: object): Promise<Json> => {
    const response = await send(endpoint, body);
    expect(response.body.error).toBeUndefined();
    return response.body.result;
  };
  const refused = async (response: Promise<HttpResponse>): Promise<Json> => (await response).body.error;
  const old = () => chain.contracts.deployment;
  /** Sends a call of a hub from the owner of both. */
  const sendTo = async (to: string, method: string, values: readonly unknown[]): Promise<void> => {
    const { rpc, wallets } = chain.contracts;
    const data = hubInterface.encodeFunctionData(method, values);
    await rpc.call('eth_sendTransaction', [{ from: wallets[0], to, data, gas: '0x1000000' }]);
  };

  beforeAll(async () => {
    // In the past, so that the beacon's rounds of the draw are signed already.
    const started = Math.floor(Date.now() / 1_000) - DAY;
    chain = await startProviderChain(['--timestamp', String(started)]);
    const { contracts } = chain;
    const { wallets, hub, genesis } = contracts;
    relay = await startRelay(genesis);
    gateway = await startGateway({ ...chain.variables(), BEACON_URLS: relay.url });
    provider = await chain.enroll(gateway);
    send = sendAs(gateway, provider.secret);

    const { chainKey } = provider.provider;
    await hub('setProviderSigner', [chainKey, wallets[0], true]);
    const endTime = (await contracts.now()) + 600;
    const drawn = { determination: 1, endTime, beaconMargin: 60, providerPaysReceiptGas: true };
    await hub('createGiveaway', [chainKey, giveawayOptions('old', contracts, drawn)]);
    const giveaway = digests.giveawayKey(chainKey, 'old');
    const entries = { giveaway, amount: 3, reasonCode: 0, evidence: id('none') };
    await hub('provision', [chainKey, mintItem(id('first'), entrant, 3, entries)]);
    await contracts.mine(1, Math.floor(Date.now() / 1_000) - (await contracts.now()));
    before = await shown('old', ({ rounds }) => rounds.nodes[0]?.entriesTotal === 3);

    deployed = await deployHub(contracts);
    oldHub = hubStateOf(contracts.rpc, old().hub);
    newHub = hubStateOf(contracts.rpc, deployed.hub);
  });
  afterAll(async () => {
    await gateway.stop();
    await relay.stop();
    await chain.contracts.stop();
  });

  it('refuses to start without the hub whose giveaways it has', async () => {
    await expect(restartWith(deployed)).rejects.toThrow(
      `knows the hub ${old().hub}, which CHAIN_HUB does not list`,
    );
  });

  it('still shows the giveaways of the old hub', async () => {
    await restartWith(deployed, old());
    expect(await find('old')).toEqual(before);
    expect(before).toMatchObject({
      hub: old().hub,
      rounds: {
        nodes: [{ entriesTotal: 3, entries: { nodes: [{ passport: { passportId: 1, owner: entrant } }] } }],
      },
    });
  });

  it('registers the signers in the new hub, and creates new giveaways and passports there', async () => {
    await eventually(
      () => attachSigner(gateway, provider.provider.id, provider.signer),
      ({ body }) => body.data?.attachSigner?.signer.isRegistered === true,
      WITHIN_MS,
    );
    const startTime = Math.floor(Date.now() / 1_000) - 60;
    await done('create-giveaway', { giveawayId: 'new', startTime, determinationType: 0 });
    const provision = { ownershipMode: 'managed_wallet', giveawayId: 'new', amount: 5 };
    const provisioned = await done('provision-entrant', provision);
    expect(provisioned).toMatchObject({ passportId: SECOND_HUB + 1 });
    expect(
      await done('issue-entries', { giveawayId: 'new', passportId: SECOND_HUB + 1, amount: 2 }),
    ).toMatchObject({ entries: 7 });

    const created = await shown('new', ({ rounds }) => rounds.nodes[0]?.entriesTotal === 7);
    expect(created).toMatchObject({ hub: deployed.hub });
    expect(created.rounds.nodes[0].entries.nodes).toMatchObject([
      { entries: 7, passport: { passportId: SECOND_HUB + 1 } },
    ]);
    expect(await newHub.countOf('GiveawayCreated')).toBe(1);
    expect(await newHub.entriesOf(provider.provider, 'new', 1)).toBe(7);
    expect(await oldHub.countOf('GiveawayCreated')).toBe(1);
  });

  it('moves a passport of the new hub with a permit of its managed wallet', async () => {
    const [{ passport }] = (await find('new')).rounds.nodes[0].entries.nodes;
    const to = Wallet.createRandom().address;
    const move = {
      ownershipMode: 'transfer_existing_passport',
      sourceWallet: passport.owner,
      entrantWallet: to,
    };
    expect(await done('provision-entrant', move)).toMatchObject({ passportId: SECOND_HUB + 1 });
    const moved = await shown(
      'new',
      ({ rounds }) => rounds.nodes[0].entries.nodes[0].passport.owner !== passport.owner,
    );
    expect(moved.rounds.nodes[0].entries.nodes[0].passport.owner).toBe(to);
  });

  it('refuses a giveawayId of the old hub, and a passport of another hub than the giveaway', async () => {
    const startTime = Math.floor(Date.now() / 1_000);
    const again = { giveawayId: 'old', startTime, determinationType: 0 };
    expect(await refused(send('create-giveaway', again))).toMatchObject({ reason: 'GIVEAWAY_EXISTS' });
    for (const [giveawayId, passportId] of [
      ['new', 1],
      ['old', SECOND_HUB + 1],
    ])
      expect(await refused(send('issue-entries', { giveawayId, passportId, amount: 1 }))).toMatchObject({
        code: 'NOT_FOUND',
        reason: 'PASSPORT',
      });
  });

  it('draws the round of the old hub there, and confirms its receipt', async () => {
    expect(await done('draw-winner', { giveawayId: 'old' })).toMatchObject({
      roundIndex: 0,
      passportId: 1,
    });
    await done('confirm-receipt-by-provider', { giveawayId: 'old' });
    const settled = await shown('old', ({ rounds }) => rounds.nodes[0].receipt !== null);
    expect(settled).toMatchObject({
      hub: old().hub,
      rounds: {
        nodes: [
          {
            state: 'DECIDED',
            winner: { passportId: 1, wallet: entrant },
            receipt: { byProvider: true },
          },
        ],
      },
    });
    expect([await oldHub.countOf('WinnerDrawn'), await newHub.countOf('WinnerDrawn')]).toEqual([1, 0]);
  });

  it('ignores a giveaway that its provider creates in the other hub under the same giveawayId', async () => {
    const before = await find('new');
    const { contracts } = chain;
    const { chainKey } = provider.provider;
    await contracts.hub('createGiveaway', [chainKey, giveawayOptions('new', contracts)]);
    const giveaway = digests.giveawayKey(chainKey, 'new');
    const entries = { giveaway, amount: 9, reasonCode: 0, evidence: id('none') };
    const stranger = Wallet.createRandom().address;
    await contracts.hub('provision', [chainKey, mintItem(id('doubled'), stranger, 3, entries)]);
    const passports = `{ passports(owner: "${stranger}", first: 1) { nodes { passportId } } }`;
    const minted = await eventually(
      async () => (await gateway.graphql(passports)).body.data.passports.nodes,
      (nodes) => nodes.length > 0,
      WITHIN_MS,
    );
    expect(minted).toEqual([{ passportId: 2 }]);
    expect(await find('new')).toEqual(before);
  });

  it('removes what a reorganisation replaced from both hubs, and rebuilds the same read model', async () => {
    const { contracts } = chain;
    const { chainKey } = provider.provider;
    const before = await read();
    await sendTo(deployed.hub, 'setProviderSigner', [chainKey, contracts.wallets[0], true]);
    await contracts.mine();
    const late = (name: string) => [chainKey, giveawayOptions(name, contracts)];
    await sendTo(deployed.hub, 'createGiveaway', late('late in the new hub'));
    await sendTo(old().hub, 'createGiveaway', late('late in the old hub'));
    await shown('late in the new hub', ({ hub }) => hub === deployed.hub);
    await shown('late in the old hub', ({ hub }) => hub === old().hub);
    await contracts.reorg(2);
    const isBefore = (giveaways: readonly Json[]) => JSON.stringify(giveaways) === JSON.stringify(before);
    expect(await eventually(read, isBefore, WITHIN_MS)).toEqual(before);

    await gateway.onDatabase((em) => em.execute('delete from chain_cursor'));
    await gateway.restart();
    await eventually(
      () => gateway.onDatabase((em) => em.execute('select from chain_cursor where next_block > head_number')),
      (rows) => rows.length > 0,
      WITHIN_MS,
    );
    expect(await eventually(read, isBefore, WITHIN_MS)).toEqual(before);
  });
});
