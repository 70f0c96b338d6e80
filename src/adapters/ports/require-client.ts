import type { IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { DomainError } from '../../core/errors.ts';

/**
 * Throws INVALID_PAYLOAD when the client of a request that was read has disconnected. It may have sent the request again, and
 * others after it: an instance that stood still for a while must not carry out the old one then.
 */
export async function requireClient({ socket }: IncomingMessage): Promise<void> {
  // The loop reports the end of a connection one turn after the last data at the earliest: the second turn has polled in between.
  await setImmediate();
  await setImmediate();
  if (!socket.readableEnded && !socket.destroyed) return;
  throw new DomainError('INVALID_PAYLOAD', 'The client has disconnected: nothing was changed.');
}
