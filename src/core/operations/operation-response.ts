import { DomainError, isRetryable } from '../errors.ts';
import type { Operation, OperationRequest, OperationStatus } from './operation.ts';

/** An operation in the responses of interface B. */
export interface OperationSummary {
  readonly id: string;
  readonly status: OperationStatus;
  /** The mined transaction, else the one that was sent last; null while there is none. */
  readonly transactionHash: string | null;
  readonly blockNumber: number | null;
  readonly confirmations: number;
}

/** The named facts of a response: those of the request, and once it is mined also those of the contracts' events. */
export type ProviderResult = OperationRequest['facts'];

/** The response to an accepted request. */
export interface Performed {
  /** The id of the request that got this response first. */
  readonly requestId: string;
  /** Whether this is the stored response of an earlier request. */
  readonly isReplay: boolean;
  readonly operation: OperationSummary;
  readonly result: ProviderResult;
  /** The operation that was read for this response; absent from a repeated response. */
  readonly current?: Operation;
}

const RETRY_AFTER_SECONDS = 5;

/** The operation's summary for a response. */
export function toSummary(operation: Operation): OperationSummary {
  const { id, status, transactionHash, blockNumber, confirmations } = operation;
  return { id, status, transactionHash, blockNumber, confirmations };
}

/** The facts of the request and of the contracts' events, under the names of interface B. */
export function toResult({ request, result }: Operation): ProviderResult {
  const named = Object.entries(result ?? {}).map(([name, value]) => [NAMES[name] ?? name, value] as const);
  return { ...request?.facts, ...Object.fromEntries(named) };
}

// From the names in the events to those of interface B, where the two differ.
const NAMES: Readonly<Record<string, string>> = { round: 'roundIndex', owner: 'ownerWallet' };

/** The error of a failed operation; `retryAfterSeconds` null leaves the time out, for requests that only read it. */
export function toFailure(
  { id, error }: Operation,
  retryAfterSeconds: number | null = RETRY_AFTER_SECONDS,
): DomainError {
  if (error === null)
    return new DomainError('INTERNAL', 'The operation failed for a reason that is not known.');
  const { code, reason, message, values } = error;
  return new DomainError(code, message, {
    ...(reason && { reason }),
    values: { ...values, operationId: id },
    ...(isRetryable(error) && retryAfterSeconds !== null && { retryAfterSeconds }),
  });
}

/** The response to a request; throws the error of an operation that failed. */
export function toPerformed(requestId: string, operation: Operation): Performed {
  if (operation.status === 'FAILED') throw toFailure(operation);
  return {
    requestId,
    isReplay: false,
    operation: toSummary(operation),
    result: toResult(operation),
    current: operation,
  };
}
