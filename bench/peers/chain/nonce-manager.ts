import { Contract, NonceManager } from 'ethers';
import type { StartSender } from '../../chain/sender.ts';
import { serve } from '../../chain/serve.ts';
import { HUB, toEntryChange } from './changes.ts';
import { createWallets } from './ethers-wallets.ts';

/** All callers at once through ethers' NonceManager, which is reset after an error. */
const start: StartSender = async (setting) => {
  const { provider, wallets } = createWallets(setting);
  const lanes = wallets.map((wallet) => {
    const manager = new NonceManager(wallet);
    return { manager, contract: new Contract(setting.world.hub, HUB, manager) };
  });
  return {
    signers: wallets.map(({ address }) => address),
    async issue(change) {
      const lane = lanes[change.signer];
      if (lane === undefined) throw new Error('There is no such signer.');
      try {
        const sent = await lane.contract
          .getFunction('changeEntries')
          .send(setting.world.giveaway, toEntryChange(change));
        await sent.wait();
      } catch (error) {
        lane.manager.reset();
        throw error;
      }
    },
    stop: async () => provider.destroy(),
  };
};

serve(start);
