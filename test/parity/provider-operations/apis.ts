import { expect } from '@jest/globals';
import { PROVIDER_OPERATIONS } from '../../../src/core/provider-api/provider-operations.ts';
import type { Gateway } from '../../support/gateway/gateway.ts';
import type { Json } from '../../support/http/http.ts';
import { toMutation } from '../../support/providers/provider-requests.ts';

export const BASE_PATH = '/api/provider/integrations';
export const ENDPOINTS = PROVIDER_OPERATIONS.map(({ endpoint }) => endpoint);
/** Timeout of the tests that wait for the chain, in milliseconds. */
export const CHAIN_TIMEOUT = 120_000;

export type Body = Readonly<Record<string, unknown>>;
export type RequestHeaders = Readonly<Partial<Record<'idempotency-key' | 'prefer', string>>>;
/** A response of REST or GraphQL, in one form for both. */
export interface ApiResponse {
  readonly result?: Json;
  readonly operation?: Json;
  readonly isReplay?: boolean;
  readonly error?: Json;
}
export interface ProviderApi {
  /** Sends a request; an empty key sends none. */
  request(endpoint: string, body: Body, key: string, headers?: RequestHeaders): Promise<ApiResponse>;
}

/** The REST API of the gateway that `current` returns. */
export const restApi = (current: () => Gateway, onSuccess = () => {}): ProviderApi => ({
  async request(endpoint, body, key, headers = {}) {
    const response = await current().rest('POST', `${BASE_PATH}/${endpoint}`, {
      key: key === '' ? undefined : key,
      body,
      headers,
    });
    if (!response.body.ok) {
      const wait = response.headers.get('retry-after');
      return {
        error: { ...response.body.error, ...(wait !== null && { retryAfterSeconds: Number(wait) }) },
      };
    }
    const { result, operation } = response.body;
    expect(response.status).toBe(operation.blockNumber === null ? 202 : 200);
    onSuccess();
    return { result, operation, isReplay: response.headers.get('idempotent-replayed') === 'true' };
  },
});

/** The GraphQL API of the gateway that `current` returns. */
export const graphqlApi = (current: () => Gateway, onSuccess = () => {}): ProviderApi => ({
  async request(endpoint, body, key, headers = {}) {
    const [, wait] = /wait=(\d+)/.exec(headers.prefer ?? '') ?? [];
    const { name, query, variables } = toMutation(endpoint, {
      ...body,
      ...(headers['idempotency-key'] && { idempotencyKey: headers['idempotency-key'] }),
      ...(wait && { wait: Number(wait) }),
    });
    const response = await current().graphql(query, variables, key === '' ? undefined : key);
    const [error] = response.body.errors ?? [];
    if (error) {
      const { fields: _fields, requestId, ...extensions } = error.extensions;
      expect(requestId).toBe(response.headers.get('x-request-id'));
      return { error: { ...extensions, message: error.message } };
    }
    const { operation, replayed } = response.body.data[name];
    expect(operation.endpoint).toBe(endpoint);
    onSuccess();
    return { result: operation.result, operation, isReplay: replayed };
  },
});

/** Sends the same request to each API in turn; the responses leave out what differs between two operations. */
export async function requestEach(
  apis: readonly ProviderApi[],
  endpoint: string,
  body: Body,
  key: string,
  headers?: RequestHeaders,
): Promise<readonly [Json, Json]> {
  const responses = [];
  for (const api of apis) responses.push(await api.request(endpoint, body, key, headers));
  const [first, second] = responses.map(({ error, ...success }) => {
    if (error === undefined) return success;
    const { operationId: _operationId, timestamp: _timestamp, ...details } = error.details ?? {};
    return { ...error, details };
  });
  return [first, second];
}

export const contractRefusal = (reason: string, code = 'CONTRACT_REVERT') => ({
  code,
  reason,
  retryable: false,
});
