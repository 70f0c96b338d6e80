import { id, JsonRpcProvider, Wallet } from 'ethers';
import type { SenderSetting } from '../../chain/sender.ts';

/** Wallets on a provider with the settings that ethers recommends for fast local chains. */
export function createWallets({ url, world, signers, blockTime }: SenderSetting): {
  readonly provider: JsonRpcProvider;
  readonly wallets: readonly Wallet[];
} {
  const provider = new JsonRpcProvider(url, world.chainId, {
    staticNetwork: true,
    cacheTimeout: -1,
    pollingInterval: Math.max(20, blockTime / 4),
  });
  const wallets = Array.from(
    { length: signers },
    (_, place) => new Wallet(id(`bench signer ${place}`), provider),
  );
  return { provider, wallets };
}
