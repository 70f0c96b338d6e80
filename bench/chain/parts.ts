import type { Logger } from 'pino';
import type * as HubAbi from '../../src/adapters/chain/hub/artifacts/giveaways.ts';
import type * as Indexer from '../../src/adapters/chain/indexer/indexer.ts';
import type * as LaneWorker from '../../src/adapters/chain/outbox/lane-worker.ts';
import type * as Outbox from '../../src/adapters/chain/outbox/outbox.ts';
import type * as Rpc from '../../src/adapters/chain/rpc/rpc.ts';
import type * as Custody from '../../src/adapters/custody/custody.ts';
import type * as Ids from '../../src/runtime/ids.ts';
import type * as Metrics from '../../src/adapters/http/metrics/metrics.ts';
import type * as Database from '../../src/adapters/postgres/connection/database.ts';
import type * as LaneStore from '../../src/adapters/postgres/operations/lane-store.ts';
import type * as OperationStore from '../../src/adapters/postgres/operations/operation-store.ts';
import type * as Projection from '../../src/adapters/postgres/read-model/write/projection.ts';
import type * as SigningRecords from '../../src/adapters/postgres/providers/signing-records.ts';
import type * as Stores from '../../src/adapters/postgres/stores.ts';
import type * as Config from '../../src/config/config.ts';
import type * as Chain from '../../src/app/chain/open-chain.ts';
import type * as FeeCap from '../../src/app/settings/fee-cap.ts';
import { join } from 'node:path';
import { importBuilt } from './built.ts';

/** Parts of the built product, opened in this process. */
export type Parts = Awaited<ReturnType<typeof openParts>>;

/** Opens the database of DATABASE_URL, and custody. */
export async function openParts(directory: string) {
  const modules = await importModules();
  const { ids } = modules.ids;
  const database = await modules.database.openDatabase({
    url: process.env['DATABASE_URL'],
    readUrl: undefined,
    directory: join(directory, 'db'),
    warn: (message) => process.stderr.write(`${message}\n`),
    note: () => undefined,
  });
  const clock = { now: () => new Date() };
  const custody = await modules.custody.createCustody({
    keyEncryptionKeys: undefined,
    directory,
    production: false,
    ids,
    clock,
  });
  const stores = modules.stores.createStores(database, ids);
  return {
    modules,
    database,
    custody,
    stores,
    log: createLog(),
    /** Creates a signer whose key is in custody; returns its address. */
    async createSigner(): Promise<string> {
      const wallet = await custody.walletKeys.generate({ purpose: 'SIGNER', label: 'bench' });
      await stores.wallets.add(wallet);
      return wallet.address;
    },
  };
}

async function importModules() {
  return {
    chain: (await importBuilt('app/chain/open-chain')) as typeof Chain,
    config: (await importBuilt('config/config')) as typeof Config,
    custody: (await importBuilt('adapters/custody/custody')) as typeof Custody,
    database: (await importBuilt('adapters/postgres/connection/database')) as typeof Database,
    feeCap: (await importBuilt('app/settings/fee-cap')) as typeof FeeCap,
    hub: (await importBuilt('adapters/chain/hub/artifacts/giveaways')) as typeof HubAbi,
    ids: (await importBuilt('runtime/ids')) as typeof Ids,
    indexer: (await importBuilt('adapters/chain/indexer/indexer')) as typeof Indexer,
    laneWorker: (await importBuilt('adapters/chain/outbox/lane-worker')) as typeof LaneWorker,
    laneStore: (await importBuilt('adapters/postgres/operations/lane-store')) as typeof LaneStore,
    metrics: (await importBuilt('adapters/http/metrics/metrics')) as typeof Metrics,
    operationStore: (await importBuilt(
      'adapters/postgres/operations/operation-store',
    )) as typeof OperationStore,
    outbox: (await importBuilt('adapters/chain/outbox/outbox')) as typeof Outbox,
    projection: (await importBuilt('adapters/postgres/read-model/write/projection')) as typeof Projection,
    rpc: (await importBuilt('adapters/chain/rpc/rpc')) as typeof Rpc,
    signingRecords: (await importBuilt(
      'adapters/postgres/providers/signing-records',
    )) as typeof SigningRecords,
    stores: (await importBuilt('adapters/postgres/stores')) as typeof Stores,
  };
}

const QUIET = new Set(['lane-taken', 'reserved', 'broadcast', 'mined', 'confirmed', 'refused']);

/** Warnings are written to standard error when BENCH_NOTES is set; the rows have checks of their own. */
function createLog() {
  const tell = (facts: unknown, message?: string) => {
    if (process.env['BENCH_NOTES'] === undefined) return;
    const text = JSON.stringify(facts, (_, value: unknown) =>
      value instanceof Error ? String(value) : typeof value === 'bigint' ? String(value) : value,
    );
    process.stderr.write(`${message ?? ''} ${text}\n`);
  };
  const silent = () => undefined;
  const log = { debug: silent, info: silent, warn: tell, error: tell };
  const note = (event: string, facts: object) => {
    if (!QUIET.has(event)) tell({ ...facts, event });
  };
  // The parts use no other function of a logger.
  return Object.assign(log as unknown as Logger, { note });
}
