import { describe, expect, it } from '@jest/globals';
import { legacyDraft } from '../../support/listings.ts';
import { exchange } from '../../support/http/raw.ts';
import { LIMIT, gateway, post, codesOf, useLimitedGateways } from './limited-gateway.ts';

useLimitedGateways();

const MIB = 1_048_576;

const head = (...lines: string[]) =>
  [
    'POST /graphql HTTP/1.1',
    'Host: gateway.example.com',
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n');
const chunksOf = (body: string, first: number) =>
  [body.slice(0, first), body.slice(first)].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`);

describe('a body', () => {
  const bodyOf = (bytes: number) => {
    const empty = JSON.stringify({ query: '{ __typename }', padding: '' });
    return empty.replace('""', `"${'x'.repeat(bytes - empty.length)}"`);
  };
  it('a body of 64 KiB is accepted', async () => {
    expect((await post(bodyOf(LIMIT))).body.data).toEqual({ __typename: 'Query' });
  });

  it('a body of one byte more is refused', async () => {
    expect((await post(bodyOf(LIMIT + 1))).status).toBe(413);
  });

  it('a body of one byte more is refused before it is sent', async () => {
    const response = await exchange(gateway.port, [head(`Content-Length: ${LIMIT + 1}`)]);
    expect(response.status).toBe(413);
    expect(response.headers['connection']).toBe('close');
  });

  it('a body of one byte more is refused in chunks, too', async () => {
    const response = await exchange(gateway.port, [
      head('Transfer-Encoding: chunked'),
      ...chunksOf(bodyOf(LIMIT + 1), LIMIT),
    ]);
    expect(response.status).toBe(413);
  });

  it.each([
    ['nobody', undefined],
    ['the operator', 'operator'],
  ])('a body that is not UTF-8 is refused when sent by %s', async (_who, who) => {
    const body = Buffer.concat([
      Buffer.from('{"query":"{ listing(id: \\"'),
      Buffer.from([0xff]),
      Buffer.from('\\") { id } }"}'),
    ]);
    const response = await post(body, { key: who === undefined ? who : gateway.operatorToken });
    expect(response.status).toBe(400);
    expect(codesOf(response)).toEqual(['INVALID_PAYLOAD']);
  });

  it.each([
    'application/jsonx',
    'application/json-patch+json',
    'application/json5',
    'text/json',
    'application/graphql',
  ])('a body of the type %s is refused', async (type) => {
    const response = await post('{"query":"{ __typename }"}', { headers: { 'content-type': type } });
    expect(response.status).toBe(415);
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
  ])('a body of the type %s is accepted', async (type) => {
    const response = await post('{"query":"{ __typename }"}', { headers: { 'content-type': type } });
    expect(response.body.data).toEqual({ __typename: 'Query' });
  });

  it.each([
    ['spaces', '  {"query":"{ __typename }"}  '],
    ['line feeds', '\n\r\n{\n\t"query": "{ __typename }"\n}\n'],
  ])('a body with %s around its JSON is accepted', async (_what, body) => {
    expect((await post(body)).body.data).toEqual({ __typename: 'Query' });
    expect((await post(body, { key: gateway.operatorToken })).body.data).toEqual({ __typename: 'Query' });
  });

  it.each([
    ['__proto__', '{"query":"{ __typename }","__proto__":{"query":1}}'],
    ['__proto__ in variables', '{"query":"{ __typename }","variables":{"__proto__":{"a":1}}}'],
    [
      'the constructor in variables',
      '{"query":"{ __typename }","variables":{"constructor":{"prototype":{"a":1}}}}',
    ],
  ])('a body with %s does no harm', async (_what, body) => {
    expect((await post(body)).body.data).toEqual({ __typename: 'Query' });
  });
});

describe('the import of legacy listings', () => {
  const IMPORT =
    'mutation ($input: ImportLegacyListingsInput!) { importLegacyListings(input: $input) { imported } }';
  const listings = () => Array.from({ length: 100 }, () => legacyDraft({ instructions: 'x'.repeat(4_000) }));
  const bodyOf = (query: string) => JSON.stringify({ query, variables: { input: { listings: listings() } } });
  const large = bodyOf(IMPORT);

  it('may be larger than 64 KiB for the operator', async () => {
    expect(large.length).toBeGreaterThan(6 * LIMIT);
    const { body } = await post(large, { key: gateway.operatorToken });
    expect(body.data).toEqual({ importLegacyListings: { imported: 100 } });
  });

  it('may be sent in chunks', async () => {
    const response = await exchange(gateway.port, [
      head(`Authorization: Bearer ${gateway.operatorToken}`, 'Transfer-Encoding: chunked'),
      ...chunksOf(bodyOf(IMPORT), LIMIT),
      '0\r\n\r\n',
    ]);
    expect(response.status).toBe(200);
    expect(response.text).toContain('{"imported":100}');
  });

  it('is limited to one MiB', async () => {
    const padded = { query: IMPORT, padding: 'x'.repeat(MIB) };
    expect((await post(padded, { key: gateway.operatorToken })).status).toBe(413);
  });

  it('has the usual limit for other callers', async () => {
    expect((await post(large)).status).toBe(413);
    expect((await post(large, { key: await gateway.createKey() })).status).toBe(413);
    expect((await post(large, { key: 'gop_unknown' })).status).toBe(401);
  });

  it.each([
    ['a query', '{ __typename }'],
    [
      'another field beside it',
      'mutation ($input: ImportLegacyListingsInput!) { importLegacyListings(input: $input) { imported } signOut { signedOut } }',
    ],
    ['a document that is none', 'mutation {'],
  ])("is the operator's only large request: %s is refused", async (_what, query) => {
    expect((await post(bodyOf(query), { key: gateway.operatorToken })).status).toBe(413);
  });
});
