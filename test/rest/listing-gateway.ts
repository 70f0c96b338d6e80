import { afterAll, beforeAll } from '@jest/globals';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import type { HttpResponse, Json } from '../support/http/http.ts';

export const PATH = '/api/v1/giveaways';

export let gateway: Gateway;
export let key: string;

/** Starts a gateway with a key of a publisher for a suite, and stops it. */
export function useListingGateway(): void {
  beforeAll(async () => {
    gateway = await startGateway();
    key = await gateway.createKey();
  });
  afterAll(() => gateway.stop());
}

export const read = (id: unknown): Promise<HttpResponse> =>
  gateway.rest('GET', `${PATH}?sourceExternalId=${encodeURIComponent(String(id))}`, { key });
export const withdraw = (id: unknown): Promise<HttpResponse> =>
  gateway.rest('DELETE', `${PATH}?sourceExternalId=${encodeURIComponent(String(id))}`, { key });
export const publish = async (body: unknown): Promise<Json> =>
  (await gateway.publish(key, body)).body.listing;
