import { toResult } from '../../../core/operations/operation-response.ts';
import type { Operation } from '../../../core/operations/operation.ts';
import type { OperationType } from './operation-types.ts';

/** An operation as GraphQL shows it. */
export function presentOperation(operation: Operation): OperationType {
  const {
    id,
    request,
    requestedBy,
    status,
    hold,
    signer,
    transactionHash,
    blockNumber,
    confirmations,
    error,
  } = operation;
  return {
    id,
    endpoint: request?.endpoint ?? null,
    requestedBy,
    status,
    hold,
    signer,
    transactionHash,
    blockNumber,
    confirmations,
    result: toResult(operation),
    error: error && { code: error.code, reason: error.reason ?? null, message: error.message },
    createdAt: operation.createdAt,
    updatedAt: operation.updatedAt,
  };
}
