import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  concat,
  Contract,
  id,
  Interface,
  JsonRpcProvider,
  Signature,
  SigningKey,
  Wallet,
  ZeroAddress,
  ZeroHash,
} from 'ethers';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { giveawaysArtifact } from '../../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { startEmbeddedNode, type EmbeddedNode } from '../../../src/adapters/chain/embedded/embedded-node.ts';
import { CHILD_ENVIRONMENT } from '../../support/child-environment.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DELAY = 3_600;
const require = createRequire(import.meta.url);
/** The compiled contracts of Safe by their addresses on every chain. */
const SAFE = {
  '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67': require('@safe-global/safe-contracts/build/artifacts/contracts/proxies/SafeProxyFactory.sol/SafeProxyFactory.json'),
  '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762': require('@safe-global/safe-contracts/build/artifacts/contracts/SafeL2.sol/SafeL2.json'),
  '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99': require('@safe-global/safe-contracts/build/artifacts/contracts/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json'),
};
const WALLET_ABI = [
  'function getOwners() view returns (address[])',
  'function getThreshold() view returns (uint256)',
  'function nonce() view returns (uint256)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address payable refundReceiver, bytes signatures) payable returns (bool)',
];
const TIMELOCK_ABI = [
  'function getMinDelay() view returns (uint256)',
  'function schedule(address,uint256,bytes,bytes32,bytes32,uint256)',
  'function execute(address,uint256,bytes,bytes32,bytes32) payable',
];

let directory: string;
let node: EmbeddedNode;
let provider: JsonRpcProvider;
let owners: readonly Wallet[];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'owner-'));
  node = await startEmbeddedNode({ directory, blockTime: 0, warn: () => undefined });
  provider = new JsonRpcProvider(node.url, 31_337, { staticNetwork: true, cacheTimeout: -1 });
  owners = node.signers.slice(1, 4).map(({ privateKey }) => new Wallet(privateKey, provider));
});
afterAll(async () => {
  provider?.destroy();
  await node?.stop();
  await rm(directory, { recursive: true, force: true });
});

const addresses = () => owners.map(({ address }) => address).join(',');

it('refuses to create a multi-signature wallet on a chain without the contracts of Safe', async () => {
  const { output, code } = await deploy({ HUB_OWNERS: addresses() });
  expect(output).toMatch(/HUB_OWNERS: the chain lacks the contract 0x\w{40} of Safe 1\.4\.1\./);
  expect(code).toBe(1);
});

it.each<[string, () => Readonly<Record<string, string>>, RegExp]>([
  ['a text that is no address', () => ({ HUB_OWNERS: '0x12,0x34' }), /HUB_OWNERS: name addresses/],
  [
    'an address twice',
    () => ({ HUB_OWNERS: `${owners[0]?.address},${owners[0]?.address.toLowerCase()}` }),
    /HUB_OWNERS: it names an address twice/,
  ],
  [
    'more signatures than owners',
    () => ({ HUB_OWNERS: addresses(), HUB_OWNERS_REQUIRED: '4' }),
    /HUB_OWNERS_REQUIRED: it must be from 2 to the 3 owners/,
  ],
  [
    'one owner and several',
    () => ({ HUB_OWNERS: addresses(), HUB_OWNER: owners[0]?.address ?? '' }),
    /Set HUB_OWNER or HUB_OWNERS, not both/,
  ],
])('refuses %s as owners of the hub', async (_case, variables, message) => {
  const { output, code } = await deploy(variables());
  expect(output).toMatch(message);
  expect(code).toBe(1);
});

it('lets a timelock own the hub, whose acts two of three owners propose, and anybody executes after the delay', async () => {
  for (const [address, { deployedBytecode }] of Object.entries(SAFE))
    await provider.send('anvil_setCode', [address, deployedBytecode]);
  const { output, code } = await deploy({ HUB_OWNERS: addresses(), TIMELOCK_DELAY: String(DELAY) });
  expect(code).toBe(0);
  const [, timelockAddress = '', walletAddress = ''] =
    /^# The owner of the hub is (0x\w{40}): a timelock of 3600 s, of a multi-signature wallet (0x\w{40}) of 2 of 3 owners\.$/m.exec(
      output,
    ) ?? [];
  const [, hubAddress = ''] = /^CHAIN_HUB=(0x\w{40})$/m.exec(output) ?? [];
  const stranger = new Wallet(node.signers[4]?.privateKey ?? '', provider);
  const hub = new Contract(hubAddress, giveawaysArtifact.abi, stranger);
  const timelock = new Contract(timelockAddress, TIMELOCK_ABI, stranger);
  const wallet = new Contract(walletAddress, WALLET_ABI, stranger);
  expect(await hub.getFunction('owner')()).toBe(timelockAddress);
  expect(await timelock.getFunction('getMinDelay')()).toBe(BigInt(DELAY));
  expect([...(await wallet.getFunction('getOwners')())]).toEqual(owners.map(({ address }) => address));

  const [key, signer] = [id('provider'), stranger.address];
  const register = hub.interface.encodeFunctionData('setProviderSigner', [key, signer, true]);
  const act = [hubAddress, 0, register, ZeroHash, ZeroHash] as const;
  const schedule = new Interface(TIMELOCK_ABI).encodeFunctionData('schedule', [...act, DELAY]);
  for (const direct of [
    hub.getFunction('setProviderSigner')(key, signer, true),
    timelock.getFunction('schedule')(...act, DELAY),
    approve(wallet, timelockAddress, schedule, owners.slice(0, 1)),
  ])
    await expect(direct).rejects.toThrow('revert');
  await (await approve(wallet, timelockAddress, schedule, owners.slice(0, 2))).wait();
  await expect(timelock.getFunction('execute')(...act)).rejects.toThrow('revert');
  await provider.send('evm_increaseTime', [DELAY]);
  await provider.send('evm_mine', []);
  await (await timelock.getFunction('execute')(...act)).wait();
  expect(await hub.getFunction('isSigner')(key, signer)).toBe(true);
});

/** Sends a call of the multi-signature wallet with the signatures of these owners, which it takes in the order of their addresses. */
async function approve(wallet: Contract, to: string, data: string, signers: readonly Wallet[]) {
  const call = [to, 0, data, 0, 0, 0, 0, ZeroAddress, ZeroAddress] as const;
  const nonce: bigint = await wallet.getFunction('nonce')();
  const hash: string = await wallet.getFunction('getTransactionHash')(...call, nonce);
  const signatures = signers
    .toSorted((one, other) => (BigInt(one.address) < BigInt(other.address) ? -1 : 1))
    .map(({ privateKey }) => Signature.from(new SigningKey(privateKey).sign(hash)).serialized);
  return wallet.getFunction('execTransaction')(...call, concat(signatures));
}

function deploy(variables: Readonly<Record<string, string>>) {
  const env = {
    ...CHILD_ENVIRONMENT,
    RPC_URL: node.url,
    DEPLOYER_PRIVATE_KEY: node.signers[0]?.privateKey ?? '',
    ...variables,
  };
  const args = ['contracts/deploy.ts'];
  return new Promise<{ readonly output: string; readonly code: number }>((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, env }, (error, stdout, stderr) =>
      resolve({ output: `${stdout}${stderr}`, code: Number(error?.code ?? 0) }),
    );
  });
}
