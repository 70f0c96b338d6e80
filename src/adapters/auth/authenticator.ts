import { ANONYMOUS, type Caller } from '../../core/access/callers.ts';
import { DomainError } from '../../core/errors.ts';
import type { ApiKeyLookup } from '../ports/api-key-lookup.ts';
import { actFor, type Memberships } from './act-for-publisher.ts';
import { API_KEY_PREFIX, hashSecret, isWellFormedSecret, OPERATOR_PREFIX } from './secrets.ts';

/** The part of a request that says who sends it. */
export interface CredentialHeaders {
  readonly authorization?: string | undefined;
  readonly cookie?: string | undefined;
  /** The id of the publisher that the request acts for; without it, or empty, the credential's own. */
  readonly publisher?: string | string[] | undefined;
}

/**
 * Identifies the caller of a request. Throws UNAUTHENTICATED for an invalid credential, and UNAUTHORIZED (PUBLISHER_FOREIGN) when it
 * names a publisher that the caller may not act for.
 */
export interface Authenticator {
  /** Accepts every credential: keys, service tokens, the operator token, sessions. */
  identify(headers: CredentialHeaders): Promise<Caller>;
  /** Accepts the credentials of servers only, for REST: no sessions, no cookies. */
  identifyServer(headers: CredentialHeaders): Promise<Caller>;
}

interface Sources {
  readonly apiKeys: ApiKeyLookup;
  readonly operatorHashes: ReadonlySet<string>;
  readonly serviceTokens: { verify(token: string): Promise<Caller> };
  readonly sessions: { find(headers: CredentialHeaders): Promise<Caller | undefined> };
  readonly publisherMembers: Memberships;
  /** The name of the cookie that carries a session. */
  readonly sessionCookie: string;
}

/** Turns the Authorization header (RFC 6750) or the session cookie into a caller. */
export function createAuthenticator(sources: Sources): Authenticator {
  const acting = (caller: Caller, { publisher }: CredentialHeaders) =>
    publisher ? actFor(sources.publisherMembers, caller, publisher) : caller;
  return {
    async identify(headers) {
      return acting(await identifyCredential(sources, headers), headers);
    },
    async identifyServer(headers) {
      if (headers.authorization === undefined) return ANONYMOUS;
      const caller = await findServer(sources, readBearer(headers.authorization));
      if (caller === undefined) throw invalid('Use an API key or a service token here.');
      return acting(caller, headers);
    },
  };
}

async function identifyCredential(sources: Sources, headers: CredentialHeaders): Promise<Caller> {
  if (headers.authorization !== undefined) {
    const caller =
      (await findServer(sources, readBearer(headers.authorization))) ??
      (await sources.sessions.find(headers));
    if (caller === undefined) throw invalid('The session is unknown or has ended: sign in again.');
    return caller;
  }
  if (!headers.cookie?.includes(sources.sessionCookie)) return ANONYMOUS;
  return (await sources.sessions.find(headers)) ?? ANONYMOUS;
}

async function findServer(
  { apiKeys, operatorHashes, serviceTokens }: Sources,
  token: string,
): Promise<Caller | undefined> {
  if (token.startsWith(API_KEY_PREFIX)) return findKey(apiKeys, token);
  if (token.startsWith(OPERATOR_PREFIX)) {
    if (operatorHashes.has(hashSecret(token))) return { kind: 'operator' };
    throw invalid('The operator token is not the configured one.');
  }
  return token.split('.').length === 3 ? serviceTokens.verify(token) : undefined;
}

async function findKey(apiKeys: ApiKeyLookup, token: string): Promise<Caller> {
  const hash = hashSecret(token);
  const owner = isWellFormedSecret(API_KEY_PREFIX, token) ? await apiKeys.find(hash) : undefined;
  if (owner === undefined) {
    throw invalid('The API key is unknown or was rotated: update the key in your server.', 'KEY_INVALID');
  }
  if (owner.expired) throw invalid('The API key has expired: create a new one.', 'KEY_EXPIRED');
  if (owner.revoked) throw invalid('The API key was revoked: create a new one.', 'KEY_REVOKED');
  apiKeys.noteUse(hash);
  const { keyId, accountId, publisherId, scopes, providerId, providerKey, signer } = owner;
  const namespace = `account:${accountId}`;
  return {
    kind: 'key',
    keyId,
    accountId,
    publisherId,
    namespace,
    scopes,
    providerId,
    providerKey,
    signer,
  };
}

function readBearer(authorization: string): string {
  const token = /^bearer +([\w.~+/%-]+=*)$/i.exec(authorization)?.[1];
  if (token === undefined) throw invalid('Send the header as Authorization: Bearer <credential>.');
  return token;
}

function invalid(message: string, reason = 'CREDENTIAL_INVALID'): DomainError {
  return new DomainError('UNAUTHENTICATED', message, { reason });
}
