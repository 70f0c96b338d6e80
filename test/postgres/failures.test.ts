import { expect, it } from '@jest/globals';
import { DriverException } from '@mikro-orm/core';
import { toStorageError } from '../../src/adapters/postgres/connection/failures.ts';

const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code });
const fatal = (code: string, message?: string) =>
  Object.assign(withCode(code, message), { severity: 'FATAL' });

it.each([
  ['a statement that took too long', withCode('57014')],
  ['an error of the system at the server', withCode('58030')],
  ['no memory', withCode('53200')],
  ['too many connections', withCode('53300')],
  ['a lock that was not free', withCode('55P03')],
  ['a conflict with the recovery of a replica', withCode('40001')],
  ['a server that stops', withCode('57P01')],
  ['a lost connection', withCode('08006')],
  ['a host without a route', withCode('EHOSTUNREACH')],
  ['a network without a route', withCode('ENETUNREACH')],
  ['too many open files', withCode('EMFILE')],
  ['too many open files of the system', withCode('ENFILE')],
  ['no free port', withCode('EADDRNOTAVAIL')],
  ['a catalog that could not be read at the start of a connection', withCode('XX000')],
  ['a damaged page', withCode('XX001')],
  ['a wrong password', withCode('28P01')],
  ['a role that may not log in', withCode('28000')],
  ['a database that is gone', withCode('3D000')],
  ['a file that the server misses', withCode('58P01')],
  ['a configuration that the server cannot read', withCode('F0000')],
  ['a transaction that was idle for too long', withCode('25P03')],
  ['a name server that failed', withCode('EAI_FAIL')],
  ['a name without an address', withCode('EAI_NODATA')],
  ['a broken TLS handshake', withCode('EPROTO')],
  ['an address that may not be used', withCode('EACCES')],
  ['an expired certificate', withCode('CERT_HAS_EXPIRED')],
  ['an unknown issuer of a certificate', withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE')],
  ['a certificate for another host', withCode('ERR_TLS_CERT_ALTNAME_INVALID')],
  ['a server without TLS', new Error('The server does not support SSL connections')],
  ['a pooler without a server', fatal('08P01', 'query_wait_timeout')],
  ['a database that takes no connections', fatal('55000')],
  ['a database that the role may not connect to', fatal('42501')],
  ['a full queue of the pool', new Error('timeout exceeded when trying to connect')],
  ['the same as the ORM wraps it', new DriverException(withCode('57014'))],
  ['the same on one of several addresses', new AggregateError([withCode('EHOSTUNREACH')])],
])('is retryable after %s', (_what, error) => {
  expect(toStorageError(error)).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    retryAfterSeconds: 2,
    cause: error,
  });
});

it.each([
  ['the database', withCode('53100')],
  ['a file', withCode('ENOSPC')],
  ['a quota', withCode('EDQUOT')],
  ['the database, as the ORM wraps it', new DriverException(withCode('53100'))],
  [
    'the database, which has ended',
    new Error('PANIC: could not write to file "xlogtemp.42": No space left on device'),
  ],
])('names the disk when there is no room for %s', (_what, error) => {
  expect(toStorageError(error)).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    reason: 'DISK_FULL',
    message: expect.stringContaining('The disk of the database is full'),
    retryAfterSeconds: 30,
    cause: error,
  });
});

it.each([
  ['a violated constraint', withCode('23505')],
  ['a wrong statement', withCode('42601')],
  ['a broken protocol', Object.assign(withCode('08P01'), { severity: 'ERROR' })],
  ['an object in a wrong state', Object.assign(withCode('55000'), { severity: 'ERROR' })],
  ['a statement in a transaction that failed', withCode('25P02')],
  ['a text like a state', withCode('XX')],
  ['a mistake of the program', new TypeError('x is not a function')],
])('is not changed for %s', (_what, error) => {
  expect(toStorageError(error)).toBe(error);
});
