import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { startIssuer, type Issuer } from '../support/http/issuer.ts';
import { draft } from '../support/listings.ts';
import { auditLog, createServiceClient, revokeServiceClient } from '../support/gateway/operator.ts';

const PATH = '/api/v1/giveaways';

let gateway: Gateway;
let issuer: Issuer;
let rsa: Issuer;
beforeAll(async () => {
  [issuer, rsa] = await Promise.all([startIssuer(), startIssuer('RS256')]);
  gateway = await startGateway({ OAUTH_ISSUERS: `${issuer.entry}, ${rsa.entry}` });
});
afterAll(async () => {
  await gateway.stop();
  await issuer.stop();
  await rsa.stop();
});

const publish = async (token: string) => gateway.publish(token, draft());
const seconds = (ahead: number) => Math.floor(Date.now() / 1_000) + ahead;

const ask = (form: Record<string, string>, authorization?: string) =>
  gateway.rest('POST', '/oauth/token', {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization && { authorization }),
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString(),
  });
const basic = ({ id, secret }: { id: string; secret: string }) => `Basic ${btoa(`${id}:${secret}`)}`;

describe('a token of the embedded issuer', () => {
  it.each([
    ['in the Authorization header', true],
    ['in the form', false],
  ])('is given for the client’s secret %s, and publishes', async (_where, inHeader) => {
    const client = await createServiceClient(gateway);

    const { status, body } = inHeader
      ? await ask({ scope: 'giveaways:publish' }, basic(client))
      : await ask({ scope: 'giveaways:publish', client_id: client.id, client_secret: client.secret });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      token_type: 'Bearer',
      scope: 'giveaways:publish',
      expires_in: expect.any(Number),
    });
    expect((await publish(body.access_token)).status).toBe(200);
  });

  it('may be asked for by the name of the resource', async () => {
    const client = await createServiceClient(gateway);
    const { body } = await ask({ scope: 'giveaways:publish', resource: 'service.giveaways' }, basic(client));
    expect((await publish(body.access_token)).status).toBe(200);
  });

  it('without the scope publishes nothing', async () => {
    const client = await createServiceClient(gateway);
    const { body } = await ask({}, basic(client));
    expect((await publish(body.access_token)).status).toBe(403);
  });

  it.each([
    ['a wrong secret', async () => basic({ ...(await createServiceClient(gateway)), secret: 'gcs_wrong' })],
    [
      'another client’s secret',
      async () =>
        basic({
          ...(await createServiceClient(gateway)),
          secret: (await createServiceClient(gateway)).secret,
        }),
    ],
    ['an unknown client', async () => basic({ id: 'svc_none', secret: 'gcs_none' })],
  ])('is not given for %s', async (_what, credential) => {
    const answer = await ask({ scope: 'giveaways:publish' }, await credential());
    expect(answer.status).toBe(401);
    expect(answer.body.error).toBe('invalid_client');
  });

  it('is not given for an id that cannot be', async () => {
    const answer = await ask({ client_id: 'svc_\u0000', client_secret: 'gcs_none' });
    expect(answer.status).toBe(401);
    expect(answer.body.error).toBe('invalid_client');
  });

  it('is not given for another grant', async () => {
    const client = await createServiceClient(gateway);
    const answer = await ask({ grant_type: 'password', username: 'a', password: 'b' }, basic(client));
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('unsupported_grant_type');
  });

  it('leaves of the client’s secret only a hash behind', async () => {
    const { id, secret } = await createServiceClient(gateway);
    const rows = await gateway.onDatabase((em) =>
      em.execute('select * from service_client where id = ?', [id]),
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(4));
  });
});

