import { afterEach, expect } from '@jest/globals';
import type { Client } from 'graphql-ws';
import { eventually } from '../../support/eventually.ts';
import type { Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { subscriptionClient } from '../../support/graphql/subscriptions.ts';

export const OPERATION =
  'subscription ($id: ID!) { operationUpdated(id: $id) { id status error { reason } } }';
export const ROUND = `subscription ($giveaway: ID!) {
  roundUpdated(giveaway: $giveaway) {
    id index state entriesTotal winner { passport { passportId } } giveaway { giveawayId }
    entries(first: 5) { nodes { entries } }
  }
}`;
export const TIMEOUT_MS = 120_000;
export const now = () => Math.floor(Date.now() / 1_000);
export const REVOKED = { code: 4401, reason: 'The API key was revoked: create a new one.' };

const clients: Client[] = [];
export const connect = (gateway: Pick<Gateway, 'url'>, key?: string, address?: string): Client => {
  const client = subscriptionClient(gateway, key, address);
  clients.push(client);
  return client;
};

/** Closes the clients of each test after it. */
export function useSubscriptionClients(): void {
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.dispose();
  });
}

/** Has an operation accepted without waiting for its result. */
export async function accept(gateway: Gateway, key: string, endpoint: string, body: object): Promise<Json> {
  const path = `/api/provider/integrations/${endpoint}`;
  const response = await gateway.rest('POST', path, { key, body, headers: { prefer: 'wait=0' } });
  expect(response.status).toBe(202);
  return response.body;
}

export async function perform(gateway: Gateway, key: string, endpoint: string, body: object): Promise<Json> {
  const response = await gateway.rest('POST', `/api/provider/integrations/${endpoint}`, { key, body });
  expect(response).toMatchObject({ status: 200, body: { ok: true } });
  return response.body.result;
}

/** Creates a giveaway; returns its id once it can be read. */
export async function createGiveaway(gateway: Gateway, key: string, body: object): Promise<string> {
  const { id } = await perform(gateway, key, 'create-giveaway', body);
  const isThere = async () => {
    const response = await gateway.graphql('query ($id: ID!) { giveaway(id: $id) { id } }', { id }, key);
    return response.body.data.giveaway !== null;
  };
  expect(await eventually(isThere, Boolean)).toBe(true);
  return id;
}
