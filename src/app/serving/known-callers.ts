import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import type { KnownCallers } from '../../adapters/http/admission.ts';
import { presentedIn } from '../../adapters/auth/session-tokens.ts';
import type { CredentialHeaders } from '../../adapters/auth/authenticator.ts';

const MAX_CREDENTIALS = 10_000;
/** The credentials by which one caller is known at once: otherwise a single account could push out all others. */
const MAX_OF_CALLER = 20;
const KNOWN_MS = 3_600_000;

/** Knows callers of this process by hashes of their credentials. `sessionCookie` is the whole name of the cookie of a session. */
export function createKnownCallers(sessionCookie: string): KnownCallers {
  const names = new LRUCache<string, string>({ max: MAX_CREDENTIALS, ttl: KNOWN_MS });
  /** The keys of each caller, the one that was used last at the end. */
  const keysOf = new LRUCache<string, readonly string[]>({ max: MAX_CREDENTIALS });

  /** The same credential has the same key, whatever else the headers say; several sessions at once have none. */
  function keyOf(headers: CredentialHeaders): string | undefined {
    const [credential, ...others] = presentedIn(headers, sessionCookie);
    return credential === undefined || others.length > 0 ? undefined : hash('sha256', credential);
  }

  return {
    note(sent, caller) {
      const key = keyOf(sent);
      if (key === undefined || caller.kind === 'anonymous') return;
      const name = 'namespace' in caller ? caller.namespace : caller.kind;
      names.set(key, name);
      const keys = [...(keysOf.get(name) ?? []).filter((each) => each !== key), key];
      for (const surplus of keys.slice(0, -MAX_OF_CALLER)) names.delete(surplus);
      keysOf.set(name, keys.slice(-MAX_OF_CALLER));
    },
    forget(sent) {
      const key = keyOf(sent);
      if (key !== undefined) names.delete(key);
    },
    find({ authorization, cookie }) {
      // A page identifies by the cookie alone.
      for (const headers of authorization === undefined ? [{ cookie }] : [{ authorization }, { cookie }]) {
        const key = keyOf(headers);
        const name = key === undefined ? undefined : names.get(key);
        if (name !== undefined) return name;
      }
      return undefined;
    },
  };
}
