import type { IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import { hasSecretPrefix } from '../../core/access/credentials.ts';

const ids = new WeakMap<IncomingMessage, string>();

/** The id of a request in logs and answers: the caller's X-Request-Id when it has a plain form and is no secret, else a new id. */
export function requestIdOf(request: IncomingMessage): string {
  let id = ids.get(request);
  if (id === undefined) {
    const header = request.headers['x-request-id'];
    id = typeof header === 'string' && isPlain(header) ? header : randomUUID();
    ids.set(request, id);
  }
  return id;
}

function isPlain(header: string): boolean {
  return /^[\w.-]{8,64}$/.test(header) && !hasSecretPrefix(header);
}
