import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CredentialHeaders } from './authenticator.ts';
import { hashSecret, type AuthSecrets } from './secrets.ts';

/** Translates the credentials of sessions, `<token>.<signature>`, to those of the stored tokens. */
export interface SessionTokens {
  /**
   * The headers by which better-auth finds the session of a request, with the hash of its token, signed with the current value of
   * AUTH_SECRET. Undefined when the request has no session that one of the values has signed.
   */
  toStored(headers: CredentialHeaders): Headers | undefined;
}

/** `cookie` is the whole name of the cookie that carries a session. */
export function createSessionTokens(secrets: AuthSecrets, cookie: string): SessionTokens {
  const tokenOf = (presented: string): string | undefined => {
    const end = presented.lastIndexOf('.');
    const [token, signature] = [presented.slice(0, Math.max(end, 0)), Buffer.from(presented.slice(end + 1))];
    const isSigned = secrets.some((secret) => {
      const expected = Buffer.from(sign(token, secret));
      return expected.length === signature.length && timingSafeEqual(expected, signature);
    });
    return isSigned ? token : undefined;
  };
  return {
    toStored(headers) {
      const token = presentedIn(headers, cookie).flatMap((presented) => tokenOf(presented) ?? [])[0];
      if (token === undefined) return undefined;
      const stored = hashSecret(token);
      return new Headers({ authorization: `Bearer ${stored}.${sign(stored, secrets[0])}` });
    },
  };
}

/** A random token of 192 bits. */
export function newSessionToken(): string {
  return randomBytes(24).toString('base64url');
}

/** As better-auth signs its cookies. */
function sign(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64');
}

/** The credentials of a request that may be those of a session; the header replaces the cookie. */
function presentedIn({ authorization, cookie }: CredentialHeaders, name: string): readonly string[] {
  if (authorization !== undefined) return [decode(authorization.replace(/^bearer +/i, ''))];
  const pairs = cookie?.split(';').map((pair) => pair.trim()) ?? [];
  return pairs
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => decode(pair.slice(name.length + 1)));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
