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

  it.each(['none', 'None', 'NONE', ''])('is refused with the algorithm "%s"', async (alg) => {
    expect((await publish(`${forge({ alg })}.`)).status).toBe(401);
    expect((await publish(`${forge({ alg })}.AAAA`)).status).toBe(401);
  });

  it('is refused when it is signed by HMAC with the public key as the secret', async () => {
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

  it('is refused when its header contains its own key', async () => {
    const stranger = await startIssuer();
    const jwk = stranger.publicKey();
    const token = await stranger.token({ iss: issuer.url }, { jwk, jku: `${stranger.url}/jwks` });
    expect((await publish(token)).status).toBe(401);
    expect(stranger.keySetRequests).toEqual([]);
    await stranger.stop();
  });

  it('is refused when one trusted issuer signs it in the name of another', async () => {
    expect((await publish(await issuer.token({ iss: rsaIssuer.url }))).status).toBe(401);
  });

  it('is refused when its payload was changed', async () => {
    const [header, , signature] = (await issuer.token()).split('.');
    const payload = forge({}).split('.')[1];
    expect((await publish(`${header}.${payload}.${signature}`)).status).toBe(401);
  });

  it.each(['..', 'a..b', '.a.', 'e30.e30.e30', 'e30.bnVsbA.e30', 'e30.W10.AA', 'é.é.é'.replaceAll('é', 'w')])(
    'is refused when it is the malformed text "%s"',
    async (token) => {
      expect((await publish(token)).status).toBe(401);
    },
  );
});
