import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { createAuthenticator } from '../adapters/auth/authenticator.ts';
import { createIssuer, toPublicKeys } from '../adapters/auth/issuer.ts';
import { readSecrets } from '../adapters/auth/secret-files.ts';
import { credentials } from '../adapters/auth/secrets.ts';
import { createServiceTokens } from '../adapters/auth/service-tokens.ts';
import { createSignInCodes } from '../adapters/auth/sign-in-codes.ts';
import { createSessions, SESSION_COOKIE } from '../adapters/auth/sessions.ts';
import { createFeedChanges } from '../adapters/cache/answer-cache.ts';
import { createLocalEpoch, createSharedEpoch } from '../adapters/cache/epoch.ts';
import { connectRedis } from '../adapters/cache/redis.ts';
import { digests } from '../adapters/chain/hub/digests.ts';
import { createProofChains } from '../adapters/chain/hub/proof-chains.ts';
import { signatures } from '../adapters/chain/hub/signatures.ts';
import { createCustody } from '../adapters/custody/custody.ts';
import { createGraphqlRoute } from '../adapters/graphql/gateway/route.ts';
import { createSchema } from '../adapters/graphql/gateway/schema.ts';
import { createGraphqlServer } from '../adapters/graphql/gateway/server.ts';
import { createGraphqlTransport, sendGraphqlError } from '../adapters/graphql/gateway/transport.ts';
import { countEach, createAdmission } from '../adapters/http/admission.ts';
import {
  hasUnreadBody,
  IncompleteBody,
  isBrokenOff,
  readJson,
  readSizedJson,
} from '../adapters/http/body.ts';
import { clientNetwork } from '../adapters/http/client-network.ts';
import { createCors } from '../adapters/http/cors.ts';
import { createDocsRoutes } from '../adapters/http/docs-page.ts';
import { createExpressApp } from '../adapters/http/express-app.ts';
import { findViolation } from '../adapters/http/guard.ts';
import { ids } from '../adapters/http/ids.ts';
import { createMetrics } from '../adapters/http/metrics.ts';
import { createOperationsRoutes } from '../adapters/http/probes.ts';
import { createRateLimits } from '../adapters/http/rate-limits.ts';
import { requestIdOf } from '../adapters/http/request-id.ts';
import { createMailer } from '../adapters/mail/mailer.ts';
import { createApiKeyLookup } from '../adapters/postgres/access/api-key-lookup.ts';
import { createAuthKysely } from '../adapters/postgres/access/auth-kysely.ts';
import { openDatabase } from '../adapters/postgres/connection/database.ts';
import { createDeliveryChecks } from '../adapters/postgres/providers/delivery-checks.ts';
import { createFeedStore } from '../adapters/postgres/feed/feed-store.ts';
import { createIdempotencyStore } from '../adapters/postgres/operations/idempotency-store.ts';
import { createChanges } from '../adapters/postgres/read-model/live-updates.ts';
import { createChainReads } from '../adapters/postgres/read-model/read/chain-reads.ts';
import { createKnownGiveaways } from '../adapters/postgres/providers/known-giveaways.ts';
import { createListingWriter } from '../adapters/postgres/listings/listing-writer.ts';
import { createPendingRounds } from '../adapters/postgres/providers/pending-rounds.ts';
import { createRoundClaims } from '../adapters/postgres/providers/round-claims.ts';
import { createProvisions } from '../adapters/postgres/providers/provisions.ts';
import { createReadModel } from '../adapters/postgres/read-model/read-model.ts';
import { createSignInCodeStore } from '../adapters/postgres/access/sign-in-code-store.ts';
import { createStores } from '../adapters/postgres/stores.ts';
import { createWebhookQueue } from '../adapters/postgres/webhooks/webhook-queue.ts';
import { createFeedDocuments } from '../adapters/rest/feed/feed-documents.ts';
import { createOpenApiDocument } from '../adapters/rest/openapi/document.ts';
import { PROVIDER_PATH, sendProviderError } from '../adapters/rest/provider/provider-answers.ts';
import { createProviderRoutes } from '../adapters/rest/provider/provider-routes.ts';
import { sendPublisherError, toDomainError } from '../adapters/rest/errors.ts';
import { createRestRoutes } from '../adapters/rest/routes.ts';
import { createWebhookCalls } from '../adapters/webhooks/calls.ts';
import type { ChainConfig } from '../config/chain-config.ts';
import type { Config } from '../config/config.ts';
import type { Ports } from '../core/ports.ts';
import { verifyPrizeDelivery } from '../core/prizes/verify-prize-delivery.ts';
import { perform, type Perform } from '../core/operations/perform.ts';
import { finishProvision } from '../core/provisioning/finish-provision.ts';
import { run, type Run } from '../core/use-case.ts';
import { sendWebhook } from '../core/webhooks/deliver/send-webhook.ts';
import { openChain } from './chain/open-chain.ts';
import { createFailureLog } from './failure-log.ts';
import { openJobs } from './open-jobs.ts';
import { createPublicFront } from './public-front.ts';
import { openSubscriptions } from './open-subscriptions.ts';
import type { UncaughtKind } from './uncaught.ts';
import { startWebhooks } from './start-webhooks.ts';

