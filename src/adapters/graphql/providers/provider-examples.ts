import { account, input, page, providerId, wallet, type CallExamples } from '../examples/example.ts';

/** Example calls of the root fields of providers. */
export const PROVIDER_EXAMPLES: CallExamples = {
  query: {
    provider: [
      { id: providerId },
      'name chainKey members { edges { node { email } } } signers { edges { node { address operationsLeft } } }',
    ],
    providers: [page, 'edges { node { id name } } pageInfo { hasNextPage endCursor }'],
  },
  mutation: {
    createProvider: input({ name: 'Example Provider' }, 'provider { id chainKey }'),
    addProviderMember: input(
      { provider: providerId, account },
      'provider { members { edges { node { email } } } }',
    ),
    removeProviderMember: input(
      { provider: providerId, account },
      'provider { members { edges { node { email } } } }',
    ),
    attachSigner: input({ provider: providerId, wallet }, 'signer { isDefault isRegistered operationsLeft }'),
    detachSigner: input({ provider: providerId, wallet }, 'isRegistered'),
  },
};
