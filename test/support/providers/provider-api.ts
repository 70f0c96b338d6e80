import { expect } from '@jest/globals';
import type { Client } from '../gateway/client.ts';
import type { HttpResponse, Json, Sent } from '../http/http.ts';

/** The path of the REST API of providers. */
export const PROVIDER_API = '/api/provider/integrations';

/** The requests of a suite to the REST API of providers; each response must name its request and its endpoint. */
export function providerApiOf(gateway: Pick<Client, 'rest'>): {
  sendRequest(method: string, endpoint: string, sent?: Sent): Promise<HttpResponse>;
  post(endpoint: string, body: unknown, key: string, headers?: Sent['headers']): Promise<HttpResponse>;
} {
  const sendRequest = async (method: string, endpoint: string, sent: Sent = {}) => {
    const response = await gateway.rest(method, `${PROVIDER_API}/${endpoint}`, sent);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.body).toMatchObject({
      ok: response.status < 300,
      requestId: response.headers.get('x-request-id'),
      context: { endpoint: endpoint.split(/[/?]/)[0] },
    });
    return response;
  };
  return {
    sendRequest,
    post: (endpoint, body, key, headers = {}) => sendRequest('POST', endpoint, { key, body, headers }),
  };
}

/** The fields that a refusal names; undefined when it is none of the payload. */
export function wrongFieldsOf({ status, body }: HttpResponse): Json {
  const { code, retryable, details } = body.error ?? {};
  if (status !== 400 || code !== 'INVALID_PAYLOAD' || retryable !== false) return undefined;
  const fields: readonly Json[] = details?.fields ?? [];
  for (const { field, message } of fields) expect(body.error.message).toContain(`${field} ${message}`);
  return [...new Set(fields.map(({ field }) => field))];
}
