import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGateway } from '../../support/gateway/gateway.ts';
import { startIssuer, type Issuer } from '../../support/http/issuer.ts';
import { draft } from '../../support/listings.ts';

let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.stop());

describe('an unreachable issuer', () => {
  it.each([500, 404])(
    'causes a 503 with Retry-After while its key set answers %i, and is accepted afterwards',
    async (status) => {
      const other = await startIssuer();
      other.answerWith(status);
      const gateway = await startGateway({ OAUTH_ISSUERS: other.entry });

      const refused = await gateway.publish(await other.token(), draft());

      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(refused.body).toStrictEqual({ error: { message: expect.any(String) } });
      other.answerWith(200);
      expect((await gateway.publish(await other.token(), draft())).status).toBe(200);
      await gateway.stop();
      await other.stop();
    },
  );

  it('causes a 503 for its own tokens only', async () => {
    const stoppedIssuer = await startIssuer();
    const gateway = await startGateway({ OAUTH_ISSUERS: `${stoppedIssuer.entry},${issuer.entry}` });
    const token = await stoppedIssuer.token();
    await stoppedIssuer.stop();
    expect((await gateway.publish(token, draft())).status).toBe(503);
    expect((await gateway.publish(await issuer.token(), draft())).status).toBe(200);
    await gateway.stop();
  });
});

describe('an issuer with keys from its metadata', () => {
  it('is trusted only when the metadata is at the issuer’s own address and names that issuer', async () => {
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
    const gateway = await startGateway({ OAUTH_ISSUERS: issuers.map(({ url }) => url).join(',') });

    const statuses = [];
    for (const { token } of issuers) statuses.push((await gateway.publish(await token(), draft())).status);

    expect(statuses).toEqual([200, 503, 503, 503]);
    expect(other.keySetRequests).toEqual([]);
    await gateway.stop();
    await Promise.all([...issuers, other].map((each) => each.stop()));
  });
});
