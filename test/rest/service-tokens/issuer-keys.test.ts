import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { startIssuer } from '../../support/http/issuer.ts';
import { draft } from '../../support/listings.ts';
import { sharedByTests } from '../../support/shared-by-tests.ts';

const issuer = sharedByTests(startIssuer);

describe('an unreachable issuer', () => {
  it.each([500, 404])(
    'causes a 503 with Retry-After while its key set answers %i, and is not asked with every token',
    async (status) => {
      const other = await startIssuer();
      other.respondWith(status);
      const began = performance.now();
      const gateway = await startGateway({ OAUTH_ISSUERS: other.entry });
      const token = await other.token();

      const refused = await gateway.publish(token, draft());

      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(refused.body).toStrictEqual({ error: { message: expect.any(String) } });
      const others = await Promise.all(Array.from({ length: 9 }, () => gateway.publish(token, draft())));
      expect(new Set(others.map((response) => response.status))).toEqual(new Set([503]));
      // Again after a second at the earliest.
      const seconds = (performance.now() - began) / 1_000;
      expect(other.keySetRequests.length).toBeLessThanOrEqual(1 + Math.floor(seconds));
      await gateway.stop();
      await other.stop();
    },
  );

  it('is accepted when its keys are readable again, at the latest after the time in Retry-After', async () => {
    const other = await startIssuer();
    other.respondWith(500);
    const gateway = await startGateway({ OAUTH_ISSUERS: other.entry });
    const refused = await gateway.publish(await other.token(), draft());
    other.respondWith(200);
    const seconds = Number(refused.headers.get('retry-after'));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    expect((await gateway.publish(await other.token(), draft())).status).toBe(200);
    await gateway.stop();
    await other.stop();
  }, 120_000);

  it('causes a 503 for its own tokens only', async () => {
    const stoppedIssuer = await startIssuer();
    // Before the gateway has read its keys, which would serve meanwhile.
    await stoppedIssuer.stop();
    const gateway = await startGateway({ OAUTH_ISSUERS: `${stoppedIssuer.entry},${issuer.entry}` });
    const token = await stoppedIssuer.token();
    expect((await gateway.publish(token, draft())).status).toBe(503);
    expect((await gateway.publish(await issuer.token(), draft())).status).toBe(200);
    await gateway.stop();
  });
});

it('serves the keys of an issuer that stops after they were read', async () => {
  const other = await startIssuer();
  const gateway = await startGateway({ OAUTH_ISSUERS: other.entry });
  expect((await gateway.publish(await other.token(), draft())).status).toBe(200);
  await other.stop();
  expect((await gateway.publish(await other.token(), draft())).status).toBe(200);
  await gateway.stop();
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

describe('an issuer whose key set is unusable', () => {
  it.each([
    ['has no keys', { keys: [] }],
    ['is another document', { error: 'maintenance' }],
  ])('causes a 503, not a 401, when it %s', async (_what, keySet) => {
    const other = await startIssuer();
    other.serve(keySet);
    const gateway = await startGateway({ OAUTH_ISSUERS: other.entry });
    expect((await gateway.publish(await other.token(), draft())).status).toBe(503);
    await gateway.stop();
    await other.stop();
  });
});

describe('the status of the service', () => {
  const QUERY = '{ status { parts { part number state lagSeconds reason } } }';
  const partsOf = async (gateway: Gateway) => {
    const { body } = await gateway.graphql(QUERY);
    return body.data.status.parts.filter(({ part }: Json) => part === 'ISSUER');
  };

  it('has a part for each issuer in the order of the configuration, without its address', async () => {
    const silent = await startIssuer();
    silent.respondWith(500);
    const gateway = await startGateway({ OAUTH_ISSUERS: `${issuer.entry},${silent.entry}` });
    const isKnown = (parts: Json[]) => parts.every(({ state }) => state !== 'OFF');
    expect(await eventually(() => partsOf(gateway), isKnown)).toEqual([
      { part: 'ISSUER', number: 1, state: 'OK', lagSeconds: null, reason: null },
      { part: 'ISSUER', number: 2, state: 'DOWN', lagSeconds: null, reason: 'KEYS_UNREADABLE' },
    ]);
    const page = await gateway.rest('GET', '/developers/status');
    expect(page.text).toContain('Issuer of tokens 2');
    expect(page.text).not.toContain(new URL(silent.url).host);
    expect(await gateway.metrics()).toMatch(/^service_part_ok\{part="ISSUER_2"\} 0$/m);
    await gateway.stop();
    await silent.stop();
  });

  it('says, like the log, that the keys of an issuer that no longer answers still serve', async () => {
    const failing = await startIssuer();
    const gateway = await startGateway({ OAUTH_ISSUERS: failing.entry });
    const earlier = await failing.token();
    expect((await gateway.publish(earlier, draft())).status).toBe(200);
    await failing.rotate();
    failing.respondWith(500);
    expect((await gateway.publish(await failing.token(), draft())).status).toBe(503);
    const isLate = ([part]: Json[]) => part.state === 'LATE';
    expect(await eventually(() => partsOf(gateway), isLate, 20_000)).toEqual([
      { part: 'ISSUER', number: 1, state: 'LATE', lagSeconds: expect.any(Number), reason: 'KEYS_UNREADABLE' },
    ]);
    expect((await gateway.publish(earlier, draft())).status).toBe(200);
    const told = gateway.log.filter((line) => line.includes('the keys of a token issuer cannot be read'));
    expect(told).toHaveLength(1);
    await gateway.stop();
    await failing.stop();
  });

  it('has one unused part of it without other issuers', async () => {
    const gateway = await startGateway();
    expect(await partsOf(gateway)).toEqual([
      { part: 'ISSUER', number: null, state: 'OFF', lagSeconds: null, reason: null },
    ]);
    await gateway.stop();
  });
});
