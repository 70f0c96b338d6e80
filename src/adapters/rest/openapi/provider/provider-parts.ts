import { describeLimit, PROVIDER_BODY_LIMIT } from '../../body-limits.ts';
import { OPERATION_EXAMPLE } from '../../../../core/provider-api/request-examples.ts';
import { headers, HEADERS } from '../headers.ts';
import type { Header, JsonSchema, MediaType, Reference, RequestBody, Response } from '../openapi.ts';
import { successSchema, type PROVIDER_PARAMETERS } from './provider-schemas.ts';

const COUNTED = ['RateLimit', 'RateLimit-Policy', 'X-Request-Id'] as const;
const requestId = HEADERS['X-Request-Id'].example;
/** A completed operation. */
export const DONE = {
  id: OPERATION_EXAMPLE,
  status: 'CONFIRMED',
  transactionHash: `0x${'7e'.repeat(32)}`,
  blockNumber: 8_123_456,
  confirmations: 2,
};
const UNDER_WAY = { ...DONE, status: 'SENT', blockNumber: null, confirmations: 0 };

/** 200 for a completed operation, 202 for one that continues by itself. */
export function responses(
  endpoint: string,
  result: JsonSchema,
  done: object,
  underWay: object,
  more: Readonly<Record<string, Header | Reference>> = {},
): Record<string, Response> {
  const schema = successSchema(endpoint, result, true);
  return {
    200: {
      description: 'The operation is confirmed on the chain.',
      headers: { ...headers(...COUNTED), ...more },
      content: json(schema, endpoint, done, DONE),
    },
    202: {
      description:
        'The operation is accepted and continues by itself: read it at Location, or repeat the request with its Idempotency-Key.',
      headers: headers('Location', ...COUNTED),
      content: json(schema, endpoint, underWay, UNDER_WAY),
    },
  };
}

/** The response of a read-only endpoint. */
export function success(
  endpoint: string,
  description: string,
  result: JsonSchema,
  example: object,
): Response {
  const content = json(successSchema(endpoint, result, false), endpoint, example, null);
  return { description, headers: headers(...COUNTED), content };
}

/** The body of a request, with requests by the names of their examples. */
export function body(schema: JsonSchema, requests: Readonly<Record<string, object>>): RequestBody {
  const examples = Object.fromEntries(Object.entries(requests).map(([name, value]) => [name, { value }]));
  return {
    description: describeLimit(PROVIDER_BODY_LIMIT),
    required: true,
    content: { 'application/json': { schema, examples } },
  };
}

/** Keys of a provider; an operation's description names the scope that the key must have. */
export const PROVIDER_KEYS = [{ apiKey: [] }];

/** The description of an operation with the scope that it requires. */
export function withScope(description: string, scope: string): string {
  return `${description} The key needs the scope ${scope}.`;
}

/** References to the headers of a request. */
export function parameters(...names: (keyof typeof PROVIDER_PARAMETERS)[]): Reference[] {
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
}

function json(
  schema: JsonSchema,
  endpoint: string,
  result: object,
  operation: object | null,
): Record<string, MediaType> {
  return {
    'application/json': {
      schema,
      example: { ok: true, requestId, result, operation, context: { endpoint } },
    },
  };
}
