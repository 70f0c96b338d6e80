import { randomUUID } from 'node:crypto';
import { createIndexer } from '../../adapters/chain/indexer/indexer.ts';
import type { Progress } from '../../adapters/chain/indexer/sync/sync.ts';
import {
  startLaneWorker,
  type LaneWorkerOptions,
  type LaneWorker,
} from '../../adapters/chain/outbox/lane-worker.ts';
import type { HubContracts } from '../../core/chain/hubs.ts';
import type { Throttle } from '../../runtime/concurrency/throttle.ts';
import { requireChain } from '../../adapters/chain/rpc/require-chain.ts';
import { createRpc } from '../../adapters/chain/rpc/rpc.ts';
import { countSignatures, type NoteSignatures } from '../../adapters/custody/count-signatures.ts';
import type { Custody } from '../../adapters/custody/custody.ts';
import { createLaneStore } from '../../adapters/postgres/operations/lane-store.ts';
import { createKnownBlock } from '../../adapters/postgres/read-model/known-chain.ts';
import { createProjection } from '../../adapters/postgres/read-model/write/projection.ts';
import { createSigningRecords } from '../../adapters/postgres/providers/signing-records.ts';
import type { TransactionalSql } from '../../adapters/postgres/connection/sql.ts';
import { readFeeCap, toPolicySettings, type FeeCap } from '../settings/fee-cap.ts';

/** A hub with its passports, and the block that they were deployed in. */
export interface SiteHub extends HubContracts {
  readonly startBlock: number;
}

/** Where the contracts are, and the limits of the work. Plain values, so that it can be sent to a thread. */
export interface ChainSite {
  /** The node's JSON-RPC. */
  readonly url: string;
  readonly chainId: number;
  /** The current hub first. */
  readonly hubs: readonly SiteHub[];
  readonly confirmations: number;
  readonly feeCap: FeeCap;
  /** Whether the node runs in this installation. */
  readonly isEmbedded: boolean;
  /** Whether other instances may work on the same database. */
  readonly sharesDatabase: boolean;
}

/** What the workers report. */
export interface ChainReports {
  readonly note: NonNullable<LaneWorkerOptions['note']>;
  readonly settled: LaneWorkerOptions['settled'];
  /** Keys in custody signed so many transactions or permits, or refused to. */
  readonly signed: NoteSignatures;
  /** The read model changed. */
  readonly advanced: () => void;
  /** How far the read model is behind; reported when a block came, and once a second. */
  readonly progress: (progress: Progress) => void;
  /** Whether the node serves another chain than the one of the stored data; reported when it changes, and every few seconds. */
  readonly otherChain: (isOther: boolean) => void;
  readonly warn: (message: string, error?: unknown) => void;
}

interface ChainTools {
  readonly sql: TransactionalSql;
  readonly custody: Pick<Custody, 'createSigner'>;
  /** None by default. */
  readonly throttle?: Throttle;
}

const PROGRESS_MS = 1_000;
// Requests of the main thread, which notice another chain too, may end before it is right again.
const OTHER_CHAIN_MS = 5_000;

/** Starts the indexer and the outbox's lanes in this thread. */
export function startChainWorkers(
  site: ChainSite,
  { sql, custody, throttle }: ChainTools,
  reports: ChainReports,
): LaneWorker {
  const { url, hubs, confirmations, feeCap, isEmbedded, sharesDatabase } = site;
  const chainId = BigInt(site.chainId);
  const node = createRpc(url);
  const noteOther = onChange(OTHER_CHAIN_MS, reports.otherChain);
  const signer = countSignatures(
    custody.createSigner(toPolicySettings({ chainId, hubs, feeCap }), createSigningRecords(sql)),
    reports.signed,
  );
  const indexer = createIndexer({
    source: { chainId: site.chainId, hubs },
    rpc: node,
    // The embedded database does not vacuum by itself, and blocks the process during a step.
    projection: createProjection(sql, { autovacuum: sharesDatabase }),
    ...(!sharesDatabase && { writer: 'embedded', eventsPerStep: 500 }),
    ...(throttle && { throttle }),
    confirmations,
    soleNode: isEmbedded,
    warn: reports.warn,
    progress: onBlocks(PROGRESS_MS, reports.progress),
    noteOther,
  });
  const lanes = startLaneWorker({
    chainId,
    hubs: new Map(hubs.map(({ hubIndex, hub }) => [hubIndex, hub])),
    confirmations,
    feeCap: readFeeCap(feeCap),
    symbol: 'ETH',
    rpc: isEmbedded
      ? node
      : requireChain(node, { chainId: site.chainId, knownBlock: createKnownBlock(sql), note: noteOther }),
    laneStore: createLaneStore(
      sql,
      chainId,
      hubs.map(({ hubIndex }) => hubIndex),
    ),
    signer,
    ...(throttle && { throttle }),
    owner: randomUUID(),
    note: reports.note,
    settled: reports.settled,
    newBlock: indexer.poke,
    chainTime: indexer.chainTime,
  });
  indexer.on('advanced', () => reports.advanced());
  indexer.start();
  return {
    poke: lanes.poke,
    async stop() {
      await lanes.stop();
      await indexer.stop();
    },
  };
}

function onBlocks(ms: number, report: ChainReports['progress']): ChainReports['progress'] {
  let last: Progress | undefined;
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (progress) => {
    const { head, nextBlock, abreastMsAgo } = progress;
    const isAbreast = abreastMsAgo !== undefined && last?.abreastMsAgo === undefined;
    const isNew = isAbreast || head !== last?.head || nextBlock !== last.nextBlock;
    if (!isNew && performance.now() - reportedAt < ms) return;
    last = progress;
    reportedAt = performance.now();
    report(progress);
  };
}

function onChange(ms: number, report: (value: boolean) => void): (value: boolean) => void {
  const repeat = atMostEvery(ms, () => report(reported === true));
  let reported: boolean | undefined;
  return (value) => {
    const isChange = value !== reported;
    reported = value;
    if (isChange) report(value);
    else repeat();
  };
}

function atMostEvery(ms: number, report: () => void): () => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - reportedAt < ms) return;
    reportedAt = performance.now();
    report();
  };
}
