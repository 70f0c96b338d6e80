import { CreateProvider, Providers, type ProvidersQuery } from '@giveaway-gateway/client/documents';
import { graphqlAs } from './gateway.ts';

/** A provider, as the operator sees it. */
export interface Provider {
  readonly id: string;
  /** Its key on chain. */
  readonly chainKey: string;
}

/** The provider with this name; the operator creates it unless an earlier demo did. */
export async function findOrCreateProvider(operatorToken: string, name: string): Promise<Provider> {
  const graphql = graphqlAs(operatorToken);
  let after: string | null = null;
  do {
    const { providers }: ProvidersQuery = await graphql(Providers, { first: 100, after });
    const known = providers.nodes.find((provider) => provider.name === name);
    if (known) return known;
    after = providers.pageInfo.hasNextPage ? providers.pageInfo.endCursor : null;
  } while (after !== null);
  return (await graphql(CreateProvider, { input: { name } })).createProvider.provider;
}
