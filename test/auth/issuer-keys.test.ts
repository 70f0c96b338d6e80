import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { jwtVerify } from 'jose';
import { createIssuerKeys, type IssuerKeys } from '../../src/adapters/auth/issuer-keys.ts';
import { eventually } from '../support/eventually.ts';
import { startIssuer, type Issuer } from '../support/http/issuer.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

let issuer: Issuer;
let time: number;
let warnings: unknown[];
beforeEach(async () => {
  issuer = await startIssuer();
  issuer.describe({ issuer: issuer.url, jwks_uri: `${issuer.url}/jwks` });
  time = 0;
  warnings = [];
});
afterEach(() => issuer.stop());

const open = (jwks?: URL, waitMs?: number): IssuerKeys =>
  createIssuerKeys({
    issuer: issuer.url,
    jwks,
    now: () => time,
    warn: (_issuer, error) => warnings.push(error),
    ...(waitMs !== undefined && { waitMs }),
  });
const verify = async ({ find }: IssuerKeys) => (await jwtVerify(await issuer.token(), find)).payload.iss;
const unavailable = { code: 'SERVICE_UNAVAILABLE' };
const unknownKey = { code: 'ERR_JWKS_NO_MATCHING_KEY' };

describe('the keys of an issuer', () => {
  it('are read once for many tokens, with the metadata that names their address', async () => {
    const keys = open();
    await Promise.all([verify(keys), verify(keys)]);
    await verify(keys);
    expect(issuer.keySetRequests).toEqual(['/.well-known/openid-configuration', '/jwks']);
  });

  it('are found at once at a new address when a token has an unknown key, then every 5 seconds at most', async () => {
    const keys = open();
    await verify(keys);
    await issuer.rotate();
    issuer.describe({ issuer: issuer.url, jwks_uri: `${issuer.url}/moved` });
    expect(await verify(keys)).toBe(issuer.url);
    expect(issuer.keySetRequests.slice(2)).toEqual(['/.well-known/openid-configuration', '/moved']);
    await issuer.rotate();
    await expect(verify(keys)).rejects.toMatchObject(unknownKey);
    time += 4 * SECOND;
    await expect(verify(keys)).rejects.toMatchObject(unknownKey);
    expect(issuer.keySetRequests).toHaveLength(4);
    time += SECOND;
    expect(await verify(keys)).toBe(issuer.url);
  });

  it('are found again at a new address after they could not be read', async () => {
    issuer.describe({ issuer: issuer.url, jwks_uri: 'http://127.0.0.1:1/jwks' });
    const keys = open();
    await expect(verify(keys)).rejects.toMatchObject({ ...unavailable, retryAfterSeconds: 1 });
    issuer.describe({ issuer: issuer.url, jwks_uri: `${issuer.url}/jwks` });
    time += SECOND;
    expect(await verify(keys)).toBe(issuer.url);
  });

  it('are asked for a second after a failure, and after longer and longer pauses up to 30 seconds', async () => {
    issuer.respondWith(500);
    const keys = open(new URL(`${issuer.url}/jwks`));
    const readAt: number[] = [];
    for (let seconds = 0; seconds < 100; seconds += 1) {
      const before = issuer.keySetRequests.length;
      await expect(verify(keys)).rejects.toMatchObject(unavailable);
      if (issuer.keySetRequests.length > before) readAt.push(seconds);
      time += SECOND;
    }
    expect(readAt).toEqual([0, 1, 3, 7, 15, 31, 61, 91]);
    expect(warnings).toHaveLength(1);
  });

  it('serve for a day while the issuer does not answer, and no longer', async () => {
    const keys = open();
    await verify(keys);
    issuer.respondWith(500);
    time += HOUR;
    expect(await verify(keys)).toBe(issuer.url);
    expect(await keys.check()).toEqual({ age: 3_600, isFailing: true });
    time += 22 * HOUR;
    expect(await verify(keys)).toBe(issuer.url);
    time += HOUR;
    await expect(verify(keys)).rejects.toMatchObject(unavailable);
    expect(await keys.check()).toEqual({ age: undefined, isFailing: true });
    issuer.respondWith(200);
    time += 30 * SECOND;
    expect(await verify(keys)).toBe(issuer.url);
    expect(await keys.check()).toEqual({ age: 0, isFailing: false });
  });

  it('do not refuse a token for good whose key is unknown while the issuer does not answer', async () => {
    const keys = open();
    await verify(keys);
    await issuer.rotate();
    issuer.respondWith(500);
    time += 30 * SECOND;
    await expect(verify(keys)).rejects.toMatchObject(unavailable);
    issuer.respondWith(200);
    time += 30 * SECOND;
    expect(await verify(keys)).toBe(issuer.url);
  });

  it('are read once from a slow issuer, while tokens get an answer', async () => {
    const release = issuer.hold();
    const keys = open(undefined, 10);
    for (let count = 0; count < 3; count += 1)
      await expect(verify(keys)).rejects.toMatchObject({ ...unavailable, retryAfterSeconds: 1 });
    expect(await keys.check()).toEqual({ age: undefined, isFailing: true });
    release();
    await eventually(
      () => keys.check(),
      ({ isFailing }) => !isFailing,
    );
    expect(await verify(keys)).toBe(issuer.url);
    expect(issuer.keySetRequests).toEqual(['/.well-known/openid-configuration', '/jwks']);
    expect(warnings).toEqual([]);
  });

  it('still serve while a slow issuer is read again, and an unknown key refuses no token for good', async () => {
    const keys = open(undefined, 10);
    // The first reading may take longer than tokens wait.
    await eventually(
      () => keys.check(),
      ({ isFailing }) => !isFailing,
    );
    const token = await issuer.token();
    const release = issuer.hold();
    time += 600 * SECOND;
    expect((await jwtVerify(token, keys.find)).payload.iss).toBe(issuer.url);
    await issuer.rotate();
    await expect(verify(keys)).rejects.toMatchObject(unavailable);
    release();
  });

  it('no longer verify ten minutes after the issuer has withdrawn them', async () => {
    const keys = open();
    const token = await issuer.token();
    await jwtVerify(token, keys.find);
    await issuer.rotate();
    issuer.serve({ keys: [issuer.publicKey()] });
    time += 600 * SECOND;
    await expect(jwtVerify(token, keys.find)).rejects.toMatchObject(unknownKey);
  });

  it.each([
    ['is no JSON', 'keys'],
    ['has no keys', {}],
    ['has a list of keys without any', { keys: [] }],
    ['has secret keys only', { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] }],
    ['has broken keys only', { keys: [{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', kid: 'first' }] }],
  ])('are unreadable, which is no fault of the token, when their set %s', async (_what, keySet) => {
    issuer.serve(keySet);
    await expect(verify(open())).rejects.toMatchObject(unavailable);
  });

  it.each([
    ['key set', 60_000, 0, true],
    ['key set', 66_000, 0, false],
    ['metadata', 0, 60_000, true],
    ['metadata', 0, 66_000, false],
  ])('are read from documents of 64 KB at most: a %s with %i and %i more bytes', async (...row) => {
    const [, inKeySet, inMetadata, isRead] = row;
    issuer.serve({ keys: [issuer.publicKey()], padding: 'x'.repeat(inKeySet) });
    const padding = 'x'.repeat(inMetadata);
    issuer.describe({ issuer: issuer.url, jwks_uri: `${issuer.url}/jwks`, padding });
    const verifying = verify(open());
    if (isRead) expect(await verifying).toBe(issuer.url);
    else await expect(verifying).rejects.toMatchObject(unavailable);
  });

  it('are unreadable when one of them is broken, for its own tokens only', async () => {
    const broken = { ...issuer.publicKey(), x: 'AA' };
    const other = await startIssuer();
    issuer.serve({ keys: [broken, { ...other.publicKey(), kid: 'sound' }] });
    const keys = open();
    await expect(verify(keys)).rejects.toMatchObject(unavailable);
    await jwtVerify(await other.token({}, { kid: 'sound' }), keys.find);
    await other.stop();
  });
});
