import { DomainError, type ErrorCode, type ErrorFacts } from '../errors.ts';
import type { OperationSummary, Performed, ProviderResult } from './operation-answer.ts';

/** An answer as it is stored for repetitions of its request. */
export type StoredAnswer = { readonly requestId: string } & (
  | { readonly operation: OperationSummary; readonly result: ProviderResult }
  | {
      readonly error: Pick<ErrorFacts, 'reason' | 'details' | 'values'> & {
        readonly code: ErrorCode;
        readonly message: string;
      };
    }
);

/** A failure as it is stored. */
export function toStoredFailure(requestId: string, failure: DomainError): StoredAnswer {
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

/** Answers a repetition; throws a failure that was stored. */
export function repeatAnswer(stored: StoredAnswer): Performed {
  if (!('error' in stored)) return { ...stored, isReplay: true };
  const { code, message, ...facts } = stored.error;
  throw new DomainError(code, message, { ...facts, requestId: stored.requestId });
}
