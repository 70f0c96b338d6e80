import { toReceiptLogs } from '../../adapters/chain/indexer/node-responses.ts';
import { createRpc } from '../../adapters/chain/rpc/rpc.ts';
import { readStoredChain } from '../../adapters/postgres/backup/database-facts.ts';
import { readExtraEvents } from '../../adapters/postgres/backup/extra-events.ts';
import { withMaintenance, withoutOthers } from '../../adapters/postgres/backup/open-maintenance.ts';
import { createReplay, dropReplay } from '../../adapters/postgres/backup/replay-schema.ts';
import { switchReadModel, type Switched } from '../../adapters/postgres/backup/switch-read-model.ts';
import type { Sql, TransactionalSql } from '../../adapters/postgres/connection/sql.ts';
import type { Note } from './progress.ts';
import { openChainOf, project } from './replay-chain.ts';

interface Servers {
  readonly databaseUrl: string;
  readonly rpcUrl: string;
}

const MAX_REQUESTED = 100;

/**
 * Reads the whole chain into tables beside the served read model, and makes it what those are, in one transaction. Throws an Error,
 * without any change, when the node left out an event that the chain has.
 */
export async function reindex({ databaseUrl, rpcUrl }: Servers, note: Note): Promise<Switched> {
  return withMaintenance(databaseUrl, (sql) =>
    withoutOthers(sql, 'reindex', () => rebuild(sql, rpcUrl, note)),
  );
}

async function rebuild(sql: TransactionalSql, rpcUrl: string, note: Note): Promise<Switched> {
  const chain = await readStoredChain(sql);
  if (chain === null) throw new Error('The database has no read model yet.');
  const replay = await createReplay(sql);
  const catchUp = async () => project(replay, await openChainOf(rpcUrl, chain), note);
  try {
    await catchUp();
    return await switchReadModel(sql, {
      catchUp,
      requireBetter: (transaction) => requireComplete(transaction, rpcUrl),
      note: (table) => note(`comparing ${table}`),
    });
  } finally {
    await dropReplay(sql);
  }
}

/** Throws an Error when a node has the receipt of an event that its responses left out. */
async function requireComplete(sql: Sql, rpcUrl: string): Promise<void> {
  const rpc = createRpc(rpcUrl);
  for (const { transactionHash, blockHash, logIndex } of await readExtraEvents(sql, MAX_REQUESTED)) {
    const receipt = (await rpc.call('eth_getTransactionReceipt', [transactionHash])) as {
      readonly blockHash?: string;
    } | null;
    const logs = receipt?.blockHash === blockHash ? toReceiptLogs([receipt]) : undefined;
    if (logs?.some((log) => log.logIndex === logIndex) === true)
      throw new Error(
        `The node left out an event of the transaction ${transactionHash}, which the chain has: the read model stays as it is. ` +
          'Use another node.',
      );
  }
}
