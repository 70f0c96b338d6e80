import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../core/errors.ts';

/**
 * Throws INVALID_PAYLOAD when the client of a request has disconnected. It may have sent the request again, and others after it: an
 * instance that stood still for a while must not carry out the old one then.
 */
export function requireClient({ socket }: IncomingMessage): void {
  if (!socket.readableEnded && !socket.destroyed) return;
  throw new DomainError('INVALID_PAYLOAD', 'The client has disconnected: nothing was changed.');
}
