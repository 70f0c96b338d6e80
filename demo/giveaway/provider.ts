import { Contract } from 'ethers';
import { giveawaysArtifact } from '../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { findOrCreateProvider } from '../find-or-create-provider.ts';
import { readOperatorToken } from '../gateway.ts';
import { step, tell } from '../tell.ts';
import type { EmbeddedChain } from './embedded-chain.ts';
import { createSender, type Sender } from './sender.ts';

/** The demo's provider. */
export interface Provider {
  /** Its key on chain. */
  readonly chainKey: string;
  readonly sender: Sender;
}

const NAME = 'Demo provider';

/** Creates the provider, unless an earlier demo did, and registers one of the chain's accounts as its signer. */
export async function registerProvider(chain: EmbeddedChain): Promise<Provider> {
  step(`Registering ${NAME} and its signer: createProvider, then setProviderSigner by the hub's owner`);
  const { id, chainKey } = await findOrCreateProvider(await readOperatorToken(), NAME);
  const [account] = chain.signers;
  if (!account) throw new Error('The embedded chain has no signers.');
  const sender = createSender(chain, account);

  const hub = new Contract(chain.hub, giveawaysArtifact.abi, chain.rpc);
  const isSigner: unknown = await hub.getFunction('isSigner')(chainKey, sender.address);
  if (isSigner !== true) {
    const owner = createSender(chain, chain.operator);
    await owner.send([['setProviderSigner', chainKey, sender.address, true]]);
  }
  tell(`${id} is ${chainKey} on chain`);
  tell(`${sender.address} ${isSigner === true ? 'signs for it already' : 'signs for it from now on'}`);
  return { chainKey, sender };
}
