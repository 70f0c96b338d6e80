import { account, input, page, exampleProvider, wallet, type CallExamples } from '../examples/example.ts';

/** Example calls of the root fields of providers. */
export const PROVIDER_EXAMPLES: CallExamples = {
  query: {
    provider: [
      { id: exampleProvider },
      'name chainKey members { edges { node { email } } } signers { edges { node { address operationsLeft } } }',
    ],
    trackRecord: [
      { provider: `0x${'2e'.repeat(32)}` },
      'roundsDecided roundsOnTime medianDelay roundsOverdue prizes prizesProved isComplete',
    ],
    providers: [page, 'edges { node { id name } } pageInfo { hasNextPage endCursor }'],
  },
  mutation: {
    createProvider: input({ name: 'Example Provider' }, 'provider { id chainKey }'),
    addProviderMember: input(
      { provider: exampleProvider, account },
      'provider { members { edges { node { email } } } }',
    ),
    removeProviderMember: input(
      { provider: exampleProvider, account },
      'provider { members { edges { node { email } } } }',
    ),
    attachSigner: input(
      { provider: exampleProvider, wallet },
      'signer { isDefault isRegistered operationsLeft }',
    ),
    detachSigner: input({ provider: exampleProvider, wallet }, 'isRegistered'),
  },
};
