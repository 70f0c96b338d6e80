import { getSystemErrorMap } from 'node:util';
import { ConnectionException } from '@mikro-orm/core';
import { diskFull } from '../../../core/disk-full.ts';
import { DomainError } from '../../../core/errors.ts';
import { isOutOfRoom } from '../../../runtime/disk.ts';

// Classes of SQLSTATE (PostgreSQL, appendix A) that say something about the server, not about the statement: connections, their
// authorization and database, resources, intervention of an operator, system, configuration and internal errors. Of the other
// classes, single states: conflicts, timeouts, and a primary that became a replica.
const TRANSIENT_STATES =
  /^(?:(?:08(?!P01)|28|3D|53|57|58|F0|XX)\w{3}|40001|40003|40P01|25006|25P03|25P04|55P03)$/;
const TRANSIENT_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|PGlite is closed|The server does not support SSL connections/;
// Errors of the system and of name resolution on the way to the server, whichever they are.
const SYSTEM_CODES: ReadonlySet<string> = new Set([...getSystemErrorMap().values()].map(([name]) => name));
// OpenSSL's reasons not to trust a certificate, and Node's.
const TLS_CODES = /^ERR_(?:SSL|TLS)_|CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$/;
// The server is overloaded, or the statement took too long.
const BUSY_STATES = /^(?:53|57014|55P03|40001|40P01)/;
const DISK_FULL = '53100';
const BUSY_MESSAGE = /^timeout exceeded when trying to connect$/;
const RETRY_AFTER_SECONDS = 2;

/** Translates failures of the connection and transient failures to SERVICE_UNAVAILABLE; returns other errors unchanged. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  if (isFull(error)) return diskFull('database', error);
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

function isFull(error: unknown): boolean {
  return (
    isOutOfRoom(error) || (error instanceof Error && (codeOf(error) === DISK_FULL || isFull(error.cause)))
  );
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
    isEndOfConnection(error) ||
    SYSTEM_CODES.has(code) ||
    TLS_CODES.test(code) ||
    TRANSIENT_MESSAGES.test(error.message) ||
    (error instanceof AggregateError && error.errors.some(isTransient)) ||
    isTransient(error.cause)
  );
}

/** With this severity PostgreSQL or PgBouncer refuses or ends a connection, whichever the state is; a statement has another one. */
function isEndOfConnection(error: Error): boolean {
  return 'severity' in error && error.severity === 'FATAL';
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');
