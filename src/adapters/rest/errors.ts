import type { ServerResponse } from 'node:http';
import { DomainError } from '../../core/errors.ts';
import { HTTP_STATUS } from './http-status.ts';

/** Answers with the error body of interface A: {"error":{"message"}} (interface 7.1). */
export function sendPublisherError(response: ServerResponse, error: DomainError): void {
  const status = HTTP_STATUS[error.code];
  if (status === 401 || status === 403) response.setHeader('www-authenticate', challenge(error));
  if (error.retryAfterSeconds !== undefined) response.setHeader('retry-after', error.retryAfterSeconds);
  sendJson(response, status, { error: { message: error.message } });
}

/** Answers with JSON that caches must not store. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(text);
}

/** Converts any error to a DomainError; the message of an unforeseen error is not shown to the client. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  return new DomainError('INTERNAL', 'Something went wrong here: try again with back-off.', { cause: error });
}

/** The WWW-Authenticate header (RFC 6750 section 3): no error code when no credential was sent. */
export function challenge({ code, reason, scope }: DomainError): string {
  if (reason === 'CREDENTIAL_MISSING') return 'Bearer realm="giveaways"';
  if (code === 'UNAUTHENTICATED') return 'Bearer realm="giveaways", error="invalid_token"';
  if (scope === undefined) return 'Bearer realm="giveaways"';
  return `Bearer realm="giveaways", error="insufficient_scope", scope="${scope}"`;
}
