import { rmSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Database from '../../src/adapters/postgres/connection/database.ts';
import type * as Indexer from '../../src/adapters/chain/indexer/indexer.ts';
import type * as Projection from '../../src/adapters/postgres/read-model/write/projection.ts';
import type * as Rpc from '../../src/adapters/chain/rpc/rpc.ts';
import { importBuilt } from './built.ts';
import type { World } from './world.ts';

/** The output of a re-index process. */
export interface Reindexed {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly events: number;
  /** The rounds of the giveaway in the read model. */
  readonly entries: number;
}

const { openDatabase } = (await importBuilt('adapters/postgres/connection/database')) as typeof Database;
const { createIndexer } = (await importBuilt('adapters/chain/indexer/indexer')) as typeof Indexer;
const { createProjection } = (await importBuilt(
  'adapters/postgres/read-model/write/projection',
)) as typeof Projection;
const { createRpc } = (await importBuilt('adapters/chain/rpc/rpc')) as typeof Rpc;

const world = JSON.parse(process.env['WORLD'] ?? '') as World;
const url = process.env['DATABASE_URL'];
const directory = mkdtempSync(join(tmpdir(), 'bench-reindex-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
const database = await openDatabase({
  url,
  readUrl: undefined,
  directory: join(directory, 'db'),
  warn: (message) => process.stderr.write(`${message}\n`),
  note: () => undefined,
});
const indexer = createIndexer({
  source: {
    chainId: world.chainId,
    hubs: [{ hubIndex: 0, hub: world.hub, passport: world.passport, startBlock: world.startBlock }],
  },
  rpc: createRpc(process.env['RPC_URL'] ?? ''),
  projection: createProjection(database.sql, { autovacuum: url !== undefined }),
  warn: (message, error) => process.stderr.write(`${message} ${String(error)}\n`),
});
const began = performance.now();
const before = process.cpuUsage();
await indexer.once();
const { user, system } = process.cpuUsage(before);
const seconds = (performance.now() - began) / 1_000;
await indexer.stop();
const read = async (text: string) => Number((await database.sql.query({ name: '', text }, []))[0]?.[0]);
const result: Reindexed = {
  seconds,
  cpuSeconds: (user + system) / 1e6,
  events: await read('select count(*) from chain_event'),
  entries: await read('select sum(net_entries) from giveaway_round'),
};
process.stdout.write(JSON.stringify(result));
await database.close();
