import type { ServerResponse } from 'node:http';
import { isRetryable, recommendedActionFor, type DomainError } from '../../../core/errors.ts';
import { toErrorDetails } from '../../../core/error-details.ts';
import type { OperationSummary } from '../../../core/operations/operation-response.ts';
import { statusOf } from '../http-status.ts';
import { challenge, sendJson } from '../errors.ts';

/** The path of interface B, without the endpoint. */
export const PROVIDER_PATH = '/api/provider/integrations';

/** The part of a response to a provider that differs between endpoints. */
export interface ProviderResponse {
  readonly result: unknown;
  /** Null for an endpoint without an operation on the chain. */
  readonly operation: OperationSummary | null;
}

/** Answers a provider: 200, or 202 while the operation is not confirmed yet. */
export function sendProviderResponse(
  response: ServerResponse,
  requestId: string,
  endpoint: string,
  { result, operation }: ProviderResponse,
): void {
  const isDone = operation === null || operation.status === 'CONFIRMED' || operation.status === 'FINALIZED';
  if (!isDone) response.setHeader('location', `${PROVIDER_PATH}/operations/${operation.id}`);
  response.setHeader('x-request-id', requestId);
  sendJson(response, isDone ? 200 : 202, { ok: true, requestId, result, operation, context: { endpoint } });
}

/** Answers with the failure body of interface B (interface 7.2). */
export function sendProviderError(
  response: ServerResponse,
  error: DomainError,
  { requestId, url }: { readonly requestId: string; readonly url: string },
): void {
  const { code, message, reason, retryAfterSeconds } = error;
  const status = statusOf(error);
  if (status === 401 || status === 403) response.setHeader('www-authenticate', challenge(error));
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', retryAfterSeconds);
  // A repeated response has the id of the request that was answered first.
  if (error.requestId !== undefined) response.setHeader('idempotent-replayed', 'true');
  const named = error.requestId ?? requestId;
  response.setHeader('x-request-id', named);
  const details = toErrorDetails(error);
  sendJson(response, status, {
    ok: false,
    requestId: named,
    error: {
      code,
      message,
      retryable: isRetryable(error),
      recommendedAction: recommendedActionFor(error),
      ...(reason && { reason }),
      ...(details && { details }),
    },
    context: { endpoint: endpointOf(url) },
  });
}

function endpointOf(url: string): string {
  const path = url.split('?')[0] ?? '';
  return path.slice(PROVIDER_PATH.length + 1).split('/')[0] ?? '';
}
