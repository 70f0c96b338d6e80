import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { GraphqlPorts } from '../adapters/graphql/gateway/context.ts';
import { findViolation } from '../adapters/http/guard.ts';
import { createRouteFinder } from '../adapters/ports/route.ts';
import { ROUTES } from '../adapters/rest/routes.ts';
import { namingFullDisk } from '../runtime/disk.ts';
import { ids } from '../runtime/ids.ts';
import type { Metrics } from '../adapters/http/metrics/metrics.ts';
import { createMailer } from '../adapters/mail/mailer.ts';
import { openUnmigrated } from '../adapters/postgres/connection/database.ts';
import { requireRestored } from '../adapters/postgres/migrate/migration-state.ts';
import { createListingClicks } from '../adapters/postgres/listings/listing-clicks.ts';
import { createIdempotencyStore } from '../adapters/postgres/operations/idempotency-store.ts';
import { createLiveUpdates } from '../adapters/postgres/read-model/live-updates.ts';
import { createStores } from '../adapters/postgres/stores.ts';
import { createExplorer } from '../adapters/web/explorer.ts';
import { readLegalTexts, type FoundLegalTexts } from '../adapters/web/legal-texts.ts';
import { createLazySite } from '../adapters/web/load-site.ts';
import { createPublicPages } from '../adapters/web/public-pages.ts';
import { createAnnouncer, type Announcer } from '../adapters/webhooks/announcer.ts';
import { createFeedDocuments } from '../adapters/rest/feed/feed-documents.ts';
import type { Config } from '../config/config.ts';
import { relyingPartyOf } from '../core/passkeys/relying-party.ts';
import { ANONYMOUS_TENANT, workFor } from '../runtime/concurrency/tenants.ts';
import { nameVariableInError } from '../runtime/config-error.ts';
import type { Chain } from './chain/chain.ts';
import { openChain } from './chain/open-chain.ts';
import { prepareChain, type PreparedChain } from './chain/prepare-chain.ts';
import { openAuth } from './open-auth.ts';
import { openGraphql } from './open-graphql.ts';
import { createLiveSettings } from './settings/live-settings.ts';
import { openHttp } from './open-http.ts';
import { openMetrics } from './status/open-metrics.ts';
import { openJobs } from './open-jobs.ts';
import { openPorts } from './open-ports.ts';
import { openCachedReads } from './open-cached-reads.ts';
import { openSite } from './site/open-site.ts';
import { openTracing } from './serving/open-tracing.ts';
import { traceRequest } from './serving/trace-request.ts';
import { openServed, type Served } from './serving/served.ts';
import { checkSecrets, openSecrets, storeSecretChecks } from './open-secrets.ts';
import { openStorage, type Storage } from './open-storage.ts';
import { openSubscriptions } from './open-subscriptions.ts';
import { createSharedSettings } from './status/shared-settings.ts';
import { openStatus, watchConnections, watchService } from './status/open-status.ts';
import type { UncaughtKind } from './uncaught.ts';

