import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CredentialHeaders } from './authenticator.ts';
import { hashSecret, type AuthSecrets } from './secrets.ts';

/** Translates the credentials of sessions, `<token>.<signature>`, to those of the stored tokens. */
export interface SessionTokens {
  /**
   * The headers by which better-auth finds the session of a request, signed with the current value of AUTH_SECRET: by the hash of
   * its token, else by the token itself, which release 0.1.0 stored. Empty when the request has no session that one of the values
   * has signed.
   */
  toStored(headers: CredentialHeaders): readonly Headers[];
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
      if (token === undefined) return [];
      // A stored hash is longer than a token, so that nobody can present it as one.
      const stored = token.length === TOKEN_LENGTH ? [hashSecret(token), token] : [hashSecret(token)];
      return stored.map((each) => new Headers({ authorization: `Bearer ${each}.${sign(each, secrets[0])}` }));
    },
  };
}

/** Of those that release 0.1.0 made, too. */
const TOKEN_LENGTH = 32;

/** A random token of 192 bits. */
export function newSessionToken(): string {
  return randomBytes(24).toString('base64url');
}

/** As better-auth signs its cookies. */
function sign(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64');
}

/** The credentials of a request that may be those of a session; the header replaces the cookie. */
export function presentedIn({ authorization, cookie }: CredentialHeaders, name: string): readonly string[] {
  if (authorization !== undefined) return [decode(authorization.replace(/^bearer +/i, ''))];
  if (cookie?.includes(name) !== true) return [];
  return cookie
    .split(';')
    .map((pair) => pair.trim())
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
