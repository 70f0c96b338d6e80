import { describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import { startIssuer } from '../../support/http/issuer.ts';
import { draft } from '../../support/listings.ts';
import {
  gateway,
  inSeconds,
  issuer,
  publish,
  rsaIssuer,
  useServiceTokenGateway,
} from './service-token-gateway.ts';

const PATH = '/api/v1/giveaways';

useServiceTokenGateway();

describe('a token of a trusted issuer', () => {
  it('publishes when the gateway is its only audience or one of several', async () => {
    expect((await publish(await issuer.token())).status).toBe(200);
    expect((await publish(await issuer.token({ aud: ['other', 'service.giveaways'] }))).status).toBe(200);
  });

  it('has the namespace of its issuer and client, whatever it claims', async () => {
    const listing = draft();
    const { body } = await gateway.publish(await issuer.token({ client_id: 'shop' }), listing);
    const namespace = `client:${issuer.url}#shop`;
    const other = await gateway.publish(await rsaIssuer.token({ client_id: 'shop', namespace }), listing);
    expect(other.status).toBe(200);
    expect(other.body.listing.id).not.toBe(body.listing.id);
  });

  it('has that namespace also when its issuer is at the address of the embedded one, which is off', async () => {
    const address = 'https://giveaways.example.com';
    const other = await startGateway({
      PUBLIC_URL: address,
      OAUTH_EMBEDDED_ISSUER: 'off',
      OAUTH_ISSUERS: `${address}/oauth|${issuer.url}/jwks`,
    });
    try {
      const listing = draft();
      const publishAs = async (client_id: string, namespace?: string) => {
        const token = await issuer.token({ iss: `${address}/oauth`, client_id, namespace });
        return (await other.publish(token, listing)).body.listing.id;
      };
      const id = await publishAs('shop');
      expect(await publishAs('another', `client:${address}/oauth#shop`)).not.toBe(id);
    } finally {
      await other.stop();
    }
  });

  it('may be signed with RS256', async () => {
    expect((await publish(await rsaIssuer.token())).status).toBe(200);
  });

  it('publishes when the publishing scope is one of several', async () => {
    expect((await publish(await issuer.token({ scope: 'openid giveaways:publish x' }))).status).toBe(200);
  });

  it.each([
    ['no scope', { scope: undefined }],
    ['another scope', { scope: 'giveaways:read' }],
    ['a scope that only starts with the same text', { scope: 'giveaways:publishing' }],
    ['a list of scopes instead of a string', { scope: ['giveaways:publish', 'x'] }],
  ])('is refused with 403 when it has %s', async (_what, claims) => {
    const response = await publish(await issuer.token(claims));
    expect(response.status).toBe(403);
    expect(response.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
  });

  it.each([
    ['no audience', { aud: undefined }],
    ['another audience', { aud: 'service.other' }],
    ['no expiry', { exp: undefined }],
    ['an untrusted issuer', { iss: 'https://nobody.example.com' }],
    ['no issuer', { iss: undefined }],
    ['no client', { client_id: undefined }],
    ['an empty client', { client_id: '', azp: '', sub: '' }],
    ['a client with a NUL', { client_id: 'a\u0000b' }],
    ['a client with a line break', { client_id: 'a\nb' }],
    ['a client of 4,000 characters', { client_id: 'a'.repeat(4_000) }],
    ['a client of 513 characters', { client_id: 'a'.repeat(513) }],
    ['a client with a lone surrogate', { client_id: 'a\ud800' }],
    ['a subject with a NUL instead of a client', { client_id: undefined, sub: '\u0000' }],
  ])('is refused with 401 when it has %s', async (_what, claims) => {
    const response = await publish(await issuer.token(claims));
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="giveaways", error="invalid_token"');
  });

  it.each([
    ['expired within the leeway', { exp: -30 }, 200],
    ['expired before the leeway', { exp: -90 }, 401],
    ['not valid yet within the leeway', { nbf: 30 }, 200],
    ['not valid yet beyond the leeway', { nbf: 90 }, 401],
    ['issued in the future within the leeway', { iat: 30 }, 200],
    ['issued in the future beyond the leeway', { iat: 90 }, 401],
    ['valid for a day', { exp: 86_400 }, 200],
    ['valid for longer than a day', { exp: 86_400 + 90 }, 401],
    ['valid without a practical end', { exp: 1e15 }, 401],
  ])('a token of a trusted issuer that is %s gets the expected status', async (_what, times, status) => {
    const claims = Object.fromEntries(Object.entries(times).map(([name, ahead]) => [name, inSeconds(ahead)]));
    expect((await publish(await issuer.token(claims))).status).toBe(status);
  });

  it.each<[string | undefined, number]>([
    ['at+jwt', 200],
    ['AT+JWT', 200],
    ['application/at+jwt', 200],
    ['JWT', 200],
    [undefined, 200],
    ['logout+jwt', 401],
    ['dpop+jwt', 401],
    ['secevent+jwt', 401],
    ['application/id_token', 401],
    ['', 401],
  ])('a token of a trusted issuer of the type %s gets the status %i', async (typ, status) => {
    const token = await issuer.token({}, typ === undefined ? {} : { typ });
    expect((await publish(token)).status).toBe(status);
  });

  it('gets an error message that says so when it has expired', async () => {
    const { body } = await publish(await issuer.token({ exp: inSeconds(-600) }));
    expect(body.error.message).toContain('expired');
  });

  it.each([
    ['client_id', { client_id: 'one', azp: 'two', sub: 'three' }, 'one'],
    ['azp', { client_id: undefined, azp: 'two', sub: 'three' }, 'two'],
    ['sub', { client_id: undefined, sub: 'three' }, 'three'],
  ])('names its client by %s before the claims of lower priority', async (_name, claims, client) => {
    const sent = draft();
    await gateway.publish(await issuer.token(claims), sent);
    const found = await gateway.rest('GET', `${PATH}?sourceExternalId=${String(sent['sourceExternalId'])}`, {
      key: await issuer.token({ client_id: client }),
    });
    expect(found.status).toBe(200);
  });

  it('is accepted after the issuer has rotated its signing key', async () => {
    const other = await startIssuer();
    const fresh = await startGateway({ OAUTH_ISSUERS: other.entry });
    await other.rotate();
    expect((await fresh.publish(await other.token(), draft())).status).toBe(200);
    await fresh.stop();
    await other.stop();
  });
});

describe('the namespaces of service clients', () => {
  it('separate a client’s listings from those of API keys and of other clients', async () => {
    const sent = draft();
    const key = await gateway.createKey();
    const credentials = [
      key,
      await issuer.token({ client_id: 'a' }),
      await issuer.token({ client_id: 'b' }),
      await rsaIssuer.token({ client_id: 'a' }),
    ];
    const ids = [];
    for (const credential of credentials) ids.push((await gateway.publish(credential, sent)).body.listing.id);
    expect(new Set(ids).size).toBe(credentials.length);
  });

  it('have a publisher from the first listing on, and none through reads', async () => {
    const namespace = `client:${issuer.url}#only-reads`;
    const publishers = () =>
      gateway.onDatabase((em) => em.execute('select id from publisher where namespace = ?', [namespace]));
    const key = await issuer.token({ client_id: 'only-reads' });
    const viewer = '{ myListings(first: 5) { nodes { id } } }';
    expect((await gateway.read(key, 'none')).status).toBe(404);
    expect((await gateway.rest('GET', PATH, { key })).body.listings).toEqual([]);
    expect((await gateway.withdraw(key, 'none')).status).toBe(200);
    expect((await gateway.graphql(viewer, {}, key)).body.data.myListings.nodes).toEqual([]);
    expect(await publishers()).toEqual([]);
    expect((await publish(key)).status).toBe(200);
    expect(await publishers()).toHaveLength(1);
    expect((await gateway.graphql(viewer, {}, key)).body.data.myListings.nodes).toHaveLength(1);
  });

  it('are the same for each token of one client', async () => {
    const sent = draft();
    const first = await gateway.publish(await issuer.token({ client_id: 'c' }), sent);
    const second = await gateway.publish(await issuer.token({ client_id: 'c', jti: 'another' }), sent);
    expect(second.body.listing.id).toBe(first.body.listing.id);
  });

  it('are created once when the first requests of a client arrive at the same time', async () => {
    const token = await issuer.token({ client_id: 'at-once' });
    const responses = await Promise.all(Array.from({ length: 10 }, () => publish(token)));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });
});
