import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  AbiCoder,
  concat,
  Contract,
  getCreate2Address,
  getCreateAddress,
  JsonRpcProvider,
  keccak256,
  toBeHex,
  Wallet,
  ZeroHash,
} from 'ethers';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { announcementsArtifact } from '../../../src/adapters/chain/hub/artifacts/announcements.ts';
import { drandBeaconArtifact } from '../../../src/adapters/chain/hub/artifacts/drand-beacon.ts';
import { giveawaysArtifact } from '../../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { installationArtifact } from '../../../src/adapters/chain/hub/artifacts/installation.ts';
import { toPublicKey } from '../../../src/adapters/chain/beacon/beacon-scheme.ts';
import { startEmbeddedNode, type EmbeddedNode } from '../../../src/adapters/chain/embedded/embedded-node.ts';
import { ANNOUNCEMENTS } from '../../../src/verification/contracts/built-contracts.ts';
import { CHILD_ENVIRONMENT } from '../../support/child-environment.ts';
import { startHttpServer } from '../../support/http/http-server.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

let directory: string;
let node: EmbeddedNode;
let provider: JsonRpcProvider;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'chain-'));
  node = await startEmbeddedNode({ directory, blockTime: 0, warn: () => undefined });
  provider = new JsonRpcProvider(node.url, 31_337, { staticNetwork: true, cacheTimeout: -1 });
});
afterAll(async () => {
  provider.destroy();
  await node.stop();
  await rm(directory, { recursive: true, force: true });
});

it('deploys to any chain, with the beacon quicknet, and prints lines of the configuration', async () => {
  const [deployer] = node.signers;
  const { code, output } = await deploy({
    DEPLOYER_PRIVATE_KEY: deployer?.privateKey ?? '',
    HUB_OWNER: node.operator.address,
  });
  expect(output).toMatch(
    /^CHAIN_HUB=0x\w{40}\nCHAIN_PASSPORT=0x\w{40}\nCHAIN_BEACON=0x\w{40}\nCHAIN_START_BLOCK=\d+\n$/,
  );
  expect(code).toBe(0);
  const { CHAIN_HUB = '', CHAIN_BEACON = '' } = Object.fromEntries(
    output.split('\n').map((line) => line.split('=')),
  ) as Record<string, string>;
  const hub = new Contract(CHAIN_HUB, giveawaysArtifact.abi, provider);
  expect(await hub.getFunction('owner')()).toBe(node.operator.address);
  const beacon = new Contract(CHAIN_BEACON, drandBeaconArtifact.abi, provider);
  const signature =
    '0xb44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';
  expect(await beacon.getFunction('randomnessOf')(1000, signature)).toBe(
    '0xfe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
  );
});

it('creates the factory on a chain that lacks it', async () => {
  const [deployer] = node.signers;
  const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
  const genuine = await provider.getCode(factory);
  await provider.send('anvil_setCode', [factory, '0x']);
  await provider.send('anvil_setNonce', [factory, '0x0']);
  const { code, output } = await deploy({ DEPLOYER_PRIVATE_KEY: deployer?.privateKey ?? '' });
  expect(output).toMatch(/^CHAIN_HUB=0x\w{40}$/m);
  expect(code).toBe(0);
  expect(await provider.getCode(factory)).toBe(genuine);
});

it('creates contracts whose addresses follow from code and terms, with another salt for each hub', async () => {
  const [deployer] = node.signers;
  const run = () => deploy({ DEPLOYER_PRIVATE_KEY: deployer?.privateKey ?? '', SIGNER_DELAY: '77' });
  const [first, second] = [await run(), await run()];
  const addresses = ({ output }: { readonly output: string }) =>
    [...output.matchAll(/=(0x\w{40})/g)].map(([, address = '']) => address);
  const [hub = '', passport, beacon] = addresses(first);
  const [otherHub, otherPassport, sameBeacon] = addresses(second);
  expect([otherHub, otherPassport]).not.toEqual([hub, passport]);
  expect(sameBeacon).toBe(beacon);

  const args = ['address', 'address', 'uint64', 'uint32'];
  const terms = [deployer?.address, beacon, 77, 900];
  const { bytecode } = installationArtifact;
  const creation = concat([bytecode, AbiCoder.defaultAbiCoder().encode(args, terms)]);
  const from = getCreate2Address('0x4e59b44847b379578588920cA78FbF26c0B4956C', ZeroHash, keccak256(creation));
  expect(hub).toBe(getCreateAddress({ from, nonce: 4 }));
  expect(passport).toBe(getCreateAddress({ from, nonce: 1 }));
});

