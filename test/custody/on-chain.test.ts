import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Contract, id, Interface, JsonRpcProvider } from 'ethers';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveawaysArtifact } from '../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { passportArtifact } from '../../src/adapters/chain/hub/artifacts/passport.ts';
import { startEmbeddedNode, type EmbeddedNode } from '../../src/adapters/chain/embedded/embedded-node.ts';
import type { Custody } from '../../src/adapters/custody/custody.ts';
import type { Ports } from '../../src/adapters/ports/ports.ts';
import type { WalletSigner } from '../../src/adapters/custody/wallet-signer.ts';
import { newKeyEncryptionKey } from './keys.ts';
import { openCustodySetup, type CustodySetup } from './open-custody.ts';
import { mintItem, NO_ENTRIES } from '../support/chain/provision.ts';

const calls = new Interface(giveawaysArtifact.abi);
const PROVIDER = id('prv_test');
const UNLIMITED = 2 ** 32 - 1;

let custody: CustodySetup;
let ports: Ports & Custody;
let folder: string;
let chain: EmbeddedNode;
let provider: JsonRpcProvider;
let passports: Contract;
let signer: WalletSigner;
let sender: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'custody-chain-'));
  custody = await openCustodySetup();
  chain = await startEmbeddedNode({ directory: folder, blockTime: 0, warn: () => undefined });
  ports = await custody.open(newKeyEncryptionKey('main'));
  const { chainId, hub, passport } = chain.deployment;
  provider = new JsonRpcProvider(chain.url, chainId, {
    staticNetwork: true,
    cacheTimeout: -1,
    pollingInterval: 20,
  });
  passports = new Contract(passport, passportArtifact.abi, provider);
  signer = ports.createSigner(
    {
      chainId: BigInt(chainId),
      hubs: [{ hub, passport }],
      hubAbi: giveawaysArtifact.abi,
      maxFeePerGas: 10n ** 11n,
    },
    custody.records,
  );
  // The contracts' owner, whose account has funds, is imported.
  const importedKey = Buffer.from(chain.operator.privateKey.slice(2), 'hex');
  const wallet = await ports.walletKeys.import({ purpose: 'SIGNER', label: 'Brought along' }, importedKey);
  await ports.wallets.add(wallet);
  sender = wallet.address;
});
afterAll(async () => {
  provider.destroy();
  await chain.stop();
  await custody.close();
  await rm(folder, { recursive: true, force: true });
});

async function call(name: string, values: readonly unknown[]): Promise<string> {
  const nonce = await provider.getTransactionCount(sender, 'pending');
  const [signed] = await signer.signTransactions(sender, [
    {
      chainId: BigInt(chain.deployment.chainId),
      nonce,
      to: chain.deployment.hub,
      data: calls.encodeFunctionData(name, values),
      gasLimit: 2_000_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 10n ** 9n,
    },
  ]);
  const hash: unknown = await provider.send('eth_sendRawTransaction', [signed?.raw]);
  expect(hash).toBe(signed?.hash);
  const receipt = await provider.waitForTransaction(String(hash), 1, 60_000);
  expect(receipt?.status).toBe(1);
  return String(hash);
}

it('accepts a signer’s transactions and the permit of a managed wallet', async () => {
  const managed = await ports.walletKeys.generate({ purpose: 'MANAGED', label: 'An entrant' });
  await ports.wallets.add(managed);
  const to = sender;
  const ownerOf = async (): Promise<unknown> => passports.getFunction('ownerOf')(1);

  await call('setProviderSigner', [PROVIDER, sender, true]);
  await call('provision', [PROVIDER, mintItem(id('mint'), managed.address, UNLIMITED)]);
  const before = await ownerOf();
  const permit = {
    spender: chain.deployment.hub,
    from: managed.address,
    to,
    passportId: 1n,
    nonce: BigInt(String(await passports.getFunction('nonces')(1))),
    deadline: 2n ** 40n,
  };
  const signature = await signer.signTransferPermit(permit);
  const move = {
    opKey: id('transfer'),
    passportId: 1,
    from: managed.address,
    to,
    maxTransfers: 0,
    deadline: permit.deadline,
    signature,
    entries: NO_ENTRIES,
  };
  await call('provision', [PROVIDER, move]);

  expect([before, await ownerOf()]).toEqual([managed.address, to]);
});
