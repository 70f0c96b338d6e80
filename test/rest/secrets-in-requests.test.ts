import { beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { randomUUID } from 'node:crypto';
import { loggedPath } from '../../src/adapters/http/logged-path.ts';
import { describeWith } from '../support/describe-with.ts';
import { eventually } from '../support/eventually.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { redisProgram, startRedisServer } from '../support/database/redis-server.ts';
import { draft } from '../support/listings.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const gateway = sharedByTests(() => startGateway({ LOG_LEVEL: 'trace' }));
let key: string;
beforeAll(async () => {
  key = await gateway.createKey();
});

describe('a key that a client sends in the wrong place', () => {
  it.each([
    ['GET', (secret: string) => `/${secret}`],
    ['GET', (secret: string) => `/api/v1/giveaways/${secret}`],
    ['GET', (secret: string) => `/api/provider/integrations/${secret}`],
    ['GET', (secret: string) => `/api/provider/integrations/operations/${secret}`],
    ['POST', (secret: string) => `/api/provider/integrations/${secret}`],
    ['GET', (secret: string) => `/listings/${secret}`],
    ['GET', (secret: string) => `/oauth/${secret}`],
    ['GET', (secret: string) => `/docs/${secret}`],
    ['GET', (secret: string) => `/assets/${secret}`],
    ['GET', (secret: string) => `//${secret}@[/?access_token=${secret}`],
    ['GET', (secret: string) => `/api/v1/giveaways?access_token=${secret}`],
  ])('is not in the log of %s with it in the address', async (method, pathOf) => {
    await (await fetch(`${gateway.url}${pathOf(key)}`, { method })).text();
    const marker = `after-${randomUUID()}`;
    await gateway.rest('GET', '/api/v1/giveaways', { headers: { 'x-request-id': marker } });
    const log = () => Promise.resolve(gateway.log.join(''));
    expect(await eventually(log, (text) => text.includes(marker))).not.toContain(key);
  });

  it('is not taken as the id of the request', async () => {
    const sent = { key, headers: { 'x-request-id': key } };
    const { headers } = await gateway.rest('GET', '/api/v1/giveaways', sent);
    expect(headers.get('x-request-id')).not.toContain(key);
    expect(gateway.log.join('')).not.toContain(key);
  });
});

describe('the path in the log', () => {
  it.each([
    ['/api/v1/giveaways', '/api/v1/giveaways'],
    ['/api/provider/integrations/confirm-receipt-by-provider', null],
    ['/api/provider/integrations/operations/opn_019a9f0b11aa22bb33cc44dd55ee6700', null],
    [`/giveaways/gwy_${'a1'.repeat(32)}/rounds/12/image.png`, null],
    ['/passports/psp_12', null],
    ['/oauth/.well-known/openid-configuration', null],
    ['/feed.json?access_token=a', '/feed.json'],
    ['/openapi.yaml#gop_1', '/openapi.yaml'],
    ['/', '/'],
    ['/gop_0123456789abcdef', '/…'],
    ['/eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl', '/…'],
    [`/listings/${'0123456789abcdef'.repeat(4)}`, '/listings/…'],
    ['/a%2Fb', '/…'],
    ['/x'.repeat(500), '/x'.repeat(12)],
  ])('shows words and ids only, as for %s', (target, shown) => {
    expect(loggedPath(target)).toBe(shown ?? target);
  });
});

describeWith(redisProgram, 'redis-server is not installed', 'the shared cache', (program) => {
  const redis = sharedByTests(() => startRedisServer(program));

  it('gets no credential from the address of a public read', async () => {
    const shared = await startGateway({ REDIS_URL: redis.url });
    await shared.publish(await shared.createKey(), draft());
    const query = encodeURIComponent('{ feed(first: 1) { nodes { id } } }');
    const secret = 'a-secret-in-an-address';
    const paths = [
      '/feed.json?first=1',
      '/feed.atom?first=1',
      `/graphql?query=${query}`,
      '/?platforms=steam',
      '/developers?lang=de',
    ];
    for (const path of paths)
      for (let turn = 0; turn < 3; turn += 1) {
        const response = await shared.rest('GET', `${path}&access_token=${secret}`);
        expect(response.text).not.toContain(secret);
      }
    const client = new Redis(redis.url);
    const stored = await client.keys('*');
    expect(stored.length).toBeGreaterThan(0);
    for (const name of stored) expect(`${name} ${await client.dump(name)}`).not.toContain(secret);
    client.disconnect();
    await shared.stop();
  });
});
