import { afterAll, beforeAll } from '@jest/globals';
import { createHash } from 'node:crypto';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse, Json, Sent } from '../../support/http/http.ts';

export const PREFLIGHTED = { 'apollo-require-preflight': 'yes' };
export const LIMIT = 65_536;

export let gateway: Gateway;
export let production: Gateway;

/** Starts the gateways of a suite about limits, one of them as in production, and stops them. */
export function useLimitedGateways(): void {
  beforeAll(async () => {
    [gateway, production] = await Promise.all([startGateway(), startGateway({ NODE_ENV: 'production' })]);
  });
  afterAll(async () => {
    await gateway.stop();
    await production.stop();
  });
}

export const post = (body: unknown, sent: Sent = {}) => gateway.rest('POST', '/graphql', { ...sent, body });
export const get = (parameters: Readonly<Record<string, string>>, headers: Sent['headers'] = PREFLIGHTED) =>
  gateway.rest('GET', `/graphql?${new URLSearchParams(parameters).toString()}`, { headers });
export const codesOf = ({ body }: HttpResponse): string[] =>
  (body.errors ?? []).map((error: Json) => error.extensions.code);

export function persisted(query: string) {
  return { persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') } };
}
