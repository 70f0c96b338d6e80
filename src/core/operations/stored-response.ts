import { DomainError, isRetryable, type ErrorCode, type ErrorFacts } from '../errors.ts';
import type { OperationSummary, Performed, ProviderResult } from './operation-response.ts';

/** The response to a keyed request, as it is stored for repetitions. */
export type StoredResponse = { readonly requestId: string } & (
  | { readonly operation: OperationSummary; readonly result: ProviderResult }
  | {
      readonly error: Pick<ErrorFacts, 'reason' | 'details' | 'values'> & {
        readonly code: ErrorCode;
        readonly message: string;
      };
    }
);

/** The stored form of a failure. */
export function toStoredFailure(requestId: string, failure: DomainError): StoredResponse {
  const { code, message, reason, details, values } = failure;
  return {
    requestId,
    error: {
      code,
      message,
      ...(reason !== undefined && { reason }),
      ...(details && { details }),
      ...(values && { values }),
    },
  };
}

/** Returns the stored response to a repetition, or throws the stored failure. */
export function repeatResponse(stored: StoredResponse): Performed {
  if (!('error' in stored)) return { ...stored, isReplay: true };
  const { code, message, ...facts } = stored.error;
  throw new DomainError(code, message, { ...facts, requestId: stored.requestId });
}

/** Whether a repetition of the request would fail again. It may succeed after a wait, or once others give a right or a signer. */
export function isFinal(error: unknown): error is DomainError {
  const isCurable =
    error instanceof DomainError && /^(?:SIGNER_NOT_CONFIGURED|UNAUTHORIZED)$/.test(error.code);
  return error instanceof DomainError && !isCurable && !isRetryable(error);
}
