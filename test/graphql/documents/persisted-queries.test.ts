import { describe, expect, it } from '@jest/globals';
import { post, get, codesOf, persisted, useLimitedGateways } from './limited-gateway.ts';

useLimitedGateways();

describe('a persisted query', () => {
  const byGet = (query: string) => get({ extensions: JSON.stringify(persisted(query)) });

  it('is registered with its text, and known by its hash afterwards', async () => {
    const query = `query Q${Date.now()} { __typename }`;
    expect(codesOf(await post({ extensions: persisted(query) }))).toEqual(['PERSISTED_QUERY_NOT_FOUND']);
    expect((await post({ query, extensions: persisted(query) })).body.data).toEqual({ __typename: 'Query' });
    expect((await post({ extensions: persisted(query) })).body.data).toEqual({ __typename: 'Query' });
    expect((await byGet(query)).body.data).toEqual({ __typename: 'Query' });
  });

  it('uses the variables of each request', async () => {
    const query = 'query ($id: ID!) { a: listing(id: $id) { id } __typename }';
    await post({ query, variables: { id: 'x' }, extensions: persisted(query) });
    const [good, bad] = await Promise.all(
      [{ id: 'y' }, {}].map((variables) => post({ variables, extensions: persisted(query) })),
    );
    expect(good?.body.data).toEqual({ a: null, __typename: 'Query' });
    expect(bad?.status).toBe(400);
  });

  it('is not registered under another hash, nor when it is invalid', async () => {
    const [mine, other] = ['{ a: __typename }', '{ b: __typename }'];
    expect((await post({ query: mine, extensions: persisted(other) })).status).toBe(400);
    expect(codesOf(await post({ extensions: persisted(other) }))).toEqual(['PERSISTED_QUERY_NOT_FOUND']);
    await post({ query: '{ wrong', extensions: persisted('{ wrong') });
    expect(codesOf(await post({ extensions: persisted('{ wrong') }))).toEqual(['PERSISTED_QUERY_NOT_FOUND']);
  });

  it('is reported as not found by GET, too, and can still be registered later', async () => {
    const query = '{ c: __typename }';
    expect(codesOf(await byGet(query))).toEqual(['PERSISTED_QUERY_NOT_FOUND']);
    await post({ query, extensions: persisted(query) });
    expect((await byGet(query)).body.data).toEqual({ c: 'Query' });
  });

  it('is evicted by many large ones, so that nobody can fill the memory', async () => {
    const queries = Array.from(
      { length: 530 },
      (_, index) => `{ __typename } # ${index} ${'x'.repeat(61_000)}`,
    );
    for (const query of queries)
      expect((await post({ query, extensions: persisted(query) })).status).toBe(200);
    expect(codesOf(await post({ extensions: persisted(queries[0] ?? '') }))).toEqual([
      'PERSISTED_QUERY_NOT_FOUND',
    ]);
    expect((await post({ extensions: persisted(queries.at(-1) ?? '') })).body.data).toEqual({
      __typename: 'Query',
    });
  });
});
