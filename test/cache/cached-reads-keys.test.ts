import { describe, expect, it } from '@jest/globals';
import { sendForBytes } from '../support/http/bytes.ts';
import {
  gateway,
  JSON_TYPE,
  post,
  pathOf,
  get,
  jsonOf,
  cached,
  fresh,
  FEED_PATH,
  useCachedGateway,
} from './cached-gateway.ts';

useCachedGateway();

describe('two requests that differ', () => {
  it('two requests that differ in their variables have separate responses', async () => {
    const query = fresh('__typename').replace(
      '{',
      '($first: Int) { feed(first: $first) { edges { cursor } } ',
    );
    for (let round = 0; round < 3; round += 1) {
      for (const first of [1, 2, 3]) {
        for (const sendQuery of [post, get])
          expect(jsonOf(await sendQuery({ query, variables: { first } })).data.feed.edges).toHaveLength(
            first,
          );
      }
    }
  });

  it('two requests that differ in the operation’s name have separate responses', async () => {
    const query = 'query A { a: __typename } query B { b: __typename }';
    for (let round = 0; round < 3; round += 1) {
      for (const [operationName, data] of [
        ['A', { a: 'Query' }],
        ['B', { b: 'Query' }],
      ] as const)
        expect(jsonOf(await post({ query, operationName })).data).toEqual(data);
    }
  });

  it.each([
    ['application/json', 'application/json; charset=utf-8'],
    ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['application/*', 'application/json; charset=utf-8'],
  ])('two requests that differ in Accept have separate responses: %s', async (accept, type) => {
    const query = '{ feed { edges { node { id title } } } }';
    const others = ['application/json', 'application/graphql-response+json'];
    for (let round = 0; round < 3; round += 1) {
      for (const other of others) {
        await post({ query }, { accept: other });
        await get({ query }, { accept: other });
      }
      expect((await post({ query }, { accept })).headers['content-type']).toBe(type);
      expect((await get({ query }, { accept })).headers['content-type']).toBe(type);
    }
  });

  it.each([
    'application/graphql-response+json;q=0.1, application/json',
    'application/json;q=0.1, application/graphql-response+json',
    'application/json;q=0, application/graphql-response+json',
    'application/*;q=0.1, application/graphql-response+json',
    '*/*;q=0.1, application/graphql-response+json',
    'application/graphql-response+json, application/json;q=0.9',
    'application/json, application/graphql-response+json',
    'text/html, application/json',
  ])('two requests that differ in a weighted Accept do not share responses: %s', async (accept) => {
    const query = fresh();
    await cached(() => post({ query }, { accept }));
    for (const plain of ['application/json', 'application/graphql-response+json'])
      expect((await post({ query }, { accept: plain })).headers['content-type']).toBe(
        `${plain}; charset=utf-8`,
      );
  });

  it.each([
    ['a path of the feed document', FEED_PATH, () => sendForBytes('GET', `${gateway.url}${FEED_PATH}`)],
    ['a path of a GET', pathOf({ query: '{ __typename }' }), () => get({ query: '{ __typename }' })],
    [
      'the name of a type before a query',
      `graphql-response+json${JSON.stringify({ query: '{ typed: __typename }' })}`,
      () => post({ query: '{ typed: __typename }' }, { accept: 'application/graphql-response+json' }),
    ],
  ])('do not share responses when one’s body is %s, which is not JSON', async (_what, body, query) => {
    expect((await cached(query)).status).toBe(200);
    expect((await sendForBytes('POST', `${gateway.url}/graphql`, JSON_TYPE, body)).status).toBe(400);
  });
});

describe('a name that every JavaScript object has', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'is an ordinary alias: %s',
    async (alias) => {
      const query = `{ feed(first: 1) { ${alias}: edges { ${alias}: node { ${alias}: id } } } }`;
      const plain = '{ feed(first: 1) { edges { node { other: id } } } }';
      const [renamed, named] = [await post({ query }), await post({ query: plain })];
      expect(renamed.bytes.toString()).toBe(
        named.bytes.toString().replace(/"(edges|node|other)":/g, `"${alias}":`),
      );
    },
  );
});
