import type { IssuerKeys } from '../../adapters/auth/issuer-keys.ts';
import type { SubscriptionGateway } from '../../adapters/graphql/subscriptions/socket.ts';
import type { Custody } from '../../adapters/custody/custody.ts';
import type { Logger } from 'pino';
import type { RunningJobs } from '../../adapters/jobs/jobs.ts';
import type { Mailer, MailServer } from '../../adapters/mail/mailer.ts';
import type { Metrics } from '../../adapters/http/metrics/metrics.ts';
import type { Database } from '../../adapters/postgres/connection/database.ts';
import { readDueMessages } from '../../adapters/postgres/health/due-messages.ts';
import { readWaitingOperations } from '../../adapters/postgres/health/waiting-operations.ts';
import type { Config } from '../../config/config.ts';
import type { BeaconSource } from '../../core/draws/beacon-source.ts';
import { beaconRoundAt, timeOfBeaconRound } from '../../core/draws/quicknet.ts';
import { DomainError } from '../../core/errors.ts';
import {
  SERVICE_PARTS,
  STORAGE_FAULTS,
  type PartHealth,
  type ServiceHealth,
  type ServicePart,
  type StorageFault,
} from '../../core/status/service-health.ts';
import type { Chain } from '../chain/chain.ts';
import type { LiveSettings } from '../settings/live-settings.ts';
import type { Storage } from '../open-storage.ts';
import { checkNode, checkReadModel, openPulse } from './check-chain.ts';
import { watchClock } from './check-clock.ts';
import { DOWN, OFF, OK, toLag } from './part-health.ts';
import {
  checkBackup,
  checkCache,
  checkUsedKeys,
  checkOperations,
  checkReplica,
  watchDatabase,
} from './check-storage.ts';
import type { SharedSettings } from './shared-settings.ts';
import { watchPart, type PartCheck } from './watch-part.ts';

interface StatusParts {
  readonly config: Config;
  readonly live: Pick<LiveSettings, 'health'>;
  readonly storage: Pick<Storage, 'database' | 'redis' | 'counters'>;
  readonly custody: Pick<Custody, 'keyEncryption'>;
  readonly sharedSettings: SharedSettings;
  readonly chain: Pick<Chain, 'node' | 'beacon' | 'embedded'>;
  readonly metrics: Pick<Metrics, 'readModelLag' | 'isOtherChain' | 'chainClockAhead'>;
  readonly mail: Pick<Mailer, 'server'>;
  readonly jobs: Pick<RunningJobs, 'backlog'>;
  /** The keys of the other issuers of service tokens. */
  readonly issuers: readonly IssuerKeys[];
  readonly log: Pick<Logger, 'warn'>;
}

const FRESH_MS = 1_000;
/** Relays are other people's servers. */
const BEACON_FRESH_MS = 15_000;
/** Mail servers limit how often a client may log in. */
const MAIL_FRESH_MS = 60_000;
const QUEUES_FRESH_MS = 5_000;
const ISSUER_FRESH_MS = 5_000;
/** How long a relay may take to have a signature, in seconds. */
const RELAY_SECONDS = 6;

/** The health of the service, for probes too. */
export interface ProbedHealth extends ServiceHealth {
  /** Why nothing can be stored, as the last check found; begins the next check when that is due, and waits for none. */
  storageFault(): StorageFault | undefined;
}