it('creates the lists of announcements at their one address', async () => {
  const [deployer, signer] = node.signers;
  await deploy({ DEPLOYER_PRIVATE_KEY: deployer?.privateKey ?? '' });
  const lists = new Contract(
    ANNOUNCEMENTS.address,
    announcementsArtifact.abi,
    new Wallet(signer?.privateKey ?? '', provider),
  );
  const [key, giveaway] = [toBeHex(7, 32), toBeHex(8, 32)];
  const terms = [2_000_000_000, 2_000_086_400, 0, 0, signer?.address, 900];
  await (await lists.getFunction('announce')(key, giveaway, terms)).wait();
  const [log] = await provider.getLogs({ address: ANNOUNCEMENTS.address, fromBlock: 0 });
  const [, ...topics] = log?.topics ?? [];
  const head = keccak256(concat([ZeroHash, toBeHex(31_337, 32), ...topics, log?.data ?? '']));
  const slotOf = (mapping: number) => keccak256(concat([key, toBeHex(mapping, 32)]));
  expect(await provider.getStorage(ANNOUNCEMENTS.address, slotOf(ANNOUNCEMENTS.slots.heads))).toBe(head);
  expect(await provider.getStorage(ANNOUNCEMENTS.address, slotOf(ANNOUNCEMENTS.slots.counts))).toBe(
    toBeHex(1, 32),
  );
});

const OWN = {
  BEACON_PUBLIC_KEY: toPublicKey(new Uint8Array(32).fill(7)),
  BEACON_GENESIS: '1700000000',
  BEACON_PERIOD: '30',
};

it('deploys another beacon, which the hub allows, when its relays report the same parameters', async () => {
  const [deployer] = node.signers;
  const relay = await serveInfo({
    public_key: OWN.BEACON_PUBLIC_KEY,
    genesis_time: 1_700_000_000,
    period: 30,
  });
  const variables = {
    DEPLOYER_PRIVATE_KEY: deployer?.privateKey ?? '',
    ...OWN,
    BEACON_URLS: `${relay.url}/`,
  };
  const { code, output } = await deploy(variables);
  expect(code).toBe(0);
  const [, hub = ''] = /CHAIN_HUB=(\w+)/.exec(output) ?? [];
  const [, address = ''] = /CHAIN_BEACON=(\w+)/.exec(output) ?? [];
  const beacon = new Contract(address, drandBeaconArtifact.abi, provider);
  expect([await beacon.getFunction('genesis')(), await beacon.getFunction('period')()]).toEqual([
    1_700_000_000n,
    30n,
  ]);
  expect(await new Contract(hub, giveawaysArtifact.abi, provider).getFunction('isBeacon')(address)).toBe(
    true,
  );

  const another = await deploy({ ...variables, BEACON_GENESIS: '1699990000' });
  expect(another.output).toMatch(
    /BEACON_URLS: http.* does not tell .*: its genesis is 1700000000, not 1699990000\./,
  );
  expect(another.code).toBe(1);
  await relay.stop();
  const unreachable = await deploy(variables);
  expect(unreachable.output).toMatch(/BEACON_URLS: http.*: it cannot be asked/);
  expect(unreachable.code).toBe(1);
});

it.each(Object.keys(OWN))(
  "requires a beacon's parameters together: refuses them without %s",
  async (missing) => {
    const [deployer] = node.signers;
    const { [missing as keyof typeof OWN]: _, ...others } = OWN;
    const { code, output } = await deploy({ DEPLOYER_PRIVATE_KEY: deployer?.privateKey ?? '', ...others });
    expect(output).toContain('set all three, or none for quicknet');
    expect(code).toBe(1);
  },
);

it('names a wrong variable without its value', async () => {
  const { code, output } = await deploy({ DEPLOYER_PRIVATE_KEY: 'secret' });
  expect(code).toBe(1);
  expect(output).toContain('DEPLOYER_PRIVATE_KEY');
  expect(output).not.toContain('secret');
});

const serveInfo = (info: object) =>
  startHttpServer((request, response) => {
    response.writeHead(request.url === '/info' ? 200 : 404).end(JSON.stringify(info));
  });

async function deploy(
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, ['contracts/deploy.ts'], {
    cwd: ROOT,
    env: { ...CHILD_ENVIRONMENT, RPC_URL: node.url, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}
