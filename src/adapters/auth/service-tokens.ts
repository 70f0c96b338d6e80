import { decodeJwt, errors, jwtVerify } from 'jose';
import type { JWTHeaderParameters, JWTPayload, JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import type { ClientCaller } from '../../core/access/callers.ts';
import { DomainError } from '../../core/errors.ts';
import { MAX_TOKEN_SECONDS, TOKEN_ALGORITHMS } from './token-rules.ts';

/** The audience that a service token must name (interface 5.1). */
export const SERVICE_AUDIENCE = 'service.giveaways';
/** The scope that lets a service client publish. */
export const SERVICE_SCOPE = 'giveaways:publish';

/** The claim of the embedded issuer's tokens that names the namespace of the client's listings. */
export const NAMESPACE_CLAIM = 'namespace';

const ACCESS_TOKEN_TYPES: ReadonlySet<string> = new Set(['at+jwt', 'jwt']);
const LEEWAY_SECONDS = 60;
const RETRY_AFTER_SECONDS = 5;
const MAX_CLIENTS_KNOWN = 10_000;
/** The longest name of a client: it is part of the namespace of its listings. */
const MAX_CLIENT_ID = 512;

interface ServiceTokensOptions {
  /** The keys of the trusted issuers, by their addresses. */
  readonly issuers: ReadonlyMap<string, JWTVerifyGetKey>;
  /** The address of the embedded issuer, which alone may name the namespace of its clients; undefined when it is off. */
  readonly ownIssuer: string | undefined;
  /** The publisher of a namespace; undefined before it has published. */
  readonly findPublisherId: (namespace: string) => Promise<string | undefined>;
}

/** Verifies access tokens of service clients (RFC 7519, RFC 9068) against the trusted issuers only. */
export function createServiceTokens({ issuers, ownIssuer, findPublisherId }: ServiceTokensOptions) {
  // The publisher of a namespace never changes.
  const publisherIds = new LRUCache<string, string>({ max: MAX_CLIENTS_KNOWN });
  const publisherIdOf = async (namespace: string) => {
    const found = publisherIds.get(namespace) ?? (await findPublisherId(namespace));
    if (found !== undefined) publisherIds.set(namespace, found);
    return found ?? '';
  };
  return {
    /** The calling client. Throws UNAUTHENTICATED, or SERVICE_UNAVAILABLE while the issuer's keys cannot be read. */
    async verify(token: string): Promise<ClientCaller> {
      const issuer = issuerOf(token);
      const keys = issuers.get(issuer);
      if (keys === undefined) throw invalid('its issuer is not trusted here');
      const payload = await verified(token, issuer, keys);
      const clientId = clientOf(payload);
      const named = issuer === ownIssuer ? payload[NAMESPACE_CLAIM] : undefined;
      const namespace = typeof named === 'string' ? named : namespaceOf(issuer, clientId);
      return {
        kind: 'client',
        clientId,
        issuer,
        namespace,
        publisherId: await publisherIdOf(namespace),
        scopes: typeof payload['scope'] === 'string' ? payload['scope'].split(' ') : [],
      };
    },
  };
}

/** The namespace of a client's listings. */
export function namespaceOf(issuer: string, clientId: string): string {
  return `client:${issuer}#${clientId}`;
}

/** The client that a token names: by client_id, else azp, else sub. */
function clientOf(payload: JWTPayload): string {
  const clientId = [payload['client_id'], payload['azp'], payload.sub].find(
    (id) => typeof id === 'string' && id,
  );
  if (typeof clientId !== 'string') throw invalid('it names no client');
  const isPlain = clientId.isWellFormed() && !/\p{Cc}/u.test(clientId);
  if (isPlain && clientId.length <= MAX_CLIENT_ID) return clientId;
  throw invalid(`its client (client_id) needs 1 to ${MAX_CLIENT_ID} characters without control characters`);
}

function issuerOf(token: string): string {
  try {
    return decodeJwt(token).iss ?? '';
  } catch (error) {
    throw invalid('it is not a JWT', error);
  }
}

async function verified(token: string, issuer: string, keys: JWTVerifyGetKey): Promise<JWTPayload> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: SERVICE_AUDIENCE,
      algorithms: TOKEN_ALGORITHMS,
      clockTolerance: LEEWAY_SECONDS,
      requiredClaims: ['exp'],
    });
    requireAccessToken(protectedHeader);
    requireTimes(payload);
    return payload;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (error instanceof errors.JWTExpired)
      throw invalid('it has expired: get a new one and try once more', error);
    if (error instanceof errors.JOSEError) throw invalid('its signature, audience or times are wrong', error);
    throw new DomainError('SERVICE_UNAVAILABLE', 'The keys of the token issuer do not verify tokens now.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: error,
    });
  }
}

/** Other JWTs of an issuer, such as logout tokens and DPoP proofs, have types of their own (RFC 8725 section 3.11). */
function requireAccessToken({ typ }: JWTHeaderParameters): void {
  const type = typ?.toLowerCase().replace(/^application\//, '');
  if (type !== undefined && !ACCESS_TOKEN_TYPES.has(type)) {
    throw invalid('its type (typ) is not that of an access token: send one of type at+jwt');
  }
}

/** Refuses tokens issued in the future or valid for too long: clients fetch a new one when they need it. */
function requireTimes({ iat, exp = 0 }: JWTPayload): void {
  const now = Date.now() / 1_000;
  if (iat !== undefined && !(iat <= now + LEEWAY_SECONDS)) throw invalid('it was issued in the future (iat)');
  if (exp > now + MAX_TOKEN_SECONDS + LEEWAY_SECONDS) {
    throw invalid(`it is valid for too long (exp): use tokens of at most ${MAX_TOKEN_SECONDS / 3_600} hours`);
  }
}

function invalid(why: string, cause?: unknown): DomainError {
  return new DomainError('UNAUTHENTICATED', `The service token is not valid: ${why}.`, {
    reason: 'TOKEN_INVALID',
    cause,
  });
}
