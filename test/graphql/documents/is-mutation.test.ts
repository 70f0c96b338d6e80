import { expect, it } from '@jest/globals';
import { isMutation } from '../../../src/adapters/graphql/documents/is-mutation.ts';

// Requests that change something do not wait for reads: only the operation that will run decides.
it.each([
  ['mutation { signOut { signedOut } }', undefined, true],
  ['query A { __typename } mutation B { signOut { signedOut } }', 'B', true],
  ['query A { __typename } mutation B { signOut { signedOut } }', 'A', false],
  ['{ feed { totalCount } } # mutation', undefined, false],
  ['{ mutation: feed { totalCount } }', undefined, false],
  ['{ feed(filter: { search: "mutation" }) { totalCount } }', undefined, false],
  ['mutation {', undefined, false],
])('reads the operation of %s (%s)', (query, operationName, expected) => {
  expect(isMutation({ query, operationName })).toBe(expected);
});

it.each([[null], ['mutation { a }'], [[{ query: 'mutation { a }' }]], [{ query: 1 }], [{}]])(
  'finds no operation in %j',
  (body) => {
    expect(isMutation(body)).toBe(false);
  },
);
