import { account, input, page, provider, wallet, type Examples } from '../examples/example.ts';

/** Example calls of the root fields of providers. */
export const PROVIDER_EXAMPLES: Examples = {
  query: {
    provider: [
      { id: provider },
      'name chainKey members { edges { node { email } } } signers { edges { node { address operationsLeft } } }',
    ],
    providers: [page, 'edges { node { id name } } pageInfo { hasNextPage endCursor }'],
  },
  mutation: {
    createProvider: input({ name: 'Example Provider' }, 'provider { id chainKey }'),
    addProviderMember: input({ provider, account }, 'provider { members { edges { node { email } } } }'),
    removeProviderMember: input({ provider, account }, 'provider { members { edges { node { email } } } }'),
    attachSigner: input({ provider, wallet }, 'signer { isDefault isRegistered operationsLeft }'),
    detachSigner: input({ provider, wallet }, 'isRegistered'),
  },
};
