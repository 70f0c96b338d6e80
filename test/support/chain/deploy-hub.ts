import { JsonRpcProvider } from 'ethers';
import { toPublicKey } from '../../../src/adapters/chain/beacon/beacon-scheme.ts';
import { deployContracts, type Deployment } from '../../../src/adapters/chain/hub/deploy.ts';
import { BEACON_PERIOD, BEACON_SECRET, type Contracts } from '../../chain/indexer/contracts.ts';

/** Deploys the contracts once more beside these, with the same owner and beacon. */
export async function deployHub({ url, wallets, genesis }: Contracts): Promise<Deployment> {
  const node = new JsonRpcProvider(url, undefined, { staticNetwork: true, cacheTimeout: -1 });
  node.pollingInterval = 20;
  const deployment = await deployContracts(await node.getSigner(0), {
    owner: wallets[0] as string,
    beacon: { publicKey: toPublicKey(BEACON_SECRET), genesis, period: BEACON_PERIOD },
    signerDelay: 0,
    minBeaconMargin: 30,
  });
  node.destroy();
  return deployment;
}
