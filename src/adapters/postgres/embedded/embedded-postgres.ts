import type { PGlite, Transaction } from '@electric-sql/pglite';
import { createTenantQueue } from '../../../runtime/concurrency/tenants.ts';
import { startPglite, type RunningPglite } from './running-pglite.ts';

/** PostgreSQL in this process, which is started again on its files when it has ended. */
export interface EmbeddedPostgres extends Pick<
  PGlite,
  'query' | 'exec' | 'transaction' | 'close' | 'closed' | 'ready' | 'waitReady'
> {}

interface EmbeddedPostgresOptions {
  /** Of the database's files; created if absent. */
  readonly directory: string;
  readonly warn: (message: string) => void;
}

/** Each attempt takes about a second of this process. */
const RESTART_EVERY_MS = 5_000;

/**
 * Opens the database of a directory. Its one connection serves the tenants in turn. A statement during which PostgreSQL ends fails with
 * the state 57P02, or 53100 when its disk is full, and so do statements until it runs again. What was committed is in the write-ahead
 * log, which a start applies.
 */
export async function openEmbeddedPostgres({
  directory,
  warn,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  let running: RunningPglite | undefined = await startPglite(directory);
  let starting: Promise<RunningPglite> | undefined;
  let failure: { readonly error: unknown; readonly at: number } | undefined;
  let isClosed = false;
  const queue = createTenantQueue();

  async function current(): Promise<RunningPglite> {
    if (running !== undefined && running.end() === undefined) return running;
    if (isClosed) throw new Error('PGlite is closed');
    if (failure !== undefined && performance.now() - failure.at < RESTART_EVERY_MS) throw failure.error;
    return (starting ??= restart().finally(() => (starting = undefined)));
  }

  async function restart(): Promise<RunningPglite> {
    const reason = running?.end()?.message;
    if (reason !== undefined) warn(`The embedded database has ended, and starts again. ${reason}`);
    await running?.abandon();
    running = undefined;
    try {
      running = await startPglite(directory);
      failure = undefined;
      return running;
    } catch (error) {
      failure = { error, at: performance.now() };
      warn(`The embedded database does not start: ${(error as Error).message}`);
      throw error;
    }
  }

  /** An error of a database that has ended meanwhile is its end. */
  const run = <Result>(work: (pglite: PGlite) => Promise<Result>): Promise<Result> =>
    queue.run(async () => {
      const used = await current();
      try {
        return await work(used.pglite);
      } catch (error) {
        throw used.end() ?? error;
      }
    });

  return {
    query: (text, values, options) => run((pglite) => pglite.query(text, values, options)),
    exec: (text, options) => run((pglite) => pglite.exec(text, options)),
    async transaction(work) {
      let hasBegun = false;
      try {
        return await run((pglite) =>
          pglite.transaction((transaction) => {
            hasBegun = true;
            return work(transaction);
          }),
        );
      } catch (error) {
        // The ORM waits for the beginning, so its first statement fails instead.
        if (!hasBegun) return work(refusing(error));
        throw error;
      }
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await starting?.catch(() => undefined);
      if (running?.end() === undefined) await running?.pglite.close();
      else await running.abandon();
      // Frees the memory of WebAssembly, some 140 MB, while this object is still referenced.
      running = undefined;
    },
    get closed() {
      return isClosed;
    },
    ready: true,
    waitReady: Promise.resolve(),
  };
}

function refusing(error: unknown): Transaction {
  const refuse = async () => {
    throw error;
  };
  return {
    query: refuse,
    exec: refuse,
    sql: refuse,
    rollback: async () => undefined,
  } as unknown as Transaction;
}
