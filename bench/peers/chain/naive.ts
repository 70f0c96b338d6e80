import { Contract } from 'ethers';
import type { StartSender } from '../../chain/sender.ts';
import { serve } from '../../chain/serve.ts';
import { HUB, toEntryChange } from './changes.ts';
import { createWallets } from './ethers-wallets.ts';

/** Sends a transaction, waits for it, then sends the next: one at a time for each signer. */
const start: StartSender = async (setting) => {
  const { provider, wallets } = createWallets(setting);
  const lanes = wallets.map((wallet) => ({
    contract: new Contract(setting.world.hub, HUB, wallet),
    last: Promise.resolve() as Promise<unknown>,
  }));
  return {
    signers: wallets.map(({ address }) => address),
    issue(change) {
      const lane = lanes[change.signer];
      if (lane === undefined) throw new Error('There is no such signer.');
      const { contract, last } = lane;
      const done = last.then(async () => {
        const sent = await contract
          .getFunction('changeEntries')
          .send(setting.world.giveaway, toEntryChange(change));
        await sent.wait();
      });
      lane.last = done.catch(() => undefined);
      return done;
    },
    stop: async () => provider.destroy(),
  };
};

serve(start);
