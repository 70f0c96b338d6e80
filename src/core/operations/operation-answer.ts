import { DomainError, isRetryable } from '../errors.ts';
import type { Operation, OperationRequest, OperationStatus } from './operation.ts';

/** An operation in the answers of interface B. */
export interface OperationSummary {
  readonly id: string;
  readonly status: OperationStatus;
  /** Of the transaction as mined, or as sent last; null while there is none. */
  readonly transactionHash: string | null;
  readonly blockNumber: number | null;
  readonly confirmations: number;
}

/** What an answer tells by name: of the request from the start, of the contracts' outcome once it is mined. */
export type ProviderResult = OperationRequest['facts'];

/** The answer to an accepted request. */
export interface Performed {
  /** Of the request that was answered so first. */
  readonly requestId: string;
  /** Whether an earlier answer is repeated. */
  readonly isReplay: boolean;
  readonly operation: OperationSummary;
  readonly result: ProviderResult;
  /** The operation as it was read for this answer; absent from a repeated one. */
  readonly current?: Operation;
}

const RETRY_AFTER_SECONDS = 5;

/** The operation as answers show it. */
export function toSummary(operation: Operation): OperationSummary {
  const { id, status, transactionHash, blockNumber, confirmations } = operation;
  return { id, status, transactionHash, blockNumber, confirmations };
}

/** The facts of the request, and what the contracts told, under the names of interface B. */
export function toResult({ request, result }: Operation): ProviderResult {
  const named = Object.entries(result ?? {}).map(([name, value]) => [NAMES[name] ?? name, value] as const);
  return { ...request?.facts, ...Object.fromEntries(named) };
}

// The events' names for what interface B names otherwise.
const NAMES: Readonly<Record<string, string>> = { round: 'roundIndex', owner: 'ownerWallet' };

/** The error of an operation that failed; null for `retryAfterSeconds` tells of it where nothing is repeated. */
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

/** The answer to a request; throws the error of an operation that failed. */
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