/** How far replicas may lag behind before a change can be missed for longer than seconds. */
const REPLICA_LAG_MS = 5_000;

/** A whole gateway without a socket. */
export interface App {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Whether the request is one to become a WebSocket. */
  upgrades(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** The file with the operator token, when this installation made it itself. */
  readonly operatorTokenFile: string | undefined;
  /** The chain that this installation runs itself. */
  readonly embeddedChain: { readonly url: string; readonly hub: string } | undefined;
  /** Logs and counts an error that nobody caught. */
  readonly reportUncaught: (kind: UncaughtKind, error: unknown) => void;
  /** From now on /readyz answers 503, and subscriptions end. */
  drain(): void;
  close(): Promise<void>;
}

/**
 * Wires configuration, adapters, ports and routes together: the only place where they meet. Who passes `open` keeps hold of
 * the database.
 */
export async function createApp(config: Config, log: Logger, open = openDatabase): Promise<App> {
  const warn = (message: string) => log.warn(message);
  const clock = { now: () => new Date() };
  const secrets = await naming(
    'DATA_DIR',
    readSecrets({
      directory: config.DATA_DIR,
      operatorHashes: config.OPERATOR_TOKEN_HASH,
      authSecret: config.AUTH_SECRET,
      signingKeys: config.OAUTH_SIGNING_KEYS,
    }),
  );
  const custody = await naming(
    config.KEY_ENCRYPTION_KEYS === undefined ? 'DATA_DIR' : 'KEY_ENCRYPTION_KEYS',
    createCustody({
      keyEncryptionKeys: config.KEY_ENCRYPTION_KEYS,
      directory: config.DATA_DIR,
      production: config.production,
      ids,
      clock,
    }),
  );
  const database = await naming(
    config.DATABASE_URL === undefined ? 'DATA_DIR' : 'DATABASE_URL',
    open({
      url: config.DATABASE_URL,
      readUrl: config.DATABASE_READ_URL,
      directory: join(config.DATA_DIR, 'db'),
      warn,
      note: (message) => log.debug(message),
    }),
  );
  const redis = config.REDIS_URL === undefined ? undefined : connectRedis(config.REDIS_URL, warn);
  const settling = { settleMs: config.DATABASE_READ_URL === undefined ? 0 : REPLICA_LAG_MS, now: Date.now };
  const epoch = redis ? createSharedEpoch(redis, warn, settling) : createLocalEpoch(settling);
  const mailer = createMailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    directory: join(config.DATA_DIR, 'mail'),
    production: config.production,
  });
  const stores = createStores(database, ids);
  const apiKeys = createApiKeyLookup(database.sql, clock, warn);
  const sessions = createSessions({
    publicUrl: config.PUBLIC_URL,
    secret: secrets.authSecret,
    kysely: createAuthKysely(database),
    accounts: stores.accounts,
    ids,
    async sendCode(email, code) {
      if (config.SMTP_URL === undefined && !config.production) log.info({ email, code }, 'sign-in code');
      await mailer.send({
        to: email,
        subject: 'Your sign-in code',
        text: `Your sign-in code is ${code}.\n\nIt holds for ten minutes. If you did not ask for it, ignore this message.\n`,
      });
    },
  });
  const metrics = createMetrics();
  const chain = await openChain({
    config: config.chain,
    directory: config.DATA_DIR,
    sharesDatabase: config.DATABASE_URL !== undefined,
    maxFeeGwei: config.MAX_FEE_GWEI,
    database,
    wallets: stores.wallets,
    custody,
    metrics,
    log,
    thread:
      config.DATABASE_URL === undefined
        ? undefined
        : {
            databaseUrl: config.DATABASE_URL,
            keyEncryptionKeys: config.KEY_ENCRYPTION_KEYS,
            directory: config.DATA_DIR,
            production: config.production,
          },
  });
  const idempotency = createIdempotencyStore(database.sql);
  const jobs = openJobs({
    database,
    metrics,
    log,
    retention: { operationDays: config.OPERATION_RETENTION_DAYS, auditMonths: config.AUDIT_RETENTION_MONTHS },
    handlers: {
      'finish-provision': (data, addedAt) => finishProvision(ports, data, addedAt),
      'verify-prize-delivery': (data, addedAt) => verifyPrizeDelivery(ports, { ...data, addedAt }),
      'send-webhook': (data) => sendWebhook(ports, data),
    },
  });
  const changes = createChanges(database);
  const ports: Ports = {
    ...stores,
    beacon: chain.beacon,
    chainReads: createChainReads(database.freshReadSql),
    changes,
    clock,
    contracts: chain.contracts,
    credentials,
    deliveryChecks: createDeliveryChecks(database.sql),
    digests,
    feed: createFeedStore(database),
    feedChanges: createFeedChanges(epoch),
    idempotency,
    ids,
    jobs,
    keyEncryption: custody.keyEncryption,
    knownGiveaways: createKnownGiveaways(database.sql),
    listingWriter: createListingWriter(database.sql),
    operations: chain.operations,
    mail: mailer,
    pendingRounds: createPendingRounds(database.sql),
    roundClaims: createRoundClaims(database.sql),
    permits: chain.permits,
    provisions: createProvisions(database.sql),
    proofChains: createProofChains({
      urls: config.PROOF_RPC_URLS,
      own: ownNode(config.chain, chain.embedded),
    }),
    publicChainReads: createChainReads(database.readSql),
    rateLimits: createRateLimits({ perMinute: config.RATE_LIMIT, signInCodes: config.SIGN_IN_LIMIT, redis }),
    readModel: createReadModel(database.sql),
    sealing: custody.sealing,
    signatures,
    signIn: sessions,
    signInCodes: createSignInCodes(secrets.authSecret, createSignInCodeStore(database.sql)),
    walletKeys: custody.walletKeys,
    webhookCalls: createWebhookCalls({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE }),
    webhookQueue: createWebhookQueue(database.sql),
  };
  const runForCaller: Run = (caller, useCase, rawInput) => run(ports, caller, useCase, rawInput);
  const performForCaller: Perform = (caller, operation, rawInput, options) =>
    perform(ports, caller, operation, rawInput, options);

  const ownIssuer = `${config.PUBLIC_URL}/oauth`;
  const authenticator = createAuthenticator({
    apiKeys,
    operatorHashes: secrets.operatorHashes,
    sessions,
    sessionCookie: SESSION_COOKIE,
    serviceTokens: createServiceTokens({
      issuers: config.OAUTH_EMBEDDED_ISSUER
        ? [...config.OAUTH_ISSUERS, { issuer: ownIssuer, jwks: toPublicKeys(secrets.signingKeys) }]
        : config.OAUTH_ISSUERS,
      findPublisherId: async (namespace) => (await stores.publishers.findOrCreate(namespace, clock.now())).id,
    }),
  });

  const reportFailure = createFailureLog(log);
  const cors = createCors(config.CORS_ORIGINS);
  const schema = createSchema();
  const graphql = await createGraphqlServer({
    schema,
    introspection: config.INTROSPECTION,
    reportFailure,
    notePlanFailure(plan, reason, error) {
      metrics.countPlanFallback(plan, reason);
      log.debug({ err: error, plan, reason }, 'a compiled plan did not answer');
    },
    logger: log,
  });
  const transport = createGraphqlTransport({
    server: graphql,
    ports,
    run: runForCaller,
    perform: performForCaller,
    requestIdOf,
    networkOf: (request) => clientNetwork(request, config.TRUST_PROXY),
  });
  const subscriptions = openSubscriptions({
    schema,
    ports,
    run: runForCaller,
    identify: authenticator.identify,
    cors,
    hops: config.TRUST_PROXY,
    most: config.MAX_SUBSCRIPTIONS,
    reportFailure,
  });
  const documents = createFeedDocuments(ports, config.PUBLIC_URL);

  const admission = createAdmission(ports.rateLimits, config.TRUST_PROXY);
  const refuse = (request: IncomingMessage, response: ServerResponse, reason: unknown) => {
    const error = isBrokenOff(request, reason) ? new IncompleteBody(reason) : reason;
    const known = toDomainError(error);
    if (known.code === 'INTERNAL' || known.code === 'SERVICE_UNAVAILABLE')
      reportFailure(error, requestIdOf(request));
    if (error instanceof IncompleteBody)
      log.info({ requestId: requestIdOf(request), path: request.url?.split('?')[0] }, error.message);
    if (!response.headersSent) response.setHeader('x-request-id', requestIdOf(request));
    if (hasUnreadBody(request)) response.setHeader('connection', 'close');
    const url = request.url ?? '';
    if (url.startsWith('/graphql')) sendGraphqlError(response, known, requestIdOf(request));
    else if (url.startsWith(PROVIDER_PATH))
      sendProviderError(response, known, { requestId: requestIdOf(request), url });
    else sendPublisherError(response, known);
  };

  const front = createPublicFront({
    epoch,
    redis,
    documents,
    transport,
    admission,
    metrics,
    corsHeaders: cors.headersFor,
    refuse,
  });

  const issuerDoors = [
    ['/oauth', countEach(admission)],
    [
      '/oauth',
      createIssuer({
        issuer: ownIssuer,
        keys: secrets.signingKeys,
        clients: stores.serviceClients,
        cookieSecret: secrets.authSecret,
      }),
    ],
  ] as const;

  let draining = false;
  const isReady = async () => !draining && (await database.isReachable());
  const app = createExpressApp({
    log,
    cors,
    metrics,
    refuse,
    doors: [
      ['/', createOperationsRoutes({ isReady, metrics })],
      [
        '/',
        createDocsRoutes(
          createOpenApiDocument({
            publicUrl: config.PUBLIC_URL,
            issuesTokens: config.OAUTH_EMBEDDED_ISSUER,
          }),
        ),
      ],
      [
        '/',
        createGraphqlRoute({
          transport,
          admit: (request, response) => admission.admit(request, response, authenticator.identify),
          readSizedJson,
          refuse,
        }),
      ],
      [
        '/',
        createRestRoutes({
          admit: (request, response) => admission.admit(request, response, authenticator.identifyServer),
          readJson,
          run: runForCaller,
          refuse,
        }),
      ],
      [
        '/',
        createProviderRoutes({
          admit: (request, response) => admission.admit(request, response, authenticator.identifyServer),
          readJson,
          run: runForCaller,
          perform: performForCaller,
          requestIdOf,
          countAnonymous: admission.countAnonymous,
          refuse,
        }),
      ],
      ...(config.OAUTH_EMBEDDED_ISSUER ? issuerDoors : []),
      ...(chain.beaconDoor ? [['/beacon', chain.beaconDoor] as const] : []),
    ],
  });

  await jobs.start();
  const webhooks = startWebhooks({ ...ports, log });
  return {
    handle(request, response) {
      const violation = findViolation(request);
      if (violation) {
        response.setHeader('connection', 'close');
        refuse(request, response, violation);
        return;
      }
      if (draining) response.setHeader('connection', 'close');
      if (!front(request, response)) app(request, response);
    },
    upgrades: subscriptions.upgrades,
    upgrade: subscriptions.upgrade,
    operatorTokenFile: secrets.operatorTokenFile,
    embeddedChain: chain.embedded,
    reportUncaught(kind, error) {
      metrics.countUncaught(kind, 'main');
      log.error({ err: error, kind }, 'an error that nobody caught');
    },
    drain() {
      draining = true;
      void subscriptions.stop();
    },
    async close() {
      await subscriptions.stop();
      changes.close();
      await graphql.stop();
      await webhooks.stop();
      await jobs.stop();
      await chain.stop();
      idempotency.close();
      await apiKeys.close();
      epoch.close();
      redis?.disconnect();
      mailer.close();
      await database.close();
    },
  };
}

/** The node of the chain that the contracts are on. */
function ownNode(config: ChainConfig, embedded: App['embeddedChain']) {
  if (config.kind === 'off') return undefined;
  const url = config.kind === 'remote' ? config.rpcUrl : embedded?.url;
  return url === undefined ? undefined : { url, confirmations: config.confirmations };
}

/** Says which variable to look at when something that it names cannot be used. */
async function naming<Result>(variable: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    const { message, code } = cause as NodeJS.ErrnoException;
    throw new Error(`${variable} does not work: ${message || code}`, { cause });
  }
}