/** The states of the parts as this instance sees them. */
export function openStatus({
  config,
  live,
  storage,
  custody,
  sharedSettings,
  chain,
  metrics,
  mail,
  jobs,
  issuers,
  log,
}: StatusParts): ProbedHealth {
  const { database, redis, counters } = storage;
  const { replica } = database;
  const pulse = openPulse(config.chain, chain.node, metrics);
  const ofChain = (check: PartCheck): PartCheck => (config.chain.kind === 'off' ? always(OFF) : check);
  const checks: Readonly<Record<ServicePart, PartCheck | readonly PartCheck[]>> = {
    DATABASE: {
      check: watchDatabase(database, embeddedIn(config), (message) => log.warn(message)),
      freshMs: FRESH_MS,
    },
    REPLICA: replica ? { check: () => checkReplica(replica), freshMs: FRESH_MS } : always(OFF),
    CACHE: (redis ?? counters) ? { check: () => checkCache(storage), freshMs: FRESH_MS } : always(OFF),
    NODE: ofChain({ check: () => checkNode(pulse, metrics, chain.embedded), freshMs: FRESH_MS }),
    READ_MODEL: ofChain({
      check: () => checkReadModel(pulse, metrics),
      freshMs: FRESH_MS,
    }),
    OPERATIONS: ofChain({ check: () => checkOperations(database), freshMs: QUEUES_FRESH_MS }),
    BEACON: ofChain({ check: watchBeacon(chain.beacon), freshMs: BEACON_FRESH_MS }),
    MAIL: mail.server
      ? { check: watchMail(mail.server, log), freshMs: MAIL_FRESH_MS, isPatient: true }
      : always(OFF),
    JOBS: { check: () => checkJobs(jobs), freshMs: QUEUES_FRESH_MS },
    ISSUER: issuers.length > 0 ? issuers.map(toIssuerCheck) : always(OFF),
    KEYS: {
      check: () => checkUsedKeys(database, custody.keyEncryption, sharedSettings),
      freshMs: QUEUES_FRESH_MS,
    },
    // The embedded database and the embedded chain have the clock of this process.
    CLOCK:
      config.DATABASE_URL !== undefined || config.chain.kind === 'remote'
        ? { check: watchClock({ database, metrics, log }), freshMs: QUEUES_FRESH_MS }
        : always(OFF),
    BACKUP: { check: () => checkBackup(database), freshMs: FRESH_MS },
    SETTINGS: { check: async () => checkSettings(live, sharedSettings), freshMs: 0 },
  };
  const watched = SERVICE_PARTS.flatMap((part) => watchEach(part, checks[part]));
  const stores = watched.filter(({ part }) => part === 'DATABASE' || (part === 'NODE' && chain.embedded));
  let fault: StorageFault | undefined;
  const findFault = async () => {
    const healths = await Promise.all(stores.map(({ read }) => read()));
    fault = STORAGE_FAULTS.find((each) => healths.some(({ reason }) => reason === each));
  };
  return {
    async read() {
      const parts = await Promise.all(
        watched.map(async ({ read, ...numbered }) => ({ ...numbered, ...(await read()) })),
      );
      return { checkedAt: new Date(), parts };
    },
    storageFault() {
      void findFault();
      return fault;
    },
  };
}

function watchEach(part: ServicePart, checks: PartCheck | readonly PartCheck[]) {
  const isOne = 'check' in checks;
  return (isOne ? [checks] : checks).map((check, index) => ({
    part,
    number: isOne ? null : index + 1,
    read: watchPart(check, () => performance.now()),
  }));
}

/** Shows the parts and the waiting operations at /metrics. */
export function watchService({
  config,
  database,
  metrics,
  serviceHealth,
}: Pick<StatusParts, 'config'> & {
  readonly database: Pick<Database, 'sql'>;
  readonly metrics: Pick<Metrics, 'watchParts' | 'watchOperations' | 'watchWebhooks'>;
  readonly serviceHealth: ServiceHealth;
}): void {
  metrics.watchParts(async () =>
    (await serviceHealth.read()).parts.map(({ part, number, state, lagSeconds, reason }) => ({
      part: number === null ? part : `${part}_${number}`,
      isOk: state === 'OK' || state === 'OFF',
      lagSeconds,
      reason,
    })),
  );
  metrics.watchWebhooks(() => readDueMessages(database.sql));
  if (config.chain.kind !== 'off') metrics.watchOperations(() => readWaitingOperations(database.sql));
}

