import { describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { startIssuer } from '../../support/http/issuer.ts';
import { inSeconds, issuer, publish, rsaIssuer, useServiceTokenGateway } from './service-token-gateway.ts';

useServiceTokenGateway();

describe('a forged token', () => {
  const forge = (header: object, claims: object = {}) =>
    [
      header,
      {
        iss: issuer.url,
        aud: 'service.giveaways',
        scope: 'giveaways:publish',
        sub: 'x',
        exp: inSeconds(300),
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
    const { publicKey } = rsaIssuer;
    const secret = new TextEncoder().encode(JSON.stringify(publicKey()));
    const token = await new SignJWT({ scope: 'giveaways:publish', sub: 'x' })
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .setIssuer(rsaIssuer.url)
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
    expect((await publish(await issuer.token({ iss: rsaIssuer.url }))).status).toBe(401);
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
