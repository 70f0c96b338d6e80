import { JsonRpcProvider } from 'ethers';
import { join } from 'node:path';
import { startAnvil, type Anvil } from '../../chain/indexer/anvil.ts';
import { startProviderChain, type ProviderChain } from '../../support/chain/provider-chain.ts';
import { deployFormerContracts } from '../../support/chain/former-contracts.ts';
import { startRelay } from '../../support/chain/relay.ts';
import { own } from './owned.ts';
import { takePort } from './ports.ts';

/** A chain with a block each second, its contracts and a relay of its beacon. */
export interface Chain extends ProviderChain {
  readonly port: number;
  readonly relayUrl: string;
  /** Stops the node; it stores its chain. */
  stop(): Promise<void>;
  start(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Makes no further block until `goOn`, and answers everything else. */
  halt(): Promise<void>;
  goOn(): Promise<void>;
}

const BLOCK_SECONDS = 1;

/** With `former`, its contracts are those of release 0.1.0. */
export async function startChain(folder: string, former: boolean): Promise<Chain> {
  const port = await takePort();
  const args = ['--port', String(port), '--state', join(folder, 'chain.json')];
  const started = await startProviderChain(args);
  const chain = former ? await withFormerContracts(started) : started;
  const { contracts } = chain;
  const relay = await startRelay(contracts.genesis);
  own(() => void relay.stop());
  let node: Pick<Anvil, 'child' | 'stop'> = contracts;
  const goOn = async () => {
    await contracts.rpc.call('evm_setIntervalMining', [BLOCK_SECONDS]);
  };
  own(() => void node.child.kill('SIGKILL'));
  await contracts.setMining(false);
  await goOn();
  return {
    ...chain,
    port,
    relayUrl: relay.url,
    stop: () => node.stop(),
    async start() {
      node = await startAnvil([...args, '--block-time', String(BLOCK_SECONDS)]);
    },
    freeze: () => void node.child.kill('SIGSTOP'),
    thaw: () => void node.child.kill('SIGCONT'),
    async halt() {
      await contracts.rpc.call('evm_setIntervalMining', [0]);
    },
    goOn,
  };
}

async function withFormerContracts(chain: ProviderChain): Promise<ProviderChain> {
  const { contracts } = chain;
  const provider = new JsonRpcProvider(contracts.url, undefined, { staticNetwork: true, cacheTimeout: -1 });
  provider.pollingInterval = 20;
  const { hub, passport, blockNumber } = await deployFormerContracts(await provider.getSigner(0), {
    owner: contracts.wallets[0]!,
    beacon: contracts.deployment.beacon,
    signerDelay: 0,
    minBeaconMargin: 30,
  });
  provider.destroy();
  return {
    ...chain,
    contracts: { ...contracts, deployment: { ...contracts.deployment, hub, passport, blockNumber } },
    variables: (url) => ({
      ...chain.variables(url),
      CHAIN_HUB: hub,
      CHAIN_PASSPORT: passport,
      CHAIN_START_BLOCK: String(blockNumber),
    }),
  };
}
