import type { JoinedContracts } from '../../adapters/chain/hub/joined-contracts.ts';
import { createOutbox, type Outbox } from '../../adapters/chain/outbox/outbox.ts';
import { createOperationStore } from '../../adapters/postgres/operations/operation-store.ts';
import type { ChainParts } from './chain.ts';
import { startChainThread, type ChainThreadReports } from './chain-thread.ts';
import { createGrowingIntervals } from '../../runtime/growing-intervals.ts';
import { startChainWorkers, type ChainReports, type ChainSite } from './chain-workers.ts';

/** Starts the outbox and its workers: in a thread, or with an embedded database in this thread. */
export function openOutbox(
  parts: ChainParts,
  where: Omit<ChainSite, 'confirmations' | 'feeCap' | 'sharesDatabase'>,
  { hubOf }: Pick<JoinedContracts, 'hubOf'>,
): Outbox {
  const { config, database, custody } = parts;
  const site: ChainSite = {
    ...where,
    confirmations: config.chain.kind === 'off' ? 1 : config.chain.confirmations,
    feeCap: parts.feeCap,
    sharesDatabase: config.DATABASE_URL !== undefined,
  };
  const store = createOperationStore(database.sql, BigInt(site.chainId));
  const start = (settled: ChainReports['settled']) => {
    const reports = createReports(parts, settled);
    if (config.DATABASE_URL === undefined)
      return startChainWorkers(site, { sql: database.sql, custody }, reports);
    const task = {
      site,
      databaseUrl: config.DATABASE_URL,
      keyEncryptionKeys: config.KEY_ENCRYPTION_KEYS,
      directory: config.DATA_DIR,
      production: config.production,
      tracing: config.tracing,
    };
    return startChainThread(task, reports);
  };
  return createOutbox(store, start, hubOf);
}

/** What a node causes again and again while it does not answer. */
const REPEATED_EVENTS: ReadonlySet<string> = new Set(['failure', 'broadcast-refused']);
const QUIET_EVENTS: ReadonlySet<string> = new Set([
  'lane-taken',
  'reserved',
  'broadcast',
  'mined',
  'confirmed',
  'refused',
]);

/** The words about a refused transaction may name its nonce or fee, which change. */
function kindOf(event: string, facts: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([event, event === 'failure' ? facts : facts['signer']]);
}

function createReports(
  { metrics, indexed, log }: ChainParts,
  settled: ChainReports['settled'],
): ChainThreadReports {
  const isDue = createGrowingIntervals(() => performance.now());
  return {
    settled,
    signed: metrics.countSignatures,
    publicReads: metrics.publicReads,
    note(event, facts) {
      metrics.countOutbox(event);
      if (REPEATED_EVENTS.has(event) && !isDue(kindOf(event, facts))) return;
      log[QUIET_EVENTS.has(event) ? 'debug' : 'warn']({ ...facts, event }, 'outbox');
    },
    advanced: indexed,
    progress: metrics.noteProgress,
    otherChain: metrics.setOtherChain,
    warn: (message, error) => log.warn({ err: error }, message),
    ended: (error, pauseMs) =>
      log.error({ err: error, pauseMs }, 'the thread of the chain ended; it is started again'),
    uncaught(kind, error) {
      metrics.countUncaught(kind, 'chain');
      log.error({ err: error, kind }, 'an uncaught error in the thread of the chain');
    },
  };
}
