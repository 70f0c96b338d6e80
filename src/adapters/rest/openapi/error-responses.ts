import { ERRORS, type ErrorCode } from '../../../core/errors.ts';
import { HTTP_STATUS } from '../http-status.ts';
import { headers, type HEADERS } from './headers.ts';
import type { JsonSchema, Reference, Response } from './openapi.ts';

/** The one error body of interface A (interface 7.1). */
export const errorSchema = {
  type: 'object',
  description: 'Every error of these endpoints.',
  properties: {
    error: {
      type: 'object',
      properties: {
        message: { type: 'string', minLength: 1, description: 'The problem, and how to correct it.' },
      },
      required: ['message'],
      additionalProperties: false,
    },
  },
  required: ['error'],
  additionalProperties: false,
} as const satisfies JsonSchema;

interface ErrorDescription {
  readonly meaning: string;
  readonly message: string;
  readonly header?: keyof typeof HEADERS;
}

/** Codes that only the provider endpoints return, which have separate responses. */
type ChainErrorCode =
  | 'CONTRACT_REVERT'
  | 'WINNER_NOT_DECLARED'
  | 'SIGNER_NOT_CONFIGURED'
  | 'INSUFFICIENT_FUNDS'
  | 'IDEMPOTENCY_CONFLICT'
  | 'CHAIN_UNAVAILABLE';
/** A code that interface A and the public reads can answer with. */
export type PublisherErrorCode = Exclude<ErrorCode, ChainErrorCode>;

const ERROR_DESCRIPTIONS: Readonly<Record<PublisherErrorCode, ErrorDescription>> = {
  INVALID_PAYLOAD: {
    meaning: 'The request is invalid.',
    message: 'title is required: send 1 to 160 characters.',
  },
  UNAUTHENTICATED: {
    meaning: 'The credential is missing, invalid, rotated or revoked.',
    message: 'The API key was revoked: create a new one.',
    header: 'WWW-Authenticate',
  },
  UNAUTHORIZED: {
    meaning: 'The credential lacks the scope, or the record belongs to another owner.',
    message: 'This credential lacks the permission giveaways:publish.',
    header: 'WWW-Authenticate',
  },
  NOT_FOUND: {
    meaning: 'This publisher has no such record.',
    message:
      'You have no listing of this sourceExternalId: check the ID and the credential that published it.',
  },
  LISTING_UNOWNED: {
    meaning: 'The record has no owner.',
    message:
      'This legacy listing has no owner yet: ask the operator to assign it to you, then send it again.',
  },
  PAYLOAD_TOO_LARGE: {
    meaning: 'The body is too large.',
    message: 'The body is larger than 32768 bytes: shorten it.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'The body is compressed, or its Content-Type is not JSON.',
    message: 'Send the body as Content-Type: application/json.',
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The path does not support the method.',
    message: 'PUT is not allowed here: use GET, HEAD, POST, DELETE.',
    header: 'Allow',
  },
  RATE_LIMITED: {
    meaning: 'The caller sent too many requests.',
    message: 'Too many requests: at most 1200 in 60 seconds. Try again in 17 seconds.',
    header: 'Retry-After',
  },
  SERVICE_UNAVAILABLE: {
    meaning: 'A part that the service needs is temporarily unavailable.',
    message: 'The database cannot be reached at the moment: try again shortly.',
    header: 'Retry-After',
  },
  INTERNAL: {
    meaning: 'An unexpected error occurred.',
    message: 'Something went wrong here: try again with back-off.',
  },
};

/** The response of every error code, under the names that `errors` points to. */
export const ERROR_RESPONSES: Readonly<Record<string, Response>> = Object.fromEntries(
  Object.entries(ERROR_DESCRIPTIONS).map(([code, { meaning, message, header }]) => [
    toName(code),
    {
      description: `${meaning} ${ERRORS[code as PublisherErrorCode].recommendedAction}`,
      headers: headers(...(header ? [header] : []), 'X-Request-Id'),
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/Error' },
          example: { error: { message } },
        },
      },
    },
  ]),
);

/** References to the responses of these codes, by status. */
export function errors(...codes: PublisherErrorCode[]): Record<string, Reference> {
  return Object.fromEntries(
    codes.map((code) => [HTTP_STATUS[code], { $ref: `#/components/responses/${toName(code)}` }]),
  );
}

/** INVALID_PAYLOAD as InvalidPayload. */
function toName(code: string): string {
  return code
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('');
}