/** A whole gateway without a listening socket. */
export interface App {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Whether the request asks for a WebSocket. */
  upgrades(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** The network by which the client is counted. */
  networkOf(request: IncomingMessage): string;
  /** Called when the connection of a client that does not read is cut. */
  onCut(reason: string): void;
  /** The file with the operator token, if this installation generated it. */
  readonly operatorTokenFile: string | undefined;
  /** The chain that runs in this installation. */
  readonly embeddedChain: Chain['embedded'];
  /** Logs and counts an uncaught error. */
  readonly reportUncaught: (kind: UncaughtKind, error: unknown) => void;
  /** What the server of the metrics serves. */
  readonly metrics: Pick<Metrics, 'text' | 'contentType'>;
  /** Loads the site, and lets the first document start the thread of costly reads. */
  warmUp(): Promise<void>;
  /** Takes over the settings that can change while the gateway runs. */
  reload(read: () => Config): void;
  /** From now on /readyz answers 503, and subscriptions end. */
  drain(): void;
  /** From now on no request waits for the chain: each is answered with what is known. */
  endWaits(): void;
  close(): Promise<void>;
}

const clock = { now: () => new Date() };

/**
 * Wires configuration, adapters, ports and routes together. `open` lets the caller replace the database. If the gateway cannot start, the
 * database is closed again.
 */
export async function createApp(config: Config, log: Logger, open = openUnmigrated): Promise<App> {
  return namingFullDisk(config.DATA_DIR, openApp(config, log, open));
}

/** Checks everything that can refuse the start, then migrates the database, and then opens what needs it. */
async function openApp(config: Config, log: Logger, open: typeof openUnmigrated): Promise<App> {
  const legal = await nameVariableInError('LEGAL_TEXTS', readLegalTexts(config.LEGAL_TEXTS));
  const closeTracing = await openTracing(config.tracing);
  const opened = await openSecrets(config, clock);
  const { custody } = opened;
  const storage = await openStorage(config, log, open);
  const { migrator, sql } = storage.database;
  let preparedChain: PreparedChain | undefined;
  try {
    requireRestored(await migrator.state());
    await checkSecrets(config, custody, sql);
    preparedChain = await prepareChain({ config, custody, sql, log });
    await migrator.up();
    await storeSecretChecks(config, custody, sql);
    return await assemble(config, log, { ...opened, legal, storage, preparedChain, closeTracing });
  } catch (error) {
    await preparedChain?.stop();
    await storage.close();
    await closeTracing();
    throw error;
  }
}

interface Foundations extends Awaited<ReturnType<typeof openSecrets>> {
  readonly legal: FoundLegalTexts;
  readonly storage: Storage;
  readonly preparedChain: PreparedChain;
  readonly closeTracing: () => Promise<void>;
}

async function assemble(
  config: Config,
  log: Logger,
  { secrets, custody, legal, storage, preparedChain, closeTracing }: Foundations,
): Promise<App> {
  const site = createLazySite({
    publicUrl: config.PUBLIC_URL,
    hasChain: config.chain.kind !== 'off',
    sendsMail: config.SMTP_URL !== undefined || !config.production,
    hasPasskeys: relyingPartyOf(config.PUBLIC_URL) !== undefined,
    isForDevelopment: !config.production,
    explorerUrl: config.CHAIN_EXPLORER_URL,
    legalTexts: legal.texts,
  });
  const findRoute = createRouteFinder(ROUTES);
  const live = createLiveSettings(config, log);
  const metrics = openMetrics(config, findRoute, site);
  const { database, chainEpoch } = storage;
  const stores = createStores(database, ids);
  const mail = createMailer({
    smtpUrl: config.SMTP_URL,
    from: config.MAIL_FROM,
    directory: join(config.DATA_DIR, 'mail'),
    production: config.production,
    noteRefused: (message) => log.warn(message, 'the mail server refused a mail for good'),
  });
  const auth = openAuth({ config, log, clock, secrets, database, stores, mail });
  const { passkeyCeremonies, signIn, signInCodes } = auth;
  let webhooks: Announcer | undefined;
  const chainParts = {
    config,
    feeCap: live.feeCap,
    database,
    custody,
    metrics,
    log,
    wallets: stores.wallets,
    indexed() {
      chainEpoch.advance();
      webhooks?.poke();
    },
  };
  const chain = await openChain(chainParts, preparedChain);
  const idempotency = createIdempotencyStore(database.sql);
  const listingClicks = createListingClicks(database.sql, clock, (message) => log.warn(message));
  const jobs = openJobs({ config, database, metrics, log, chain, ports: () => ports });
  const liveUpdates = createLiveUpdates(database, chainEpoch.advance);
  const issuers = auth.otherIssuers;
  const sharedSettings = createSharedSettings({ config, secrets, sql: database.sql, log });
  const status = { config, live, storage, custody, sharedSettings, chain, metrics, mail, jobs, issuers, log };
  const serviceHealth = openStatus(status);
  watchService({ config, database, metrics, serviceHealth });
  const signIns = { passkeyCeremonies, signIn, signInCodes };
  const opened = { clock, idempotency, listingClicks, jobs, mail, serviceHealth, ...signIns };
  const ports: GraphqlPorts = openPorts({
    config,
    live,
    legal,
    storage,
    custody,
    secrets,
    chain,
    metrics,
    stores,
    opened,
  });

  const served = openServed({ config, live, log, site, findRoute, metrics, ports });
  const graphql = await openGraphql(served);
  const { schema, transport, readsThread } = graphql;
  const { identify } = auth.authenticator;
  const subscriptions = openSubscriptions(served, { schema, liveUpdates, identify });
  watchConnections({ metrics, storage, subscriptions });
  const documents = createFeedDocuments(ports, config.PUBLIC_URL);
  const publicPages = createPublicPages(site);
  const cachedReads = openCachedReads(served, {
    storage,
    documents,
    pages: publicPages,
    transport,
    readsThread,
  });
  const pages = openSite(served, { auth, transport, cachedReads });
  let isDraining = false;
  const isReady = async () => !isDraining && (await database.isReachable());
  const explorer = config.EXPLORER === 'off' ? undefined : createExplorer({ site, mode: config.EXPLORER });
  const { storageFault } = serviceHealth;
  const routed = { auth, schema, transport, chain, explorer, pages, isReady, storageFault };
  const serve = traceRequest(findRoute, openHttp(served, routed));
  const express: typeof serve = (request, response) =>
    workFor(ANONYMOUS_TENANT, () => serve(request, response));

  await jobs.start();
  sharedSettings.start();
  const announcer = (webhooks = createAnnouncer({ ...ports, log }));
  return {
    handle: handleWith(served, { cachedReads, express, isDraining: () => isDraining }),
    upgrades: subscriptions.upgrades,
    upgrade: subscriptions.upgrade,
    networkOf: served.networkOf,
    onCut: metrics.countCut,
    operatorTokenFile: secrets.operatorTokenFile,
    embeddedChain: chain.embedded,
    reportUncaught(kind, error) {
      metrics.countUncaught(kind, 'main');
      log.error({ err: error, kind }, 'an uncaught error');
    },
    metrics,
    async warmUp() {
      readsThread?.startWithDocuments();
      await site.load();
    },
    reload: live.reload,
    drain() {
      isDraining = true;
      void subscriptions.stop();
    },
    endWaits: chain.endWaits,
    async close() {
      await subscriptions.stop();
      liveUpdates.close();
      await graphql.stop();
      await announcer.stop();
      await jobs.stop();
      sharedSettings.stop();
      await chain.stop();
      idempotency.close();
      await listingClicks.close();
      await auth.close();
      mail.close();
      await storage.close();
      await closeTracing();
    },
  };
}

interface Handlers {
  /** Answers public reads. Returns whether it took the request. */
  readonly cachedReads: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Answers all other requests. */
  readonly express: (request: IncomingMessage, response: ServerResponse) => void;
  readonly isDraining: () => boolean;
}

function handleWith(
  { respondWithError, findRoute, takeTurn, findOverload, metrics }: Served,
  { cachedReads, express, isDraining }: Handlers,
): App['handle'] {
  return (request, response) => {
    const violation = findViolation(request);
    if (violation || isDraining()) response.setHeader('connection', 'close');
    if (violation) return respondWithError(request, response, violation);
    if (cachedReads(request, response)) return undefined;
    // A load balancer must not take a burst for a failure.
    if (findRoute(request.url ?? '')?.isProbe) return express(request, response);
    const isChange = request.method !== 'GET' && request.method !== 'HEAD';
    const overload = isChange ? undefined : findOverload(request);
    if (overload) {
      metrics.observe(request, response);
      return respondWithError(request, response, overload);
    }
    const turn = takeTurn(request, isChange);
    if (turn === undefined) return express(request, response);
    return void turn.then(() => express(request, response));
  };
}
