import { isRetryable, type ErrorCode } from '../../core/errors.ts';

/** The status of each error code at the REST doors. */
export const HTTP_STATUS = {
  INVALID_PAYLOAD: 400,
  UNAUTHENTICATED: 401,
  UNAUTHORIZED: 403,
  NOT_FOUND: 404,
  LISTING_UNOWNED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  METHOD_NOT_ALLOWED: 405,
  CONTRACT_REVERT: 422,
  WINNER_NOT_DECLARED: 409,
  SIGNER_NOT_CONFIGURED: 409,
  INSUFFICIENT_FUNDS: 402,
  IDEMPOTENCY_CONFLICT: 422,
  CHAIN_UNAVAILABLE: 503,
  RATE_LIMITED: 429,
  SERVICE_UNAVAILABLE: 503,
  INTERNAL: 500,
} as const satisfies Record<ErrorCode, number>;

// What only time stands against is a conflict, whatever the code says otherwise.
const CONFLICT = 409;

/** The status of an error, where its reason decides: a revert or a key that waiting helps with is 409. */
export function statusOf(error: { readonly code: ErrorCode; readonly reason?: string | undefined }): number {
  const status = HTTP_STATUS[error.code];
  return status === 422 && isRetryable(error) ? CONFLICT : status;
}
