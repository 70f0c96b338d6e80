import { createLocalJWKSet, createRemoteJWKSet, decodeJwt, errors, jwtVerify } from 'jose';
import type { JSONWebKeySet, JWTHeaderParameters, JWTPayload, JWTVerifyGetKey } from 'jose';
import { LRUCache } from 'lru-cache';
import type { ClientCaller } from '../../core/access/callers.ts';
import { DomainError } from '../../core/errors.ts';
import { discoverKeySet } from './discover-key-set.ts';

/** The audience that a service token must name (interface 5.1). */
export const SERVICE_AUDIENCE = 'service.giveaways';
/** The scope that lets a service client publish. */
export const SERVICE_SCOPE = 'giveaways:publish';

const ALGORITHMS = ['RS256', 'ES256', 'EdDSA'];
const ACCESS_TOKEN_TYPES: ReadonlySet<string> = new Set(['at+jwt', 'jwt']);
const LEEWAY_SECONDS = 60;
/** The longest remaining lifetime of an accepted token. */
const MAX_SECONDS = 86_400;
const JWKS_OPTIONS = { timeoutDuration: 3_000, cooldownDuration: 30_000, cacheMaxAge: 600_000 };
const RETRY_AFTER_SECONDS = 5;
const DISCOVER_AGAIN_MS = 5_000;
const MAX_CLIENTS_KNOWN = 10_000;

/** A trusted issuer: its keys are at a URL, in the configuration, or where its metadata says. */
export interface TrustedIssuer {
  readonly issuer: string;
  readonly jwks: URL | JSONWebKeySet | undefined;
}

interface ServiceTokensOptions {
  readonly issuers: readonly TrustedIssuer[];
  /** The publisher of a namespace, created on the first use. */
  readonly findPublisherId: (namespace: string) => Promise<string>;
}

/** Verifies access tokens of service clients (RFC 7519, RFC 9068) against the trusted issuers only. */
export function createServiceTokens({ issuers, findPublisherId }: ServiceTokensOptions) {
  const keySets = new Map<string, JWTVerifyGetKey>(
    issuers.map(({ issuer, jwks }) => [issuer, keysOf(issuer, jwks)]),
  );
  // The publisher of a namespace never changes.
  const publisherIds = new LRUCache<string, string>({ max: MAX_CLIENTS_KNOWN });
  const publisherIdOf = async (namespace: string) => {
    const known = publisherIds.get(namespace) ?? (await findPublisherId(namespace));
    publisherIds.set(namespace, known);
    return known;
  };
  return {
    /** The calling client. Throws UNAUTHENTICATED, or SERVICE_UNAVAILABLE while the issuer's keys cannot be read. */
    async verify(token: string): Promise<ClientCaller> {
      const issuer = issuerOf(token);
      const keys = keySets.get(issuer);
      if (keys === undefined) throw invalid('its issuer is not trusted here');
      const payload = await verified(token, issuer, keys);
      const clientId = [payload['client_id'], payload['azp'], payload.sub].find(
        (id) => typeof id === 'string' && id,
      );
      if (typeof clientId !== 'string') throw invalid('it names no client');
      const namespace = `client:${issuer}#${clientId}`;
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

function keysOf(issuer: string, jwks: TrustedIssuer['jwks']): JWTVerifyGetKey {
  if (jwks instanceof URL) return createRemoteJWKSet(jwks, JWKS_OPTIONS);
  return jwks ? createLocalJWKSet(jwks) : discoveredKeys(issuer);
}

/** The keys that the issuer's metadata names, fetched with the first token. */
function discoveredKeys(issuer: string): JWTVerifyGetKey {
  let keys: Promise<JWTVerifyGetKey> | undefined;
  const discover = async () => createRemoteJWKSet(await discoverKeySet(issuer), JWKS_OPTIONS);
  return async (header, token) => {
    if (keys === undefined) {
      keys = discover();
      // A failure is remembered briefly, so that forged tokens cannot make this service flood the issuer with requests.
      keys.catch(() => setTimeout(() => (keys = undefined), DISCOVER_AGAIN_MS).unref());
    }
    return (await keys)(header, token);
  };
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
      algorithms: ALGORITHMS,
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
    if (
      error instanceof errors.JOSEError &&
      !(error instanceof errors.JWKSTimeout) &&
      !isFetchFailure(error)
    ) {
      throw invalid('its signature, audience or times are wrong', error);
    }
    throw new DomainError('SERVICE_UNAVAILABLE', 'The keys of the token issuer cannot be read now.', {
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
  if (exp > now + MAX_SECONDS + LEEWAY_SECONDS) {
    throw invalid(`it is valid for too long (exp): use tokens of at most ${MAX_SECONDS / 3_600} hours`);
  }
}

// jose reports an answer of the key endpoint that is not a key set as a plain JOSEError.
function isFetchFailure(error: errors.JOSEError): boolean {
  return error.code === errors.JOSEError.code;
}

function invalid(why: string, cause?: unknown): DomainError {
  return new DomainError('UNAUTHENTICATED', `The service token is not valid: ${why}.`, {
    reason: 'TOKEN_INVALID',
    cause,
  });
}
