import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { createAuthenticator, type Authenticator } from '../adapters/auth/authenticator.ts';
import { createIssuerKeys, type IssuerKeys } from '../adapters/auth/issuer-keys.ts';
import type { InstallationSecrets } from '../adapters/auth/secret-files.ts';
import { createPasskeyCeremonies } from '../adapters/auth/passkeys/ceremonies.ts';
import { createServiceTokens } from '../adapters/auth/service-tokens.ts';
import { publicKeysOf } from '../adapters/auth/signing-keys.ts';
import { createSessions, SESSION_COOKIE } from '../adapters/auth/sessions.ts';
import { createSignInCodes } from '../adapters/auth/sign-in-codes.ts';
import { ids } from '../runtime/ids.ts';
import { createApiKeyLookup } from '../adapters/postgres/access/api-key-lookup.ts';
import { createAuthKysely } from '../adapters/postgres/access/auth-kysely.ts';
import { createSignInCodeStore } from '../adapters/postgres/access/sign-in-code-store.ts';
import type { Database } from '../adapters/postgres/connection/database.ts';
import type { Config } from '../config/config.ts';
import { composeSignInMail } from '../core/account-mails/compose-account-mail.ts';
import type { Clock } from '../core/clock.ts';
import { relyingPartyOf } from '../core/passkeys/relying-party.ts';
import type { Ports, Stores } from '../adapters/ports/ports.ts';
import { lazy } from '../runtime/lazy.ts';

interface AuthParts {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly secrets: InstallationSecrets;
  readonly database: Database;
  readonly stores: Pick<Stores, 'accounts' | 'publishers' | 'publisherMembers' | 'serviceClients'>;
  readonly mail: Ports['mail'];
}

/** Authentication: keys, sessions, service tokens. */
export interface Auth extends Pick<Ports, 'passkeyCeremonies' | 'signIn' | 'signInCodes'> {
  readonly authenticator: Authenticator;
  /** The handler of /oauth; undefined when this gateway issues no service tokens. */
  readonly issuer: RequestHandler | undefined;
  /** The keys of the issuers of OAUTH_ISSUERS, in its order. */
  readonly otherIssuers: readonly IssuerKeys[];
  close(): Promise<void>;
}

export function openAuth({ config, log, clock, secrets, database, stores, mail }: AuthParts): Auth {
  const apiKeys = createApiKeyLookup(database.sql, clock, (message) => log.warn(message));
  const sessions = createSessions({
    publicUrl: config.PUBLIC_URL,
    secrets: secrets.authSecrets,
    kysely: createAuthKysely(database),
    accounts: stores.accounts,
    ids,
    async sendCode({ mailId, email, code, language }) {
      if (config.SMTP_URL === undefined && !config.production) log.info({ email, code }, 'sign-in code');
      await mail.send({ id: mailId, to: email, ...composeSignInMail(code, language) });
    },
  });
  const issuer = `${config.PUBLIC_URL}/oauth`;
  const now = () => performance.now();
  const warn = (name: string, error: unknown) =>
    log.warn({ issuer: name, err: error }, 'the keys of a token issuer cannot be read');
  const others = config.OAUTH_ISSUERS.map((other) => ({
    issuer: other.issuer,
    keys: createIssuerKeys({ ...other, now, warn }),
  }));
  const trusted = new Map(others.map((other) => [other.issuer, other.keys.find]));
  if (config.OAUTH_EMBEDDED_ISSUER) trusted.set(issuer, publicKeysOf(secrets.signingKeys));
  return {
    otherIssuers: others.map(({ keys }) => keys),
    passkeyCeremonies: createPasskeyCeremonies(secrets.authSecrets, relyingPartyOf(config.PUBLIC_URL)),
    signIn: sessions,
    signInCodes: createSignInCodes(secrets.authSecrets, createSignInCodeStore(database)),
    authenticator: createAuthenticator({
      apiKeys,
      operatorHashes: secrets.operatorHashes,
      sessions,
      publisherMembers: stores.publisherMembers,
      sessionCookie: SESSION_COOKIE,
      serviceTokens: createServiceTokens({
        issuers: trusted,
        ownIssuer: config.OAUTH_EMBEDDED_ISSUER ? issuer : undefined,
        findPublisherId: async (namespace) => (await stores.publishers.findByNamespace(namespace))?.id,
      }),
    }),
    issuer: config.OAUTH_EMBEDDED_ISSUER
      ? loadedOnFirstRequest(async () => {
          const { createIssuer } = await import('../adapters/auth/issuer.ts');
          return createIssuer({
            issuer,
            keys: secrets.signingKeys,
            clients: stores.serviceClients,
            cookieSecrets: secrets.authSecrets,
          });
        })
      : undefined,
    close: () => apiKeys.close(),
  };
}

/** Loads the issuer's large library with the first request. */
function loadedOnFirstRequest(load: () => Promise<RequestHandler>): RequestHandler {
  const handler = lazy(load);
  return async (request, response, next) => {
    const handle = await handler();
    await handle(request, response, next);
  };
}
