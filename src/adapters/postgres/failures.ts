import { ConnectionException } from '@mikro-orm/core';
import { DomainError } from '../../core/errors.ts';

// Classes of SQLSTATE (PostgreSQL, appendix A) that a later attempt can survive: connection, resources, shutdown.
const PASSING_STATES = /^(?:08(?!P01)|53|57P|40001|40P01|25006)/;
const PASSING_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|PGlite is closed/;
const PASSING_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);
const RETRY_AFTER_SECONDS = 2;

/** SERVICE_UNAVAILABLE when the database could not be reached or gave up for now; any other error as it is. */
export function toDomainError(error: unknown): unknown {
  if (!isPassing(error)) return error;
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    'The database cannot be reached at the moment: try again shortly.',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: error,
    },
  );
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DomainError) return false;
  if (error instanceof ConnectionException) return true;
  const code = 'code' in error ? String(error.code) : '';
  return (
    PASSING_STATES.test(code) ||
    PASSING_CODES.has(code) ||
    PASSING_MESSAGES.test(error.message) ||
    (error instanceof AggregateError && error.errors.some(isPassing)) ||
    isPassing(error.cause)
  );
}

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
          throw toDomainError(error);
        }
      };
    },
  });
}
