import { createCredentials } from '../adapters/auth/secrets.ts';
import type { InstallationSecrets } from '../adapters/auth/secret-files.ts';
import { createFeedChanges } from '../adapters/cache/response-cache.ts';
import { digests } from '../adapters/chain/hub/digests.ts';
import { createProofChains } from '../adapters/chain/hub/proof-chains.ts';
import { signatures } from '../adapters/chain/hub/signatures.ts';
import type { Custody } from '../adapters/custody/custody.ts';
import type { GraphqlPorts } from '../adapters/graphql/gateway/context.ts';
import { ids } from '../runtime/ids.ts';
import type { Metrics } from '../adapters/http/metrics/metrics.ts';
import { createRateLimits } from '../adapters/http/rate-limits.ts';
import { createSignerLedger } from '../adapters/postgres/health/signer-ledger.ts';
import { createFeedStore } from '../adapters/postgres/feed/feed-store.ts';
import { createOwnListings } from '../adapters/postgres/listings/own/own-listings.ts';
import { createListingWriter } from '../adapters/postgres/listings/listing-writer.ts';
import { createDeliveryChecks } from '../adapters/postgres/providers/delivery-checks.ts';
import { createKnownGiveaways } from '../adapters/postgres/providers/known-giveaways.ts';
import { createListingLinks } from '../adapters/postgres/providers/listing-links.ts';
import { createPendingRounds } from '../adapters/postgres/providers/pending-rounds.ts';
import { createProvisions } from '../adapters/postgres/providers/provisions.ts';
import { createRoundClaims } from '../adapters/postgres/providers/round-claims.ts';
import { createReadModel } from '../adapters/postgres/read-model/read-model.ts';
import { createRecordedDraws } from '../adapters/postgres/read-model/read/recorded-draws.ts';
import { createChainReads } from '../adapters/postgres/read-model/read/chain-reads.ts';
import { createGiveawaySchedules } from '../adapters/postgres/read-model/read/giveaway-schedules.ts';
import { createDeliveryResults } from '../adapters/postgres/read-model/read/delivery-results.ts';
import { createProjectedPassports } from '../adapters/postgres/read-model/read/projected-passports.ts';
import { createRoundChartReads } from '../adapters/postgres/read-model/read/round-charts.ts';
import { createReportFigureReads } from '../adapters/postgres/statistics/report-figures.ts';
import { createStatisticsReads } from '../adapters/postgres/statistics/statistics-reads.ts';
import { createTrackRecordReads } from '../adapters/postgres/read-model/read/track-records.ts';
import { createFeedMatches } from '../adapters/postgres/webhooks/feed-matches.ts';
import { createWebhookQueue } from '../adapters/postgres/webhooks/webhook-queue.ts';
import { createImageDecoder } from '../adapters/pictures/decode-image.ts';
import { createImageFetches } from '../adapters/pictures/fetch-image.ts';
import { createDomainProofs } from '../adapters/domains/domain-proofs.ts';
import { toFeedMessage } from '../adapters/rest/feed/feed-message.ts';
import { createWebhookCalls } from '../adapters/webhooks/calls.ts';
import { createSubscriberCalls } from '../adapters/webhooks/subscriber-calls.ts';
import type { FoundLegalTexts } from '../adapters/web/legal-texts.ts';
import type { Config } from '../config/config.ts';
import type { Ports, Stores } from '../adapters/ports/ports.ts';
import { openInstallation } from './start/open-installation.ts';
import { openBackups } from './backup/open-backups.ts';
import type { Chain } from './chain/chain.ts';
import { createDrawProofs } from './chain/draw-proofs.ts';
import type { LiveSettings } from './settings/live-settings.ts';
import type { Storage } from './open-storage.ts';

const MEGABYTE = 1_000_000;

interface PortsParts {
  readonly config: Config;
  readonly live: LiveSettings;
  readonly legal: FoundLegalTexts;
  readonly storage: Storage;
  readonly custody: Custody;
  readonly secrets: InstallationSecrets;
  readonly chain: Chain;
  readonly metrics: Pick<Metrics, 'countShed' | 'countWebhookCall' | 'countConfirmation'>;
  readonly stores: Stores & Pick<Ports, 'transaction'>;
  /** The clock, and the ports that createApp closes. */
  readonly opened: Pick<
    Ports,
    | 'clock'
    | 'idempotency'
    | 'listingClicks'
    | 'jobs'
    | 'mail'
    | 'passkeyCeremonies'
    | 'serviceHealth'
    | 'signIn'
    | 'signInCodes'
  >;
}

