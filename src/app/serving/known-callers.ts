import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { KnownCallers } from '../../adapters/http/admission.ts';

const MAX_CREDENTIALS = 10_000;
const KNOWN_MS = 3_600_000;

/** Knows callers of this process by hashes of their credentials. */
export function createKnownCallers(): KnownCallers {
  const names = new LRUCache<string, string>({ max: MAX_CREDENTIALS, ttl: KNOWN_MS });
  return {
    note(headers, caller) {
      const key = keyOf(headers);
      const name = 'namespace' in caller ? caller.namespace : caller.kind;
      if (key !== undefined && caller.kind !== 'anonymous') names.set(key, name);
    },
    forget(headers) {
      const key = keyOf(headers);
      if (key !== undefined) names.delete(key);
    },
    find(headers) {
      const key = keyOf(headers);
      return key === undefined ? undefined : names.get(key);
    },
  };
}

function keyOf({ authorization, cookie }: IncomingHttpHeaders): string | undefined {
  const credential = authorization ?? cookie;
  return credential === undefined ? undefined : hash('sha256', credential);
}