/** The folder of the embedded database. */
function embeddedIn({ DATABASE_URL, DATA_DIR }: Config): string | undefined {
  return DATABASE_URL === undefined ? DATA_DIR : undefined;
}

function always(health: PartHealth): PartCheck {
  return { check: async () => health, freshMs: Infinity };
}

/** What the file of this instance lacks comes first; nothing is read for the rest, so that it holds while the database is down. */
function checkSettings(
  live: Pick<LiveSettings, 'health'>,
  { lastDifferences }: Pick<SharedSettings, 'lastDifferences'>,
): PartHealth {
  const health = live.health();
  if (health.reason !== undefined || lastDifferences().settings.length === 0) return health;
  return { state: 'LATE', lagSeconds: null, reason: 'OTHER_SETTINGS' };
}

/** Keys that cannot be read again still verify tokens for a while. */
function toIssuerCheck(keys: IssuerKeys): PartCheck {
  return {
    async check() {
      const { age, isFailing } = await keys.check();
      if (!isFailing) return OK;
      const reason = 'KEYS_UNREADABLE';
      return age === undefined ? { ...DOWN, reason } : { state: 'LATE', lagSeconds: age, reason };
    },
    freshMs: ISSUER_FRESH_MS,
    isPatient: true,
  };
}

/** Logs once why the server does not work. */
function watchMail(server: MailServer, log: StatusParts['log']): () => Promise<PartHealth> {
  let told: string | undefined;
  return async () => {
    const reason = await server.check().then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (reason !== undefined && reason !== told) log.warn({ reason }, 'the mail server does not work');
    told = reason;
    return reason === undefined ? toLag(server.oldestWaits()) : DOWN;
  };
}

/** Jobs that keep failing are behind, although the next attempt of each is not due yet. */
async function checkJobs(jobs: Pick<RunningJobs, 'backlog'>): Promise<PartHealth> {
  const { oldestWaits, isFailing, gaveUp } = await jobs.backlog();
  const health = toLag(oldestWaits);
  if (isFailing) return { ...health, state: 'LATE', reason: 'FAILING' };
  return gaveUp ? { ...health, state: 'LATE', reason: 'GIVEN_UP' } : health;
}

/**
 * Asks for a signature that relays must have by now; the lag counts from the newest round that was seen to be signed. Which beacon it
 * is stands in a contract: until the chain has answered once, the beacon is as down as the node.
 */
function watchBeacon(beacon: BeaconSource): () => Promise<PartHealth> {
  let newest: number | undefined;
  return async () => {
    const now = Date.now() / 1_000;
    const round = beaconRoundAt(beacon, now - RELAY_SECONDS) - 1n;
    const signature = await beacon.signatureOf(round).catch((error: unknown) => {
      if (!(error instanceof DomainError && error.reason === 'RPC_DOWN')) throw error;
      return null;
    });
    if (signature === null) return { ...DOWN, reason: 'RPC_DOWN' };
    const isSigned = signature !== undefined;
    if (isSigned) newest = timeOfBeaconRound(beacon, round);
    const lagSeconds = newest === undefined ? null : Math.floor(now - newest);
    return { state: isSigned ? 'OK' : 'LATE', lagSeconds };
  };
}

/** Shows what this instance has open at /metrics. */
export function watchConnections({
  metrics,
  storage: { database, redis, counters },
  subscriptions,
}: {
  readonly metrics: Pick<Metrics, 'watchConnections'>;
  readonly storage: Pick<Storage, 'database' | 'redis' | 'counters'>;
  readonly subscriptions: Pick<SubscriptionGateway, 'counts'>;
}): void {
  const used = [
    { use: 'cache', client: redis },
    { use: 'counters', client: counters },
  ];
  metrics.watchConnections(() => ({
    pools: database.pools(),
    redis: used.flatMap(({ use, client }) =>
      client === undefined ? [] : [{ use, isUp: client.status === 'ready' }],
    ),
    ...subscriptions.counts(),
  }));
}
