import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../core/errors.ts';

/** Checks a request before any parser: exactly one Host header (RFC 9112 section 3.2) and a path as the target. */
export function findViolation({ rawHeaders, url, httpVersion }: IncomingMessage): DomainError | undefined {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) {
    return new DomainError('INVALID_PAYLOAD', 'Send exactly one Host header.');
  }
  if (!url?.startsWith('/'))
    return new DomainError('INVALID_PAYLOAD', 'Send the path of this service as the target.');
  return undefined;
}
