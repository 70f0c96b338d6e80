import { ConnectionException } from '@mikro-orm/core';
import { DomainError } from '../../../core/errors.ts';

// SQLSTATE (PostgreSQL, appendix A) that a later attempt can survive: connections, resources and a full disk, shutdown,
// errors of the system, and statements that were ended because of others or of their time.
const PASSING_STATES = /^(?:08(?!P01)|53|57P|57014|58030|40001|40P01|25006|55P03)/;
const PASSING_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|PGlite is closed/;
// Of the system, on the way to the server: errno(3).
const PASSING_CODES = new Set([
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
// The server is there and has too much to do, or the statement took too long.
const BUSY_STATES = /^(?:53|57014|55P03|40001|40P01)/;
const BUSY_MESSAGE = /^timeout exceeded when trying to connect$/;
const RETRY_AFTER_SECONDS = 2;

/** SERVICE_UNAVAILABLE when the database could not be reached or gave up for now; any other error as it is. */
export function toStorageError(error: unknown): unknown {
  if (!isPassing(error)) return error;
  return isBusy(error) ? busy(error) : away(error);
}

/** What is refused because there is too much to do. */
export function busy(cause?: unknown): DomainError {
  return unavailable('The database is busy at the moment: try again shortly.', cause);
}

function away(cause: unknown): DomainError {
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

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DomainError) return false;
  if (error instanceof ConnectionException) return true;
  const code = codeOf(error);
  return (
    PASSING_STATES.test(code) ||
    PASSING_CODES.has(code) ||
    PASSING_MESSAGES.test(error.message) ||
    (error instanceof AggregateError && error.errors.some(isPassing)) ||
    isPassing(error.cause)
  );
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** The same object with every method's failures translated. */
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
