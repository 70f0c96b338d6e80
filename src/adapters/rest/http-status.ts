import { isRetryable, type DomainError, type ErrorCode } from '../../core/errors.ts';

/** The status of each error code in the REST APIs. */
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

// Codes whose errors have status 409 instead of their own when the reason is retryable.
const CONFLICTING: ReadonlySet<ErrorCode> = new Set(['CONTRACT_REVERT', 'IDEMPOTENCY_CONFLICT']);

/** The status of an error, by its code and in some cases its reason. */
export function statusOf(error: Pick<DomainError, 'code' | 'reason'>): number {
  return CONFLICTING.has(error.code) && isRetryable(error) ? 409 : HTTP_STATUS[error.code];
}
