import { Contract, id, JsonRpcProvider, Wallet } from 'ethers';
import { giveawaysArtifact } from '../../../src/adapters/chain/hub/artifacts/giveaways.ts';
import type { EmbeddedNode } from '../../../src/adapters/chain/embedded/embedded-node.ts';
import { createRpc } from '../../../src/adapters/chain/rpc/rpc.ts';

export const PROVIDER = id('a provider');
const ANYBODY = '0x00000000000000000000000000000000000000aa';

/** The members of an embedded node that these functions need. */
export type ServedChain = Pick<EmbeddedNode, 'url' | 'deployment' | 'operator'>;

/** Makes the operator allow a signer; returns the transaction's hash once it is mined. */
export async function allowSigner(
  { url, deployment, operator }: ServedChain,
  signer = ANYBODY,
): Promise<string> {
  return withHub(url, deployment.hub, operator.privateKey, async (hub) => {
    const sent = await hub.getFunction('setProviderSigner')(PROVIDER, signer, true);
    await sent.wait();
    return sent.hash;
  });
}

/** Whether that signer is registered on the chain. */
export async function isSigner(
  { url, deployment, operator }: ServedChain,
  signer = ANYBODY,
): Promise<boolean> {
  return withHub(url, deployment.hub, operator.privateKey, (hub) =>
    hub.getFunction('isSigner')(PROVIDER, signer),
  );
}

export const receiptOf = (url: string, hash: string) =>
  createRpc(url).call('eth_getTransactionReceipt', [hash]);

async function withHub<Result>(
  url: string,
  hub: string,
  privateKey: string,
  work: (hub: Contract) => Promise<Result>,
): Promise<Result> {
  const provider = new JsonRpcProvider(url, 31_337, { staticNetwork: true, cacheTimeout: -1 });
  provider.pollingInterval = 20;
  try {
    return await work(new Contract(hub, giveawaysArtifact.abi, new Wallet(privateKey, provider)));
  } finally {
    provider.destroy();
  }
}
