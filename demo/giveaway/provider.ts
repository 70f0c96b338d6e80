import { Contract } from 'ethers';
import { giveawaysArtifact } from '../../src/adapters/chain/hub/artifacts/giveaways.ts';
import { graphql, readOperatorToken } from '../gateway.ts';
import { step, tell } from '../tell.ts';
import type { EmbeddedChain } from './embedded-chain.ts';
import { createSender, type Sender } from './sender.ts';

/** The demo's provider. */
export interface Provider {
  /** Its key on chain. */
  readonly chainKey: string;
  readonly sender: Sender;
}

interface Known {
  readonly id: string;
  readonly name: string;
  readonly chainKey: string;
}

const NAME = 'Demo provider';
const LIST = `query ($after: String) {
  providers(first: 100, after: $after) {
    edges { node { id name chainKey } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const CREATE =
  'mutation ($input: CreateProviderInput!) { createProvider(input: $input) { provider { id name chainKey } } }';

/** Creates the provider, unless an earlier demo did, and registers one of the chain's accounts as its signer. */
export async function registerProvider(chain: EmbeddedChain): Promise<Provider> {
  step(`Registering ${NAME} and its signer: createProvider, then setProviderSigner by the hub's owner`);
  const { id, chainKey } = await findOrCreate(await readOperatorToken());
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

async function findOrCreate(operatorToken: string): Promise<Known> {
  let after: string | null = null;
  do {
    const { providers }: ProviderPage = await graphql<ProviderPage>(LIST, { after }, operatorToken);
    const known = providers.edges.find(({ node }) => node.name === NAME);
    if (known) return known.node;
    after = providers.pageInfo.hasNextPage ? providers.pageInfo.endCursor : null;
  } while (after !== null);
  const { createProvider } = await graphql<{ createProvider: { provider: Known } }>(
    CREATE,
    { input: { name: NAME } },
    operatorToken,
  );
  return createProvider.provider;
}

interface ProviderPage {
  readonly providers: {
    readonly edges: readonly { readonly node: Known }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}
