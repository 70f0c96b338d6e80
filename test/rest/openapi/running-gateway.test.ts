import { describe, expect, it } from '@jest/globals';
import { buildSchema } from 'graphql';
import { parse } from 'yaml';
import { presentErrorTable } from '../../../src/adapters/rest/present-error-table.ts';
import { PROVIDER_OPERATIONS } from '../../../src/core/provider-api/provider-operations.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import { draft as newDraft } from '../../support/listings.ts';
import { createProviderKey } from '../../support/providers/providers.ts';
import { expectDocumented, openApiDocument } from '../../support/http/openapi.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

describe('a running gateway', () => {
  const gateway = sharedByTests(() => startGateway({ PUBLIC_URL: 'https://giveaways.example/base/' }));

  const sendRequest = async (method: string, path: string, sent?: Parameters<Gateway['rest']>[2]) => {
    const response = await gateway.rest(method, path, sent);
    expectDocumented({ method, path, ...response });
    return response;
  };

  it('serves the OpenAPI document with its own address', async () => {
    const { body, headers } = await sendRequest('GET', '/openapi.json');
    expect(body.servers).toEqual([{ url: 'https://giveaways.example/base' }]);
    expect(body.paths).toEqual(JSON.parse(JSON.stringify(openApiDocument.paths)));
    const again = await sendRequest('GET', '/openapi.json', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('serves the same document as YAML, and the GraphQL schema as text', async () => {
    const [json, yaml, schema] = [
      await sendRequest('GET', '/openapi.json'),
      await sendRequest('GET', '/openapi.yaml'),
      await sendRequest('GET', '/schema.graphql'),
    ];
    expect(parse(yaml.text)).toEqual(json.body);
    expect(buildSchema(schema.text).getQueryType()?.getFields()).toHaveProperty('feed');
    const again = await sendRequest('GET', '/schema.graphql', {
      headers: { 'if-none-match': schema.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it.each([
    ['PUT', '/api/v1/giveaways'],
    ['GET', '/api/integrations/publish-giveaway'],
    ['POST', '/feed.json'],
    ['DELETE', '/feed.atom'],
    ['POST', '/healthz'],
    ['POST', '/readyz'],
    ['POST', '/openapi.json'],
    ['POST', '/schema.graphql'],
  ])('answers %s %s with 405 and the methods that are allowed', async (method, path) => {
    const { status } = await sendRequest(method, path);
    expect(status).toBe(405);
  });

  it('answers publishers as documented', async () => {
    const key = await gateway.createKey();
    const draft = newDraft();
    const path = `/api/v1/giveaways?sourceExternalId=${encodeURIComponent(String(draft['sourceExternalId']))}`;
    const statuses = [
      await sendRequest('POST', '/api/v1/giveaways', { key, body: draft }),
      await sendRequest('GET', path, { key }),
      await sendRequest('DELETE', path, { key }),
      await sendRequest('GET', '/api/v1/giveaways?sourceExternalId=none', { key }),
      await sendRequest('GET', path),
      await sendRequest('GET', path, { key: gateway.operatorToken }),
      await sendRequest('POST', '/api/v1/giveaways', { key, body: {} }),
      await sendRequest('POST', '/api/v1/giveaways', {
        key,
        body: 'x',
        headers: { 'content-type': 'text/plain' },
      }),
      await sendRequest('POST', '/api/v1/giveaways', { key, body: 'x'.repeat(32_769) }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 404, 401, 403, 400, 415, 413]);
  });

  it('answers providers as documented without a chain', async () => {
    const path = '/api/provider/integrations';
    const all = (await createProviderKey(gateway)).secret;
    const contacts = (await createProviderKey(gateway, ['provider:contacts'])).secret;
    const text = { 'content-type': 'text/plain' };
    const statuses: number[] = [];
    for (const { endpoint } of PROVIDER_OPERATIONS) {
      for (const [method, sent] of [
        ['POST', { key: all, body: {} }],
        ['POST', { key: all, body: 'x', headers: text }],
        ['POST', { key: all, body: 'x'.repeat(65_537) }],
        ['POST', { key: contacts, body: {} }],
        ['POST', { key: 'wrong', body: {} }],
        ['GET', {}],
      ] as const)
        statuses.push((await sendRequest(method, `${path}/${endpoint}`, sent)).status);
    }
    expect(statuses).toEqual(PROVIDER_OPERATIONS.flatMap(() => [400, 415, 413, 403, 401, 405]));

    const others = [
      await sendRequest('POST', `${path}/declare-winner`, {
        key: all,
        body: { giveawayId: 'a', passportId: 1 },
      }),
      await sendRequest('POST', `${path}/passport-contact`, { key: contacts, body: { passportId: 'x' } }),
      await sendRequest('POST', `${path}/passport-contact`, { key: contacts, body: { passportId: 1 } }),
      await sendRequest('GET', `${path}/passport-status?passportId=1`, { key: all }),
      await sendRequest('GET', `${path}/passport-status`, { key: contacts }),
      await sendRequest('POST', `${path}/passport-status`, { key: all, body: {} }),
      await sendRequest('GET', `${path}/operations/opn_none`, { key: all }),
      await sendRequest('GET', `${path}/operations/opn_none`),
      await sendRequest('DELETE', `${path}/operations/opn_none`, { key: all }),
    ].map(({ status }) => status);
    expect(others).toEqual([409, 400, 503, 503, 403, 405, 503, 401, 405]);
  });

  it('serves the table of errors without a credential check', async () => {
    const path = '/api/provider/integrations/errors';
    const { status, body } = await sendRequest('GET', path, { key: 'not checked here' });
    expect([status, body.result.errors]).toEqual([200, presentErrorTable()]);
    expect((await sendRequest('POST', path)).status).toBe(405);
  });

  it.each(['/feed.json', '/feed.atom', '/feed.ics'])('answers %s as documented', async (path) => {
    const more = { endDate: '2099-01-01T00:00:00Z', image: 'https://publisher.example/image.png' };
    const key = await gateway.createKey();
    for (const draft of [newDraft(), newDraft(more)]) await gateway.publish(key, draft);
    const { headers } = await sendRequest('GET', path);
    expect(
      (await sendRequest('GET', path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })).status,
    ).toBe(304);
    expect((await sendRequest('GET', `${path}?first=101`)).status).toBe(400);
    expect((await sendRequest('GET', path, { key: 'anything' })).status).toBe(200);
    expect((await sendRequest('HEAD', path)).status).toBe(200);
  });

  it('issues service tokens as documented, and accepts them', async () => {
    const created = await gateway.graphql(
      'mutation { createServiceClient(input: { name: "Shop" }) { client { id } secret } }',
      {},
      gateway.operatorToken,
    );
    const { client, secret } = created.body.data.createServiceClient;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const requestToken = (body: string, password: string, headers = {}) =>
      sendRequest('POST', '/oauth/token', {
        headers: { ...form, ...headers, authorization: `Basic ${btoa(`${String(client.id)}:${password}`)}` },
        body,
      });
    const grant = 'grant_type=client_credentials&scope=giveaways%3Apublish';
    const issued = await requestToken(grant, secret);
    const published = await sendRequest('POST', '/api/v1/giveaways', {
      key: issued.body.access_token,
      body: newDraft(),
    });
    expect([issued.status, published.status]).toEqual([200, 200]);
    expect((await requestToken(grant, secret, { origin: gateway.url })).status).toBe(200);
    expect((await requestToken(grant, secret, { origin: 'https://other.example' })).status).toBe(400);
    expect((await requestToken(grant, 'wrong')).status).toBe(401);
    expect((await requestToken('grant_type=password', secret)).status).toBe(400);
    expect((await requestToken(`a=${'a'.repeat(17_000)}`, secret)).status).toBe(413);
  });

  it('serves a page at /docs with local scripts and links only', async () => {
    const path = '/docs';
    const { status, headers, text } = await gateway.rest('GET', path);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
    const addresses = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address ?? '');
    expect(addresses.length).toBeGreaterThan(3);
    for (const address of addresses) {
      expect(address).toMatch(/^[a-z]/);
      expect(address).not.toContain(':');
      const reached = await gateway.rest('GET', `/${address}`, { headers: { accept: 'text/html' } });
      expect([address, reached.status]).toEqual([address, 200]);
    }
    expect(text).not.toMatch(/<script(?![^>]* src=)/);
  });

  it('is not ready while it drains', async () => {
    expect((await sendRequest('GET', '/readyz')).status).toBe(200);
    expect((await sendRequest('GET', '/healthz')).status).toBe(200);
    gateway.drain();
    expect((await sendRequest('GET', '/readyz')).status).toBe(503);
  });

  it('answers a rate limit as documented, and documents no token endpoint when it issues no tokens', async () => {
    const limited = await startGateway({ RATE_LIMIT: '2', REDIS_URL: '', OAUTH_EMBEDDED_ISSUER: 'off' });
    try {
      const path = '/api/v1/giveaways';
      const responses = [
        await limited.rest('GET', path),
        await limited.rest('GET', path),
        await limited.rest('GET', path),
      ];
      expect(responses.map(({ status }) => status)).toEqual([401, 401, 429]);
      for (const response of responses) expectDocumented({ method: 'GET', path, ...response });
      const { body } = await limited.rest('GET', '/openapi.json');
      expect(body.paths).not.toHaveProperty(['/oauth/token']);
      expect(body.components.securitySchemes.serviceToken.type).toBe('http');
    } finally {
      await limited.stop();
    }
  });
});
