import express, { type ErrorRequestHandler, type RequestHandler, type Router } from 'express';
import type { JWK } from 'jose';
import Provider, { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../core/errors.ts';
import type { ServiceClientStore } from '../../core/service-clients/service-client-store.ts';
import { hashSecret, type AuthSecrets } from './secrets.ts';
import { NAMESPACE_CLAIM, namespaceOf, SERVICE_AUDIENCE, SERVICE_SCOPE } from './service-tokens.ts';
import { SIGNING_ALGORITHM, signingKeyOf } from './signing-keys.ts';

const RESOURCE = `urn:${SERVICE_AUDIENCE}`;
const TOKEN_SECONDS = 600;
const RETRY_AFTER_SECONDS = 2;
/** Seconds for which metadata and keys may be cached; after that every client knows a new signing key. */
const PUBLIC_SECONDS = 300;

interface IssuerOptions {
  /** The issuer's public address, such as https://example.com/oauth. */
  readonly issuer: string;
  /** The private signing keys; all are published, and the first of ES256 signs. */
  readonly keys: readonly JWK[];
  readonly clients: ServiceClientStore;
  readonly cookieSecrets: AuthSecrets;
}

/** The embedded token issuer: client credentials only (RFC 6749 section 4.4), access tokens as JWT (RFC 9068). */
export function createIssuer({ issuer, keys, clients, cookieSecrets }: IssuerOptions): Router {
  const sign = { alg: SIGNING_ALGORITHM, kid: signingKeyOf(keys)?.kid } as const;
  const provider = new Provider(issuer, {
    adapter: (model: string) => createAdapter(model, clients),
    jwks: { keys: [...keys] as never },
    cookies: { keys: [...cookieSecrets] },
    responseTypes: [],
    // The issuer has no pages to show in a browser.
    renderError(context, { error, error_description }) {
      context.type = 'json';
      context.body = { error, error_description };
    },
    // The only requests from a browser come from the page at /docs, which has this service's own origin.
    clientBasedCORS: ({ req }, origin) =>
      origin === new URL(issuer).origin || /^https?:\/\/(.*)$/.exec(origin)?.[1] === requestedHosts.get(req),
    scopes: [SERVICE_SCOPE],
    extraTokenClaims: async (_context, { clientId = '' }) => ({
      [NAMESPACE_CLAIM]: await reachable(clients.settleNamespace(clientId, namespaceOf(issuer, clientId))),
    }),
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    ttl: { ClientCredentials: TOKEN_SECONDS },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        getResourceServerInfo({ oidc }, resource) {
          if (resource !== RESOURCE) throw new errors.InvalidTarget(`the resource is ${SERVICE_AUDIENCE}`);
          refuseOtherScopes(oidc.params?.['scope']);
          return {
            scope: SERVICE_SCOPE,
            audience: SERVICE_AUDIENCE,
            accessTokenTTL: TOKEN_SECONDS,
            accessTokenFormat: 'jwt',
            jwt: { sign },
          };
        },
      },
    },
  });
  // oidc-provider then takes the protocol that pinAddress sets.
  provider.proxy = true;
  provider.on('grant.error', (context, error) => {
    if (error instanceof TemporarilyUnavailable) context.set('retry-after', String(error.retryAfterSeconds));
  });
  provider.Client.prototype.compareClientSecret = function compare(
    this: { clientSecret?: string },
    actual: string,
  ) {
    const expected = Buffer.from(this.clientSecret ?? '');
    const presented = Buffer.from(hashSecret(actual));
    return expected.length === presented.length && timingSafeEqual(expected, presented);
  };
  return express
    .Router()
    .use(pinAddress(issuer), letCache)
    .use(express.urlencoded({ extended: false, limit: '16kb' }), nameResource, refuseBody)
    .use(provider.callback());
}

/** oidc-provider leaves out scopes that it does not know; a client should learn of them (RFC 6749 section 5.2). */
function refuseOtherScopes(requested: unknown): void {
  const scopes = typeof requested === 'string' ? requested.split(' ') : [];
  if (scopes.every((scope) => scope === '' || scope === SERVICE_SCOPE)) return;
  throw new errors.CustomOIDCProviderError('invalid_scope', `the only scope is ${SERVICE_SCOPE}`);
}

// The Host header of the incoming request.
const requestedHosts = new WeakMap<IncomingMessage, string | undefined>();

// The issuer's address in metadata comes from the configuration, never from a request: clients and caches trust it.
function pinAddress(issuer: string): RequestHandler {
  const { protocol, host, pathname } = new URL(issuer);
  return (request, _response, next) => {
    requestedHosts.set(request, request.headers.host);
    delete request.headers['x-forwarded-host'];
    request.headers.host = host;
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    request.originalUrl = `${pathname}${request.url}`;
    next();
  };
}

const PUBLIC_DOCUMENTS = new Set(['/.well-known/openid-configuration', '/jwks']);

const letCache: RequestHandler = ({ path }, response, next) => {
  if (PUBLIC_DOCUMENTS.has(path)) response.setHeader('cache-control', `public, max-age=${PUBLIC_SECONDS}`);
  next();
};

// RFC 8707 requires an absolute URI; clients may also send the plain name of the resource.
const nameResource: RequestHandler = (request, _response, next) => {
  const body = request.body as Record<string, unknown> | undefined;
  if (body?.['resource'] === SERVICE_AUDIENCE) body['resource'] = RESOURCE;
  next();
};

// An unreadable body gets an OAuth error body (RFC 6749 section 5.2).
const refuseBody: ErrorRequestHandler = (error: { readonly status?: number }, _request, response, next) => {
  if (error.status === undefined || error.status >= 500) return next(error);
  const description = 'The body cannot be read: send a plain form of at most 16 KB.';
  response.status(error.status).json({ error: 'invalid_request', error_description: description });
};

const CLIENT_ID = /^svc_\w{1,60}$/;

// The adapter looks up clients only; access tokens are JWTs and need no storage.
function createAdapter(model: string, clients: ServiceClientStore): Adapter {
  const nothing = () => Promise.resolve(undefined);
  return {
    async find(id): Promise<AdapterPayload | undefined> {
      const client =
        model === 'Client' && CLIENT_ID.test(id) ? await reachable(clients.findLive(id)) : undefined;
      return (
        client && {
          client_id: client.id,
          client_name: client.name,
          client_secret: client.secretHash,
          grant_types: ['client_credentials'],
          response_types: [],
          redirect_uris: [],
          id_token_signed_response_alg: SIGNING_ALGORITHM,
          scope: client.scopes.join(' '),
        }
      );
    },
    findByUid: nothing,
    findByUserCode: nothing,
    upsert: nothing,
    consume: nothing,
    destroy: nothing,
    revokeByGrantId: nothing,
  };
}

/** What is read of a client. Throws TemporarilyUnavailable while the database does not answer. */
async function reachable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'SERVICE_UNAVAILABLE') throw error;
    throw new TemporarilyUnavailable(error);
  }
}

/** The response 503 with an OAuth error body; the code is one of RFC 6749 section 4.1.2.1. */
class TemporarilyUnavailable extends errors.CustomOIDCProviderError {
  override status = 503;
  override statusCode = 503;
  readonly retryAfterSeconds: number;

  constructor({ message, retryAfterSeconds = RETRY_AFTER_SECONDS }: DomainError) {
    super('temporarily_unavailable', message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
