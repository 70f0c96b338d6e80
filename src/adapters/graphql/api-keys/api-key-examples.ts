import {
  account,
  idOf,
  input,
  page,
  exampleProvider,
  wallet,
  type CallExamples,
} from '../examples/example.ts';

/** Example calls of the root fields of API keys and service clients. */
export const API_KEY_EXAMPLES: CallExamples = {
  query: {
    apiKeys: [{ account, first: 20 }, 'edges { node { id name scopes } } pageInfo { hasNextPage endCursor }'],
    serviceClients: [page, 'edges { node { id name revokedAt } }'],
  },
  mutation: {
    createApiKey: input(
      { name: 'Their server', provider: exampleProvider, scopes: ['provider:giveaways', 'provider:entries'] },
      'apiKey { id } secret',
    ),
    changeApiKey: input(
      { id: idOf('key'), name: 'Their new server', scopes: ['provider:entries'] },
      'apiKey { name scopes }',
    ),
    rotateApiKey: input({ id: idOf('key') }, 'secret'),
    revokeApiKey: input({ id: idOf('key') }, 'apiKey { id }'),
    setApiKeySigner: input({ id: idOf('key'), signer: wallet }, 'apiKey { id signer }'),
    createServiceClient: input({ name: 'Partner shop' }, 'client { id } secret'),
    revokeServiceClient: input({ id: idOf('svc') }, 'client { revokedAt }'),
  },
};
