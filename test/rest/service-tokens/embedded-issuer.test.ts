import { describe, expect, it } from '@jest/globals';
import { auditLog, createServiceClient, revokeServiceClient } from '../../support/gateway/operator.ts';
import { draft } from '../../support/listings.ts';
import { gateway, publish, useServiceTokenGateway } from './service-token-gateway.ts';

useServiceTokenGateway();

const requestToken = (form: Record<string, string>, authorization?: string) =>
  gateway.rest('POST', '/oauth/token', {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization && { authorization }),
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString(),
  });
const basic = ({ id, secret }: { id: string; secret: string }) => `Basic ${btoa(`${id}:${secret}`)}`;

describe('the embedded token issuer', () => {
  it.each([
    ['in the Authorization header', true],
    ['in the form', false],
  ])('issues a token that publishes for a client secret %s', async (_where, inHeader) => {
    const client = await createServiceClient(gateway);

    const { status, body } = inHeader
      ? await requestToken({ scope: 'giveaways:publish' }, basic(client))
      : await requestToken({
          scope: 'giveaways:publish',
          client_id: client.id,
          client_secret: client.secret,
        });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      token_type: 'Bearer',
      scope: 'giveaways:publish',
      expires_in: expect.any(Number),
    });
    expect((await publish(body.access_token)).status).toBe(200);
  });

  it('issues a token that publishes for the name of the resource', async () => {
    const client = await createServiceClient(gateway);
    const { body } = await requestToken(
      { scope: 'giveaways:publish', resource: 'service.giveaways' },
      basic(client),
    );
    expect((await publish(body.access_token)).status).toBe(200);
  });

  it.each(['giveaways:read', 'giveaways:publish giveaways:read', 'openid', 'giveaways:PUBLISH'])(
    'answers invalid_scope for the scope "%s", which it does not give',
    async (scope) => {
      const client = await createServiceClient(gateway);
      const { status, body } = await requestToken({ scope }, basic(client));
      expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_scope' });
      const stranger = basic({ ...client, secret: 'gcs_wrong' });
      expect((await requestToken({ scope }, stranger)).body.error).toBe('invalid_client');
    },
  );

  it('issues tokens with which a client keeps its listings when PUBLIC_URL changes', async () => {
    const client = await createServiceClient(gateway);
    const tokenOf = async () =>
      (await requestToken({ scope: 'giveaways:publish' }, basic(client))).body.access_token;
    const listing = draft();
    const { body } = await gateway.publish(await tokenOf(), listing);
    await gateway.restart(undefined, { PUBLIC_URL: 'https://moved.example' });
    const again = await gateway.publish(await tokenOf(), listing);
    expect(again.body.listing.id).toBe(body.listing.id);
    await gateway.restart();
  });

  it('issues a token without a scope that may not publish', async () => {
    const client = await createServiceClient(gateway);
    const { body } = await requestToken({}, basic(client));
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
  ])('refuses a token for %s', async (_what, credential) => {
    const response = await requestToken({ scope: 'giveaways:publish' }, await credential());
    expect(response.status).toBe(401);
    expect(response.body.error).toBe('invalid_client');
  });

  it('refuses a token for an invalid client id', async () => {
    const response = await requestToken({ client_id: 'svc_\u0000', client_secret: 'gcs_none' });
    expect(response.status).toBe(401);
    expect(response.body.error).toBe('invalid_client');
  });

  it('refuses a token for another grant type', async () => {
    const client = await createServiceClient(gateway);
    const response = await requestToken(
      { grant_type: 'password', username: 'a', password: 'b' },
      basic(client),
    );
    expect(response.status).toBe(400);
    expect(response.body.error).toBe('unsupported_grant_type');
  });

  it('stores only a hash of the client secret', async () => {
    const { id, secret } = await createServiceClient(gateway);
    const rows = await gateway.onDatabase((em) =>
      em.execute('select * from service_client where id = ?', [id]),
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(4));
  });
});

describe('a revoked client', () => {
  it('gets no further tokens, and its listings stay published', async () => {
    const client = await createServiceClient(gateway);
    const { body } = await requestToken({ scope: 'giveaways:publish' }, basic(client));
    const { body: published } = await publish(body.access_token);

    const revoked = await revokeServiceClient(gateway, client.id);
    const response = await requestToken({ scope: 'giveaways:publish' }, basic(client));

    expect(revoked.body.data.revokeServiceClient.client).toEqual({
      id: client.id,
      name: 'A partner',
      revokedAt: expect.any(String),
    });
    expect({ status: response.status, error: response.body.error }).toEqual({
      status: 401,
      error: 'invalid_client',
    });
    const { id } = published.listing;
    expect((await gateway.graphql(`{ listing(id: "${id}") { id } }`)).body.data.listing).toEqual({ id });
  });

  it('gets the same error as an unknown client, and cannot be revoked again', async () => {
    const client = await createServiceClient(gateway);
    await revokeServiceClient(gateway, client.id);
    const [revoked, unknown] = await Promise.all([
      requestToken({}, basic(client)),
      requestToken({}, basic({ id: 'svc_none', secret: client.secret })),
    ]);
    expect({ status: revoked?.status, text: revoked?.text }).toEqual({
      status: unknown?.status,
      text: unknown?.text,
    });
    const again = await revokeServiceClient(gateway, client.id);
    expect(again.body.errors[0].extensions.code).toBe('NOT_FOUND');
    expect((await revokeServiceClient(gateway, 'svc_none')).body.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  it('appears in the list, newest first, and its revocation once in the audit log', async () => {
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
