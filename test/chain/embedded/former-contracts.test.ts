import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Contract, JsonRpcProvider, Wallet } from 'ethers';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedNode } from '../../../src/adapters/chain/embedded/embedded-node.ts';
import { announcementsArtifact } from '../../../src/adapters/chain/hub/artifacts/announcements.ts';
import { ANNOUNCEMENTS } from '../../../src/verification/contracts/built-contracts.ts';
import { embeddedNode } from '../../support/chain/embedded-chain.ts';
import { deployFormerContracts } from '../../support/chain/former-contracts.ts';
import { sendAs, type SendToProviderApi } from '../../support/chain/provider-chain.ts';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { createProviderWithSigner } from '../../support/providers/providers.ts';

jest.setTimeout(240_000);

const ROUND = 3_600;
const MARGIN = 60;

let directory: string;
let formerHub: string;
let gateway: Gateway;
let send: SendToProviderApi;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'former-'));
  formerHub = await leaveFormerChain(join(directory, 'chain'));
  gateway = await startGateway({ CHAIN: 'on', DATA_DIR: directory, CHAIN_BEACON_MARGIN: String(MARGIN) });
  send = sendAs(gateway, (await createProviderWithSigner(gateway)).secret);
});
afterAll(async () => {
  await gateway.stop();
  await rm(directory, { recursive: true, force: true });
});

it('draws the giveaways of a hub without modules, and creates new ones in a hub that announces them', async () => {
  await create('kept');
  await gateway.restart(async () => {
    await writeAddresses({ code: 'of the version before modules' });
  });
  const {
    hub: first,
    later: [{ hub }],
  } = await readAddresses();
  expect(first).toBe(formerHub);
  await create('new');
  const entrant = { ownershipMode: 'managed_wallet', amount: 2 };
  for (const giveawayId of ['kept', 'new'])
    expect(await send('provision-entrant', { ...entrant, giveawayId })).toMatchObject({ status: 200 });
  await (await embeddedNode(gateway)).advance(ROUND + MARGIN + 60);
  for (const giveawayId of ['kept', 'new']) {
    const drawn = await eventually(
      () => send('draw-winner', { giveawayId }),
      ({ status }) => status === 200,
      60_000,
    );
    expect(drawn).toMatchObject({ body: { result: { roundIndex: 0, total: 2 } } });
  }

  const { body } = await gateway.graphql('{ giveaways(first: 5) { nodes { giveawayId hub } } }');
  const hubs = Object.fromEntries(body.data.giveaways.nodes.map((node: Json) => [node.giveawayId, node.hub]));
  expect(hubs).toEqual({ kept: formerHub, new: hub });
  expect(await announcedHubs()).toEqual([hub]);
});

/** Leaves a chain whose only hub is of the version before modules, and looks as that of the present one. */
async function leaveFormerChain(chain: string): Promise<string> {
  const node = await startEmbeddedNode({ directory: chain, blockTime: 0, warn: () => undefined });
  const provider = new JsonRpcProvider(node.url, 31_337, { staticNetwork: true, cacheTimeout: -1 });
  const { privateKey, address: owner } = node.operator;
  const { beacon } = node.deployment;
  const terms = { owner, beacon, signerDelay: 0, minBeaconMargin: 30 };
  const former = await deployFormerContracts(new Wallet(privateKey, provider), terms);
  provider.destroy();
  await node.stop();
  await writeAddresses(former);
  return former.hub;
}

const fileOfAddresses = () => join(directory, 'chain', 'addresses.json');

async function readAddresses(): Promise<Json> {
  return JSON.parse(await readFile(fileOfAddresses(), 'utf8'));
}

async function writeAddresses(change: object): Promise<void> {
  await writeFile(fileOfAddresses(), JSON.stringify({ ...(await readAddresses()), ...change }));
}

async function create(giveawayId: string): Promise<void> {
  const now = Math.floor(Date.now() / 1_000);
  const times = { startTime: now - 60, endTime: now + ROUND };
  expect(await send('create-giveaway', { giveawayId, ...times, determinationType: 1 })).toMatchObject({
    status: 200,
  });
}

/** The hubs of all announced giveaways of the chain. */
async function announcedHubs(): Promise<unknown[]> {
  const { url } = JSON.parse(await readFile(join(directory, 'chain', 'anvil.json'), 'utf8')) as {
    url: string;
  };
  const provider = new JsonRpcProvider(url, 31_337, { staticNetwork: true });
  const lists = new Contract(ANNOUNCEMENTS.address, announcementsArtifact.abi, provider);
  const events = await lists.queryFilter('GiveawayAnnounced', 0);
  provider.destroy();
  return events.map((event) => ('args' in event ? event.args['hub'] : undefined));
}