/** The ports of the core and of the GraphQL server, from the adapters of this configuration. */
export function openPorts({
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
}: PortsParts): GraphqlPorts {
  const { database, epoch, chainEpoch } = storage;
  const chainReads = createChainReads(database.freshReadSql);
  return {
    ...stores,
    ...opened,
    ...openCalls(config, metrics),
    ...openPictures(config),
    backups: openBackups(config, database),
    beacon: chain.beacon,
    chainReads,
    contracts: chain.contracts,
    credentials: createCredentials(secrets.authSecrets),
    deliveryChecks: createDeliveryChecks(database.sql),
    deliveryResults: createDeliveryResults(chainReads),
    digests,
    domainProofs: createDomainProofs({
      isOn: config.DOMAIN_CHECKS,
      servers: config.DOMAIN_DNS_SERVERS,
      allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
    }),
    drawProofs: createDrawProofs({ draws: createRecordedDraws(database.readSql), node: chain.node }),
    feed: createFeedStore(database),
    feedChanges: createFeedChanges(epoch),
    feedMatches: createFeedMatches(database.sql),
    giveawaySchedules: createGiveawaySchedules(createChainReads(database.readSql)),
    ids,
    installation: openInstallation(config, legal, database.migrator),
    keyEncryption: custody.keyEncryption,
    knownGiveaways: createKnownGiveaways(database.sql),
    listingLinks: createListingLinks(database.readSql),
    listingWriter: createListingWriter(database.sql),
    operations: chain.operations,
    ownListings: createOwnListings(database),
    pendingRounds: createPendingRounds(database.sql),
    permits: chain.permits,
    proofChains: createProofChains({
      urls: config.PRIZE_CHAIN_RPC_URLS,
      own:
        config.chain.kind === 'off'
          ? undefined
          : { rpc: chain.node, confirmations: config.chain.confirmations },
    }),
    projectedPassports: createProjectedPassports(chainReads),
    provisions: createProvisions(database.sql),
    publicChainReads: createChainReads(database.readSql),
    rateLimits: createRateLimits({
      perMinute: () => live.now().RATE_LIMIT,
      signInCodes: () => live.now().SIGN_IN_LIMIT,
      redis: storage.counters,
      noteExceeded: () => metrics.countShed('rate-limit'),
    }),
    readModel: createReadModel(database.sql, chainEpoch.advance),
    reportFigureReads: createReportFigureReads(database.sql),
    roundChartReads: createRoundChartReads(database.readSql),
    roundClaims: createRoundClaims(database.sql),
    sealing: custody.sealing,
    signatures,
    signerLedger: createSignerLedger(database.sql),
    statisticsReads: createStatisticsReads(database.readSql),
    trackRecordReads: createTrackRecordReads(database.readSql),
    walletKeys: custody.walletKeys,
    webhookQueue: createWebhookQueue(database.sql),
  };
}

/** The calls of receivers of webhooks and subscriptions. */
function openCalls(config: Config, metrics: PortsParts['metrics']) {
  const allowPrivate = config.WEBHOOK_ALLOW_PRIVATE;
  return {
    subscriberCalls: createSubscriberCalls({ allowPrivate, noteConfirmation: metrics.countConfirmation }),
    webhookCalls: createWebhookCalls({
      allowPrivate,
      noteOutcome: metrics.countWebhookCall,
      toFeedMessage: (topic, payloads) => toFeedMessage(topic, payloads, config.PUBLIC_URL),
    }),
  };
}

function openPictures(config: Config): Pick<Ports, 'imageDecoder' | 'imageFetches' | 'pictureSpace'> {
  return {
    imageDecoder: createImageDecoder(),
    imageFetches: createImageFetches({
      servers: config.DOMAIN_DNS_SERVERS,
      allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
    }),
    pictureSpace: {
      ofPublisher: config.PICTURE_STORAGE_OF_PUBLISHER_MB * MEGABYTE,
      inAll: config.PICTURE_STORAGE_MB * MEGABYTE,
    },
  };
}
