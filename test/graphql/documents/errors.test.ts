import { describe, expect, it } from '@jest/globals';
import type { Sent } from '../../support/http/http.ts';
import { LIMIT, gateway, post, persisted, useLimitedGateways } from './limited-gateway.ts';
import { repeat, costlyFeed, TOO_MUCH } from './operations-at-limits.ts';

useLimitedGateways();

describe('a response with errors', () => {
  it.each([
    ['names that do not exist', `{ ${repeat(400, (index) => `x${index}`)} }`, {}],
    ['fragments that do not exist', `{ ${repeat(400, (index) => `...X${index}`)} }`, {}],
    [
      'arguments that do not exist',
      `{ ${repeat(30, (index) => `a${index}: feed(x: 1, y: 2) { totalCount }`)} }`,
      {},
    ],
    [
      'members that are missing in a variable',
      'mutation ($input: ImportLegacyListingsInput!) { importLegacyListings(input: $input) { imported } }',
      { input: { listings: Array.from({ length: 100 }, () => ({})) } },
    ],
    [
      'arguments that the core refuses',
      `{ ${repeat(30, (index) => `a${index}: feed(first: 0) { totalCount }`)} }`,
      {},
    ],
  ])('lists at most five of them: %s', async (_what, query, variables) => {
    const { body } = await post({ query, variables });
    expect(body.errors.length).toBeGreaterThan(0);
    expect(body.errors.length).toBeLessThanOrEqual(5);
  });

  it.each([
    ['a field', '{ fead { totalCount } }', {}],
    ['a field of a listing', '{ feed { edges { node { titl } } } }', {}],
    ['an argument', '{ feed(frst: 1) { totalCount } }', {}],
    ['a value of an enum', '{ feed(orderBy: NEWES) { totalCount } }', {}],
    ['a member of an input', '{ feed(filter: { platform: "x" }) { totalCount } }', {}],
    ['a type', '{ node(id: "x") { ... on Listin { id } } }', {}],
    ['a type of a variable', 'query ($filter: FeedFilte) { feed(filter: $filter) { totalCount } }', {}],
    ['a directive', '{ feed @includ(if: true) { totalCount } }', {}],
    ['a mutation', 'mutation { signOu { signedOut } }', {}],
    [
      'a value of an enum in a variable',
      'query ($order: FeedOrder) { feed(orderBy: $order) { totalCount } }',
      { order: 'NEWES' },
    ],
    [
      'a member of an input in a variable',
      'query ($filter: FeedFilter) { feed(filter: $filter) { totalCount } }',
      { filter: { platform: 'x' } },
    ],
  ])('suggests no name for a misspelt one: %s', async (_what, query, variables) => {
    const response = await post({ query, variables });
    expect(response.status).toBe(400);
    expect(response.text).not.toMatch(/did you mean/i);
  });

  it.each(['serach', 'publisherOrItsPlatform'])('names a member of a variable whole: %s', async (member) => {
    const query = 'query ($filter: FeedFilter) { feed(filter: $filter) { totalCount } }';
    const { body } = await post({ query, variables: { filter: { [member]: 'x' } } });
    expect(body.errors[0].message).toContain(`; Field "${member}" is not defined by type "FeedFilter".`);
  });

  const ID = 'request-of-the-test';
  it.each([
    ['a syntax error', 'POST', { query: '{ feed(' }, 400],
    ['an unknown field', 'POST', { query: '{ nothing }' }, 400],
    [
      'a wrong variable',
      'POST',
      { query: 'query ($n: Int) { feed(first: $n) { totalCount } }', variables: { n: 'x' } },
      400,
    ],
    ['a refused argument', 'POST', { query: '{ feed(first: 0) { totalCount } }' }, 200],
    ['a missing credential', 'POST', { query: '{ viewer { id } }' }, 200],
    [
      'two operations without a name',
      'POST',
      { query: 'query A { __typename } query B { __typename }' },
      400,
    ],
    ['an operation that is not there', 'POST', { query: 'query A { __typename }', operationName: 'B' }, 400],
    ['a subscription', 'POST', { query: 'subscription { operationUpdated(id: "opn_1") { id } }' }, 200],
    ['too many tokens', 'POST', { query: TOO_MUCH[0][1] }, 400],
    ['too high a cost', 'POST', { query: `{ ${repeat(30, (index) => costlyFeed(`a${index}`, 100))} }` }, 400],
    ['no JSON', 'POST', '{', 400],
    ['an empty object', 'POST', {}, 400],
    ['null', 'POST', 'null', 400],
    ['a text', 'POST', '"query"', 400],
    ['an array', 'POST', [{ query: '{ __typename }' }], 400],
    ['a query that is no text', 'POST', { query: 1 }, 400],
    ['variables that are no object', 'POST', { query: '{ __typename }', variables: [] }, 400],
    ['extensions that are no object', 'POST', { query: '{ __typename }', extensions: 'x' }, 400],
    ['an unknown persisted query', 'POST', { extensions: persisted('{ unknown }') }, 200],
    [
      'a persisted query of another hash',
      'POST',
      { query: '{ __typename }', extensions: persisted('{ other }') },
      400,
    ],
    [
      'a persisted query of another version',
      'POST',
      { extensions: { persistedQuery: { version: 2, sha256Hash: 'a' } } },
      400,
    ],
    ['nothing to answer with', 'POST', { query: '{ __typename }' }, 406, { accept: 'text/html' }],
    ['another media type', 'POST', 'query', 415, { 'content-type': 'text/plain' }],
    ['a compressed body', 'POST', { query: '{ __typename }' }, 415, { 'content-encoding': 'gzip' }],
    ['too large a body', 'POST', { query: '{ __typename }', padding: 'x'.repeat(LIMIT) }, 413],
    [
      'a credential that does not hold',
      'POST',
      { query: '{ __typename }' },
      401,
      { authorization: 'Bearer nothing' },
    ],
    [
      'a credential of another kind',
      'POST',
      { query: '{ __typename }' },
      401,
      { authorization: 'Basic bm90aGluZzp4' },
    ],
    [
      'a GET with the cookie of a session that another site could send',
      'GET',
      undefined,
      400,
      { cookie: 'giveaways.session_token=none' },
    ],
    ['another method', 'PUT', { query: '{ __typename }' }, 405],
  ] as const)(
    'has a code and the id of its request: %s',
    async (_what, method, body, status, headers: Sent['headers'] = {}) => {
      const path = method === 'GET' ? '/graphql?query=%7B__typename%7D' : '/graphql';
      const response = await gateway.rest(method, path, {
        body,
        headers: { ...headers, 'x-request-id': ID },
      });
      expect(response.status).toBe(status);
      expect(response.body.errors[0].extensions).toMatchObject({
        code: expect.stringMatching(/^(?!INTERNAL)[A-Z_]+$/),
        retryable: false,
        recommendedAction: expect.stringMatching(/^[A-Z].*\.$/),
        requestId: ID,
      });
      expect(response.headers.get('x-request-id')).toBe(ID);
      expect(response.headers.get('cache-control')).toBe('no-store');
    },
  );
});
