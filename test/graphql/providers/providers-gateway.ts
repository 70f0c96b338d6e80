import { afterAll, beforeAll } from '@jest/globals';
import { startGateway, type Gateway } from '../../support/gateway/gateway.ts';
import type { HttpResponse } from '../../support/http/http.ts';

export let gateway: Gateway;

/** Starts a gateway for a suite, and stops it. */
export function useProvidersGateway(): void {
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());
}

export const CREATE_KEY = `mutation ($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { secret apiKey { id scopes providerId signer } }
}`;

export const codeOf = ({ body }: HttpResponse): string | undefined => body.errors?.[0].extensions.code;
export const asOperator = (query: string, variables: object = {}): Promise<HttpResponse> =>
  gateway.graphql(query, variables, gateway.operatorToken);