describe('a revoked client', () => {
  it('gets no token from now on, on every instance; what it published stays', async () => {
    const client = await createServiceClient(gateway);
    const { body } = await ask({ scope: 'giveaways:publish' }, basic(client));
    const { body: published } = await publish(body.access_token);

    const revoked = await revokeServiceClient(gateway, client.id);
    const answer = await ask({ scope: 'giveaways:publish' }, basic(client));

    expect(revoked.body.data.revokeServiceClient.client).toEqual({
      id: client.id,
      name: 'A partner',
      revokedAt: expect.any(String),
    });
    expect({ status: answer.status, error: answer.body.error }).toEqual({
      status: 401,
      error: 'invalid_client',
    });
    const { id } = published.listing;
    expect((await gateway.graphql(`{ listing(id: "${id}") { id } }`)).body.data.listing).toEqual({ id });
  });

  it('is refused just like one that never was, and cannot be revoked again', async () => {
    const client = await createServiceClient(gateway);
    await revokeServiceClient(gateway, client.id);
    const [gone, never] = await Promise.all([
      ask({}, basic(client)),
      ask({}, basic({ id: 'svc_none', secret: client.secret })),
    ]);
    expect({ status: gone?.status, text: gone?.text }).toEqual({ status: never?.status, text: never?.text });
    const again = await revokeServiceClient(gateway, client.id);
    expect(again.body.errors[0].extensions.code).toBe('NOT_FOUND');
    expect((await revokeServiceClient(gateway, 'svc_none')).body.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  it('stands in the list, newest first, and once in the audit log', async () => {
    const older = await createServiceClient(gateway);
    const newer = await createServiceClient(gateway);
    await Promise.all([revokeServiceClient(gateway, older.id), revokeServiceClient(gateway, older.id)]);

    const { body } = await gateway.graphql(
      '{ serviceClients(first: 2) { edges { node { id revokedAt } } pageInfo { hasNextPage } } }',
      {},
      gateway.operatorToken,
    );

    expect(body.data.serviceClients).toMatchObject({
      edges: [
        { node: { id: newer.id, revokedAt: null } },
        { node: { id: older.id, revokedAt: expect.any(String) } },
      ],
    });
    const noted = (await auditLog(gateway)).filter(({ subject }) => subject === older.id);
    expect(noted.map(({ action, actor }) => [action, actor])).toEqual([
      ['revokeServiceClient', 'operator'],
      ['createServiceClient', 'operator'],
    ]);
  });
});

describe('a token of a trusted issuer', () => {
  it('publishes, with its audience alone or among others', async () => {
    expect((await publish(await issuer.token())).status).toBe(200);
    expect((await publish(await issuer.token({ aud: ['other', 'service.giveaways'] }))).status).toBe(200);
  });

  it('may be signed with RS256', async () => {
    expect((await publish(await rsa.token())).status).toBe(200);
  });

  it('finds the scope among others', async () => {
    expect((await publish(await issuer.token({ scope: 'openid giveaways:publish x' }))).status).toBe(200);
  });

  it.each([
    ['no scope', { scope: undefined }],
    ['another scope', { scope: 'giveaways:read' }],
    ['a scope that only begins alike', { scope: 'giveaways:publishing' }],
    ['a list where a text belongs', { scope: ['giveaways:publish', 'x'] }],
  ])('is 403 with %s', async (_what, claims) => {
    const answer = await publish(await issuer.token(claims));
    expect(answer.status).toBe(403);
    expect(answer.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
  });

  it.each([
    ['no audience', { aud: undefined }],
    ['another audience', { aud: 'service.other' }],
    ['no expiry', { exp: undefined }],
    ['an issuer nobody trusts', { iss: 'https://nobody.example.com' }],
    ['no issuer', { iss: undefined }],
    ['no client', { client_id: undefined }],
    ['an empty client', { client_id: '', azp: '', sub: '' }],
  ])('is 401 with %s', async (_what, claims) => {
    const answer = await publish(await issuer.token(claims));
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="giveaways", error="invalid_token"');
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
    ['valid for ever', { exp: 1e15 }, 401],
  ])('that is %s is judged by it', async (_what, times, status) => {
    const claims = Object.fromEntries(Object.entries(times).map(([name, ahead]) => [name, seconds(ahead)]));
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
  ])('of the type %s is answered with %i', async (typ, status) => {
    const token = await issuer.token({}, typ === undefined ? {} : { typ });
    expect((await publish(token)).status).toBe(status);
  });

  it('is told apart when it has expired', async () => {
    const { body } = await publish(await issuer.token({ exp: seconds(-600) }));
    expect(body.error.message).toContain('expired');
  });

  it.each([
    ['client_id', { client_id: 'one', azp: 'two', sub: 'three' }, 'one'],
    ['azp', { client_id: undefined, azp: 'two', sub: 'three' }, 'two'],
    ['sub', { client_id: undefined, sub: 'three' }, 'three'],
  ])('takes the client from %s first', async (_name, claims, client) => {
    const sent = draft();
    await gateway.publish(await issuer.token(claims), sent);
    const found = await gateway.rest('GET', `${PATH}?sourceExternalId=${String(sent['sourceExternalId'])}`, {
      key: await issuer.token({ client_id: client }),
    });
    expect(found.status).toBe(200);
  });

  it('holds after the issuer has changed its key', async () => {
    const other = await startIssuer();
    const fresh = await startGateway({ OAUTH_ISSUERS: other.entry });
    await other.rotate();
    expect((await fresh.publish(await other.token(), draft())).status).toBe(200);
    await fresh.stop();
    await other.stop();
  });
});

describe('a forged token', () => {
  const forge = (header: object, claims: object = {}) =>
    [
      header,
      {
        iss: issuer.url,
        aud: 'service.giveaways',
        scope: 'giveaways:publish',
        sub: 'x',
        exp: seconds(300),
        ...claims,
      },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');

  it.each(['none', 'None', 'NONE', ''])('with the algorithm "%s" is 401', async (alg) => {
    expect((await publish(`${forge({ alg })}.`)).status).toBe(401);
    expect((await publish(`${forge({ alg })}.AAAA`)).status).toBe(401);
  });

  it('made by HMAC with the public key is 401', async () => {
    const { publicKey } = rsa;
    const secret = new TextEncoder().encode(JSON.stringify(publicKey()));
    const token = await new SignJWT({ scope: 'giveaways:publish', sub: 'x' })
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .setIssuer(rsa.url)
      .setAudience('service.giveaways')
      .setExpirationTime('5m')
      .sign(secret);
    expect((await publish(token)).status).toBe(401);
  });

  it('that brings its own key is 401', async () => {
    const stranger = await startIssuer();
    const jwk = stranger.publicKey();
    const token = await stranger.token({ iss: issuer.url }, { jwk, jku: `${stranger.url}/jwks` });
    expect((await publish(token)).status).toBe(401);
    expect(stranger.keySetRequests).toEqual([]);
    await stranger.stop();
  });

  it('of one trusted issuer in the name of another is 401', async () => {
    expect((await publish(await issuer.token({ iss: rsa.url }))).status).toBe(401);
  });

  it('with a changed payload is 401', async () => {
    const [header, , signature] = (await issuer.token()).split('.');
    const payload = forge({}).split('.')[1];
    expect((await publish(`${header}.${payload}.${signature}`)).status).toBe(401);
  });

  it.each(['..', 'a..b', '.a.', 'e30.e30.e30', 'e30.bnVsbA.e30', 'e30.W10.AA', 'é.é.é'.replaceAll('é', 'w')])(
    'of nonsense (%s) is 401',
    async (token) => {
      expect((await publish(token)).status).toBe(401);
    },
  );
});

describe('an issuer out of reach', () => {
  it.each([500, 404])(
    'whose keys answer %i gives 503 with Retry-After, and works again later',
    async (status) => {
      const other = await startIssuer();
      other.answerWith(status);
      const fresh = await startGateway({ OAUTH_ISSUERS: other.entry });

      const refused = await fresh.publish(await other.token(), draft());

      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(refused.body).toStrictEqual({ error: { message: expect.any(String) } });
      other.answerWith(200);
      expect((await fresh.publish(await other.token(), draft())).status).toBe(200);
      await fresh.stop();
      await other.stop();
    },
  );

  it('that is gone gives 503, while others still publish', async () => {
    const gone = await startIssuer();
    const fresh = await startGateway({ OAUTH_ISSUERS: `${gone.entry},${issuer.entry}` });
    const token = await gone.token();
    await gone.stop();
    expect((await fresh.publish(token, draft())).status).toBe(503);
    expect((await fresh.publish(await issuer.token(), draft())).status).toBe(200);
    await fresh.stop();
  });
});

describe('an issuer whose keys are found by its metadata', () => {
  it('is trusted when the metadata stands at its own address and names it, and not otherwise', async () => {
    const other = await startIssuer();
    const [exact, foreign, moved, insecure] = await Promise.all([
      startIssuer(),
      startIssuer(),
      startIssuer(),
      startIssuer(),
    ]);
    exact.describe({ issuer: exact.url, jwks_uri: `${exact.url}/jwks` });
    foreign.describe({ issuer: `${foreign.url}/`, jwks_uri: `${foreign.url}/jwks` });
    other.describe({ issuer: moved.url, jwks_uri: `${other.url}/jwks` });
    moved.describe(`${other.url}/.well-known/openid-configuration`);
    insecure.describe({ issuer: insecure.url, jwks_uri: 'file:///etc/hostname' });
    const issuers = [exact, foreign, moved, insecure];
    const fresh = await startGateway({ OAUTH_ISSUERS: issuers.map(({ url }) => url).join(',') });

    const statuses = [];
    for (const { token } of issuers) statuses.push((await fresh.publish(await token(), draft())).status);

    expect(statuses).toEqual([200, 503, 503, 503]);
    expect(other.keySetRequests).toEqual([]);
    await fresh.stop();
    await Promise.all([...issuers, other].map((each) => each.stop()));
  });
});

describe('namespaces', () => {
  it('keep a client’s listings apart from those of keys and of other clients', async () => {
    const sent = draft();
    const key = await gateway.createKey();
    const credentials = [
      key,
      await issuer.token({ client_id: 'a' }),
      await issuer.token({ client_id: 'b' }),
      await rsa.token({ client_id: 'a' }),
    ];
    const ids = [];
    for (const credential of credentials) ids.push((await gateway.publish(credential, sent)).body.listing.id);
    expect(new Set(ids).size).toBe(credentials.length);
  });

  it('outlive the token: a later token of the client finds its listings', async () => {
    const sent = draft();
    const first = await gateway.publish(await issuer.token({ client_id: 'c' }), sent);
    const second = await gateway.publish(await issuer.token({ client_id: 'c', jti: 'another' }), sent);
    expect(second.body.listing.id).toBe(first.body.listing.id);
  });

  it('survive that a client is first seen many times at once', async () => {
    const token = await issuer.token({ client_id: 'at-once' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => publish(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  });
});
