import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import { startIssuer, type Issuer } from '../../support/http/issuer.ts';
import { draft } from '../../support/listings.ts';

let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.stop());

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
