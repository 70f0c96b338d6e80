import { ERRORS, isRetryable, recommendedActionFor } from '../../../../core/errors.ts';
import { statusOf } from '../../http-status.ts';
import { headers, HEADERS } from '../headers.ts';
import type { Examples, JsonSchema, Reference, Response } from '../openapi.ts';
import { exactly, schemaOf } from './operation-parts.ts';
import { ERROR_EXAMPLES, type ErrorExample, type ProviderErrorCode } from './provider-error-examples.ts';

const PROVIDER_ERROR_CODES = Object.keys(ERRORS).filter((code) => code !== 'LISTING_UNOWNED');

const wrongFields: JsonSchema = {
  type: 'object',
  properties: {
    fields: {
      type: 'array',
      items: exactly({
        field: { type: 'string', description: 'Its path in the body, such as `listings.0.title`.' },
        message: { type: 'string', description: 'What is wrong with it.' },
      }),
    },
    timestamp: { type: 'integer', description: "The chain's time in Unix seconds, where that matters." },
  },
  required: ['fields'],
  additionalProperties: false,
};

/** The failure body of interface B (interface 7.2). */
export const providerErrorSchema: JsonSchema = exactly({
  ok: { type: 'boolean', const: false },
  requestId: {
    type: 'string',
    description: 'The id of the request; of the first one if the answer is repeated.',
  },
  error: {
    type: 'object',
    properties: {
      code: { type: 'string', enum: PROVIDER_ERROR_CODES },
      message: {
        type: 'string',
        minLength: 1,
        description: 'For people: the problem, and how to correct it.',
      },
      retryable: {
        type: 'boolean',
        description: 'Whether the identical request with the identical Idempotency-Key may succeed later.',
      },
      recommendedAction: { type: 'string', description: 'How to correct it.' },
      reason: {
        type: 'string',
        pattern: '^[A-Z0-9_]+$',
        description: 'The exact reason: stable, for programs.',
      },
      details: {
        description:
          'The invalid fields, or named values: the arguments of a revert, an address and its balance.',
        // Two forms instead of one with both: TypeScript has no type for named members beside others of another type.
        anyOf: [
          wrongFields,
          { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
        ],
      },
    },
    required: ['code', 'message', 'retryable', 'recommendedAction'],
    additionalProperties: false,
  },
  context: exactly({ endpoint: { type: 'string', description: 'The last segment of the path.' } }),
});

// A failure that is retryable only for some reasons has the header only for those.
const sometimesRetryAfter = { 'Retry-After': { ...HEADERS['Retry-After'], required: false } };
const ALWAYS = headers('X-Request-Id');
const RESPONSES = {
  400: { name: 'ProviderInvalidPayload', headers: ALWAYS },
  401: { name: 'ProviderUnauthenticated', headers: { ...headers('WWW-Authenticate'), ...ALWAYS } },
  402: { name: 'ProviderInsufficientFunds', headers: { ...sometimesRetryAfter, ...ALWAYS } },
  403: { name: 'ProviderUnauthorized', headers: { ...headers('WWW-Authenticate'), ...ALWAYS } },
  404: { name: 'ProviderNotFound', headers: ALWAYS },
  405: { name: 'ProviderMethodNotAllowed', headers: { ...headers('Allow'), ...ALWAYS } },
  409: { name: 'ProviderConflict', headers: { ...sometimesRetryAfter, ...ALWAYS } },
  413: { name: 'ProviderPayloadTooLarge', headers: ALWAYS },
  415: { name: 'ProviderUnsupportedMediaType', headers: ALWAYS },
  422: { name: 'ProviderRefused', headers: ALWAYS },
  429: { name: 'ProviderRateLimited', headers: { ...headers('Retry-After'), ...ALWAYS } },
  500: { name: 'ProviderInternal', headers: { ...sometimesRetryAfter, ...ALWAYS } },
  503: { name: 'ProviderUnavailable', headers: { ...headers('Retry-After'), ...ALWAYS } },
} as const;
type ProviderErrorStatus = keyof typeof RESPONSES;
/** The statuses of failures that can be stored as the response for an Idempotency-Key. */
const REPEATED: ReadonlySet<number> = new Set([400, 403, 404, 409, 422]);
const repeatedName = (name: string) => `${name}OrRepeated`;

/** The failures of interface B by their status, under the names that `providerErrors` and `changeErrors` point to. */
export const PROVIDER_ERROR_RESPONSES: Readonly<Record<string, Response>> = Object.fromEntries(
  Object.entries(RESPONSES).flatMap(([status, { name, headers: own }]) => {
    const documented = PROVIDER_ERROR_CODES.flatMap((code) =>
      ERROR_EXAMPLES[code as ProviderErrorCode]
        .map((example) => ({ code: code as ProviderErrorCode, ...example }))
        .filter((example) => statusOf({ reason: undefined, ...example }) === Number(status)),
    );
    const actions = documented.map((error) => `${error.code}: ${recommendedActionFor(error)}`);
    const response = {
      description: [...new Set(actions)].join(' '),
      headers: own,
      content: {
        'application/json': { schema: schemaOf('ProviderError'), examples: toExamples(documented) },
      },
    };
    const repeated = { ...response, headers: { ...own, ...headers('Idempotent-Replayed') } };
    const isRepeated = REPEATED.has(Number(status));
    return [[name, response], ...(isRepeated ? [[repeatedName(name), repeated] as const] : [])];
  }),
);

/** References to the failures of these statuses. */
export function providerErrors(...statuses: ProviderErrorStatus[]): Record<string, Reference> {
  return Object.fromEntries(statuses.map((status) => [status, toResponse(RESPONSES[status].name)]));
}

/** The same for a change, whose final failures are repeated. */
export function changeErrors(...statuses: ProviderErrorStatus[]): Record<string, Reference> {
  return Object.fromEntries(
    statuses.map((status) => {
      const { name } = RESPONSES[status];
      return [status, toResponse(REPEATED.has(status) ? repeatedName(name) : name)];
    }),
  );
}

function toResponse(name: string): Reference {
  return { $ref: `#/components/responses/${name}` };
}

function toExamples(documented: readonly (ErrorExample & { readonly code: ProviderErrorCode })[]): Examples {
  return Object.fromEntries(
    documented.map(({ code, endpoint, message, reason, details }) => [
      reason ?? code,
      {
        value: {
          ok: false,
          requestId: HEADERS['X-Request-Id'].example,
          error: {
            code,
            message,
            retryable: isRetryable({ code, reason }),
            recommendedAction: recommendedActionFor({ code, reason }),
            ...(reason && { reason }),
            ...(details && { details }),
          },
          context: { endpoint },
        },
      },
    ]),
  );
}
