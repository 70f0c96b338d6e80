import type { ErrorCode } from '../../../core/errors.ts';

const STATUS: Partial<Record<ErrorCode, number>> = {
  UNAUTHENTICATED: 401,
  UNAUTHORIZED: 403,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  SERVICE_UNAVAILABLE: 503,
};

/** The HTTP status of a request that failed as a whole. */
export function graphqlStatusOf(code: ErrorCode): number {
  return STATUS[code] ?? 400;
}

/** The error codes of single fields that decide the status of the whole response, because clients and proxies act on it. */
export const DECISIVE: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'SERVICE_UNAVAILABLE']);
