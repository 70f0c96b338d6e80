import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../core/errors.ts';

/** The longest Content-Type header in characters: parsers of media types take time with the square of its length. */
const MAX_CONTENT_TYPE = 512;

/**
 * Checks a request before any parser: exactly one Host header (RFC 9112 section 3.2), a path as the target, and a
 * Content-Type of reasonable length.
 */
export function findViolation({
  rawHeaders,
  headers,
  url,
  httpVersion,
}: IncomingMessage): DomainError | undefined {
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
  if ((headers['content-type']?.length ?? 0) > MAX_CONTENT_TYPE)
    return new DomainError(
      'UNSUPPORTED_MEDIA_TYPE',
      `Send a Content-Type of at most ${MAX_CONTENT_TYPE} characters, such as application/json.`,
    );
  return undefined;
}
