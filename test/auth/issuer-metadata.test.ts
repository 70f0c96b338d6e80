import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { createIssuer } from '../../src/adapters/auth/issuer.ts';
import { generateSigningKey } from '../../src/adapters/auth/signing-keys.ts';
import { exchange } from '../support/http/raw.ts';
import { startHttpServer } from '../support/http/http-server.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const ISSUER = 'https://giveaways.example.com/service/oauth';
const METADATA = '/oauth/.well-known/openid-configuration';

const server = sharedByTests(async () => {
  const clients = { findLive: () => Promise.resolve(undefined) };
  const issuer = createIssuer({
    issuer: ISSUER,
    keys: [await generateSigningKey()],
    clients: clients as never,
    cookieSecrets: ['c'.repeat(32)],
  });
  return startHttpServer(express().use('/oauth', issuer));
});

const get = (path: string, ...lines: string[]) =>
  exchange(server.port, [[`GET ${path} HTTP/1.1`, ...lines, 'Connection: close', '', ''].join('\r\n')]);

describe('the metadata of the embedded issuer', () => {
  it.each<[string, ...string[]]>([
    ['the public Host header', 'Host: giveaways.example.com'],
    ['another Host header', 'Host: evil.example'],
    ['X-Forwarded-Host', 'Host: giveaways.example.com', 'X-Forwarded-Host: evil.example'],
    ['X-Forwarded-Proto', 'Host: giveaways.example.com', 'X-Forwarded-Proto: http'],
    ['X-Forwarded-Port and Forwarded', 'Host: a', 'X-Forwarded-Port: 1', 'Forwarded: host=evil.example'],
  ])('has public addresses only for a request with %s', async (_what, ...lines) => {
    const { status, headers, text } = await get(METADATA, ...lines);
    const metadata = JSON.parse(text);
    expect(status).toBe(200);
    expect(metadata).toMatchObject({
      issuer: ISSUER,
      token_endpoint: `${ISSUER}/token`,
      jwks_uri: `${ISSUER}/jwks`,
    });
    const addresses = Object.values(metadata).filter((value) => String(value).includes('://'));
    expect(addresses.filter((address) => !String(address).startsWith(ISSUER))).toEqual([]);
    expect(headers['cache-control']).toBe('public, max-age=300');
  });

  it('can be cached like the keys, unlike an error', async () => {
    const keys = await get('/oauth/jwks', 'Host: a');
    expect({ status: keys.status, cache: keys.headers['cache-control'] }).toEqual({
      status: 200,
      cache: 'public, max-age=300',
    });
    const missing = await get('/oauth/none', 'Host: a');
    expect(missing.status).toBe(404);
    expect(missing.headers['cache-control']).toBeUndefined();
  });
});
