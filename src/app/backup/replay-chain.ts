import { randomUUID } from 'node:crypto';
import { readPassport } from '../../adapters/chain/hub/contracts.ts';
import { createIndexer } from '../../adapters/chain/indexer/indexer.ts';
import { pinNewest } from '../../adapters/chain/rpc/pin-newest.ts';
import { readBlock, toNumber } from '../../adapters/chain/rpc/block.ts';
import { createRpc, type Rpc } from '../../adapters/chain/rpc/rpc.ts';
import { createProjection } from '../../adapters/postgres/read-model/write/projection.ts';
import type { TransactionalSql } from '../../adapters/postgres/connection/sql.ts';
import type { Note } from './progress.ts';
import type { BackupFacts } from './file/manifest.ts';

type StoredChain = NonNullable<BackupFacts['chain']>;

interface ChainOfBackup {
  readonly source: Parameters<typeof createIndexer>[0]['source'];
  readonly rpc: Rpc;
  /** The newest block when it was opened, up to which is projected. */
  readonly newest: number;
  /** Whether only this process has the node. */
  readonly soleNode: boolean;
}

const TIMEOUT_MS = 60_000;
/** Each attempt projects all that the node has. */
const ATTEMPTS = 20;

/** Opens the chain of a read model at its node. Throws an Error when the node does not answer, or serves another chain. */
export async function openChainOf(
  url: string,
  { chainId, hubs }: StoredChain,
  { soleNode = false } = {},
): Promise<ChainOfBackup> {
  const rpc = createRpc(url, TIMEOUT_MS);
  const served = toNumber(await rpc.call('eth_chainId'));
  if (served !== chainId)
    throw new Error(`The node serves chain ${served}, and the read model is of chain ${chainId}.`);
  const newest = await readBlock(rpc, 'latest');
  if (newest === undefined) throw new Error('The node has no block.');
  const withPassports = [];
  for (const { place: hubIndex, hub, startBlock } of hubs)
    withPassports.push({ hubIndex, hub, startBlock, passport: await readPassport(rpc, hub) });
  return {
    source: { chainId, hubs: withPassports },
    rpc: pinNewest(rpc, newest.number),
    newest: newest.number,
    soleNode,
  };
}

/** Projects into these tables up to the chain's newest block. Throws an Error of the node, or when it is not reached. */
export async function project(
  sql: TransactionalSql,
  { source, rpc, newest, soleNode }: ChainOfBackup,
  note: Note,
): Promise<void> {
  const failures: unknown[] = [];
  const first = Math.min(...source.hubs.map(({ startBlock }) => startBlock));
  const indexer = createIndexer({
    source,
    rpc,
    soleNode,
    projection: createProjection(sql),
    writer: `maintenance-${randomUUID()}`,
    warn: (_message, error) => failures.push(error),
    progress: ({ nextBlock }) => note('reading the chain', nextBlock - first, newest + 1 - first),
  });
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1)
      if ((await indexer.once()).nextBlock === newest + 1) return;
  } finally {
    await indexer.stop();
  }
  throw new Error(`The read model does not get to block ${newest} of the node.`, { cause: failures.at(-1) });
}
