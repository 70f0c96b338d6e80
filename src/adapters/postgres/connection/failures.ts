import { ConnectionException } from '@mikro-orm/core';
import { DomainError } from '../../../core/errors.ts';

// SQLSTATE codes (PostgreSQL, appendix A) of failures that may pass: connections, resources and a full disk, shutdown,
// system errors, and statements that were cancelled because of a conflict or a timeout.
const TRANSIENT_STATES = /^(?:08(?!P01)|53|57P|57014|58030|40001|40P01|25006|55P03)/;
const TRANSIENT_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|PGlite is closed/;
// System errors on the connection to the server: errno(3).
const TRANSIENT_CODES = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENFILE',
  'ENOBUFS',
  'ENOENT',
  'ENOSPC',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
// The server is overloaded, or the statement took too long.
const BUSY_STATES = /^(?:53|57014|55P03|40001|40P01)/;
const BUSY_MESSAGE = /^timeout exceeded when trying to connect$/;
const RETRY_AFTER_SECONDS = 2;

/** Translates failures of the connection and transient failures to SERVICE_UNAVAILABLE; returns other errors unchanged. */
export function toStorageError(error: unknown): unknown {
  if (!isTransient(error)) return error;
  return isBusy(error) ? busy(error) : unreachable(error);
}

/** The error of a request that is refused because of overload. */
export function busy(cause?: unknown): DomainError {
  return unavailable('The database is busy at the moment: try again shortly.', cause);
}

function unreachable(cause: unknown): DomainError {
  return unavailable('The database cannot be reached at the moment: try again shortly.', cause);
}

function unavailable(message: string, cause: unknown): DomainError {
  return new DomainError('SERVICE_UNAVAILABLE', message, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    ...(cause !== undefined && { cause }),
  });
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && (BUSY_STATES.test(codeOf(error)) || BUSY_MESSAGE.test(error.message));
}

function isTransient(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DomainError) return false;
  if (error instanceof ConnectionException) return true;
  const code = codeOf(error);
  return (
    TRANSIENT_STATES.test(code) ||
    TRANSIENT_CODES.has(code) ||
    TRANSIENT_MESSAGES.test(error.message) ||
    (error instanceof AggregateError && error.errors.some(isTransient)) ||
    isTransient(error.cause)
  );
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** The same object; the errors of its methods are translated by toStorageError. */
export function translated<Store extends object>(store: Store): Store {
  return new Proxy(store, {
    get(target, name, receiver): unknown {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]): Promise<unknown> => {
        try {
          return await (member as (...args: unknown[]) => unknown).apply(target, args);
        } catch (error) {
          throw toStorageError(error);
        }
      };
    },
  });
}
