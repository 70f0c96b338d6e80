import {
  AbiCoder,
  Contract,
  HDNodeWallet,
  id,
  JsonRpcProvider,
  keccak256,
  NonceManager,
  Wallet,
  ZeroAddress,
  ZeroHash,
} from 'ethers';
import { spawn } from 'node:child_process';
import { giveawaysArtifact } from '../../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { toPublicKey } from '../../../src/adapters/chain/beacon/beacon-scheme.ts';
import { deployContracts } from '../../../src/adapters/chain/hub/deploy.ts';
import { endWithThisProcess } from '../../../src/adapters/chain/embedded/anvil.ts';
import { findAnvil } from '../../../src/adapters/chain/embedded/anvil-binary.ts';
import { createRpc, type Rpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import { findFreePort } from '../gateway/process.ts';
import { mintItem } from './provision.ts';
import { deployFormerContracts } from './former-contracts.ts';

/** A test chain with the contracts, one provider and its signers. */
export interface TestChain {
  readonly url: string;
  readonly chainId: bigint;
  readonly rpc: Rpc;
  readonly hub: string;
  /** The contract that verifies the beacon's signatures. */
  readonly beacon: string;
  /** The provider's 32 bytes. */
  readonly providerKey: string;
  /** The provider's signers; they have funds. */
  readonly signers: readonly Wallet[];
  /**
   * Creates an open giveaway with declared winners and returns its key; without `endTime` (Unix seconds) it has no end.
   */
  createGiveaway(externalId: string, endTime?: number): Promise<string>;
  /** Mints passports 1 to `count`. */
  mintPassports(count: number): Promise<void>;
  /** The number of entries that a passport has in round 0. */
  entriesOf(giveaway: string, passportId: number): Promise<number>;
  /** The hub, called by its owner. */
  readonly contract: Contract;
  stop(): Promise<void>;
}

const MNEMONIC = 'test test test test test test test test test test test junk';
const GENESIS = 1_600_000_000;

/**
 * Starts anvil, deploys the contracts, and registers anvil's first wallets as signers of one provider: the owner and
 * `signers` more. A `former` hub is one of the version before modules.
 */
export async function startTestChain({
  signers: count = 1,
  flags = [],
  former = false,
}: {
  readonly signers?: number;
  readonly flags?: readonly string[];
  readonly former?: boolean;
} = {}): Promise<TestChain> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const args = ['--port', String(port), '--mnemonic', MNEMONIC, '--silent', '--no-request-size-limit'];
  const child = spawn(findAnvil(), [...args, '--gas-limit', '60000000', ...flags], { stdio: 'ignore' });
  endWithThisProcess(child);
  const rpc = createRpc(url, 5_000);
  const chainId = BigInt(String(await untilReady(rpc)));
  await rpc.call('evm_setAutomine', [true]);
  // ethers must not answer from its cache: the tests reorganise the chain.
  const provider = new JsonRpcProvider(url, Number(chainId), {
    staticNetwork: true,
    cacheTimeout: -1,
    pollingInterval: 20,
  });
  const wallets = Array.from({ length: count + 1 }, (_, index) => walletOf(index));
  const [owner, ...signers] = wallets as [Wallet, ...Wallet[]];
  const deployer = new NonceManager(owner.connect(provider));
  const terms = { owner: owner.address, signerDelay: 0, minBeaconMargin: 30 };
  const deployed = await deployContracts(deployer, {
    ...terms,
    beacon: { publicKey: toPublicKey(new Uint8Array(32).fill(7)), genesis: GENESIS, period: 3 },
  });
  const { beacon } = deployed;
  const { hub } = former ? await deployFormerContracts(deployer, { ...terms, beacon }) : deployed;
  const contract = new Contract(hub, giveawaysArtifact.abi, new NonceManager(owner.connect(provider)));
  const providerKey = id('prv_test');
  for (const { address } of [owner, ...signers]) {
    await (await contract.getFunction('setProviderSigner')(providerKey, address, true)).wait();
  }

  return {
    url,
    chainId,
    rpc,
    hub,
    beacon,
    providerKey,
    signers,
    contract,
    async createGiveaway(externalId, endTime = 0) {
      const options = {
        externalId,
        startTime: GENESIS,
        endTime,
        determination: 0,
        requiresHandshake: false,
        providerPaysReceiptGas: true,
        entriesCarryOver: false,
        everyDays: 0,
        activeDays: 0,
        beacon: ZeroAddress,
        beaconMargin: 0,
        metadataHash: ZeroHash,
        metadataUri: '',
      };
      await (await contract.getFunction('createGiveaway')(providerKey, options)).wait();
      return keyOf(providerKey, externalId);
    },
    async mintPassports(count) {
      for (let index = 0; index < count; index += 1) {
        const item = mintItem(id(`passport ${index}`), owner.address, 0);
        const sent = await contract.getFunction('provision')(providerKey, item);
        await sent.wait();
      }
    },
    entriesOf: async (giveaway, passportId) =>
      Number(await contract.getFunction('entriesOf')(giveaway, 0, passportId)),
    async stop() {
      provider.destroy();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The key of a giveaway, computed as the contract does. */
export function keyOf(providerKey: string, externalId: string): string {
  return keccak256(AbiCoder.defaultAbiCoder().encode(['bytes32', 'string'], [providerKey, externalId]));
}

async function untilReady(rpc: Rpc): Promise<unknown> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    try {
      return await rpc.call('eth_chainId');
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

// The well-known keys of anvil's mnemonic.
function walletOf(index: number): Wallet {
  return new Wallet(HDNodeWallet.fromPhrase(MNEMONIC, undefined, `m/44'/60'/0'/0/${index}`).privateKey);
}
