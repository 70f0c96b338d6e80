import { join, resolve } from 'node:path';
import type { BeaconSource } from '../../../core/draws/beacon-source.ts';
import { diskFull } from '../../../core/disk-full.ts';
import { DomainError } from '../../../core/errors.ts';
import { DiskFull } from '../../../runtime/disk.ts';
import { lockDirectory } from '../../../runtime/lock-directory.ts';
import { createEmbeddedBeacon } from '../beacon/embedded-beacon.ts';
import { readChainAccounts, type ChainAccounts } from './chain-accounts.ts';
import { chainTime } from './chain-state.ts';
import { ensureDeployment, type EmbeddedDeployment } from './ensure-deployment.ts';
import { startStoredChain } from './stored-chain.ts';
import { createRpc } from '../rpc/rpc.ts';

interface EmbeddedNodeOptions {
  /** The directory of the chain, its keys and the addresses of its contracts; created if absent. */
  readonly directory: string;
  /** 0 or undefined for any free port. */
  readonly port?: number | undefined;
  /** Seconds between blocks while transactions are pending; 0 mines a block for every transaction. */
  readonly blockTime?: number | undefined;
  /** The gas limit of a block. */
  readonly gasLimit?: number | undefined;
  /** If saving the whole chain takes longer than this many milliseconds, only new blocks are saved. */
  readonly slowMs?: number | undefined;
  warn(message: string): void;
}

/** A local chain with the contracts. */
export interface EmbeddedNode extends ChainAccounts {
  /** Its JSON-RPC on 127.0.0.1. */
  readonly url: string;
  readonly deployment: EmbeddedDeployment;
  readonly beacon: BeaconSource;
  /** The chain's clock, in seconds: no later block has an earlier time. */
  now(): Promise<number>;
  /** Sets the balance of an account to 10,000 coins. */
  fund(address: string): Promise<void>;
  /** Throws SERVICE_UNAVAILABLE when no further block could be stored, with the reason DISK_FULL when the disk is full. */
  requireRoom(): Promise<void>;
  /** Saves the chain and ends the node. */
  stop(): Promise<void>;
}

const CHAIN_ID = 31_337;
const RETRY_AFTER_SECONDS = 30;
const GAS_LIMIT = 100_000_000;
const FUNDS = `0x${(10_000n * 10n ** 18n).toString(16)}`;

/**
 * Starts the chain of a directory from its last save: a killed node loses about a second. The node ends with this process, and
 * is restarted when it ends for another reason. Throws when the directory or anvil does not work.
 */
export async function startEmbeddedNode(options: EmbeddedNodeOptions): Promise<EmbeddedNode> {
  const directory = resolve(options.directory);
  const unlock = await lockDirectory(directory, join(directory, 'lock.sqlite'));
  try {
    const node = await startLocked({ ...options, directory });
    return { ...node, stop: () => node.stop().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function startLocked(options: EmbeddedNodeOptions): Promise<EmbeddedNode> {
  const { directory, port = 0, blockTime = 1, gasLimit = GAS_LIMIT, slowMs, warn } = options;
  const accounts = await readChainAccounts(directory);
  const { operator, signers, keeper } = accounts;
  const chain = await startStoredChain({
    directory,
    chainId: CHAIN_ID,
    port,
    blockTime,
    gasLimit,
    slowMs,
    warn,
  });
  const { url, stop } = chain;
  const requireRoom = () =>
    chain.requireRoom().catch((error: unknown) => {
      if (error instanceof DiskFull) throw diskFull('embedded chain', error);
      throw new DomainError('SERVICE_UNAVAILABLE', 'The embedded chain can store nothing at the moment.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        cause: error,
      });
    });
  const rpc = createRpc(url);
  const now = () => chainTime(rpc, 'pending');
  const fund = async (address: string) => {
    await rpc.call('anvil_setBalance', [address, FUNDS]);
  };

  try {
    const beacon = await createEmbeddedBeacon({ directory, now });
    for (const { address } of [operator, ...signers, keeper]) {
      if ((await rpc.call('eth_getBalance', [address, 'latest'])) === '0x0') await fund(address);
    }
    const file = join(directory, 'addresses.json');
    const deployment = await ensureDeployment({ url, chainId: CHAIN_ID, operator, beacon, file, warn });
    await chain.run();
    return { ...accounts, url, deployment, beacon, now, fund, requireRoom, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
