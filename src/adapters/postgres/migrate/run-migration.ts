import type { Migration } from '@mikro-orm/migrations';
import type { AbstractSqlConnection, SqlEntityManager } from '@mikro-orm/sql';
import { BatchMigration } from './batch-migration.ts';
import { IndexMigration } from './index-migration.ts';
import { COMPATIBLE_FROM, RELEASE } from './releases.ts';

type Context = Parameters<Parameters<AbstractSqlConnection['transactional']>[0]>[0];
type Direction = 'up' | 'down';

/** A migration with the name under which the database records it. */
export interface NamedMigration {
  readonly name: string;
  readonly migration: Migration;
}

/** Executes one migration. Each statement waits for a lock for a moment only, because what comes after it waits as well. */
export async function runMigration(
  em: SqlEntityManager,
  { name, migration }: NamedMigration,
  direction: Direction,
  note: (message: string) => void,
): Promise<void> {
  const connection = em.getConnection();
  const record = async (context?: Context) =>
    direction === 'up'
      ? connection.execute(RECORD, [name, RELEASE, COMPATIBLE_FROM], 'run', context)
      : connection.execute('delete from migration where name = ?', [name], 'run', context);
  await connection.execute(`set lock_timeout = '${lockTimeout(migration)}'`);
  migration.reset();
  if (migration.isTransactional()) {
    await connection.transactional(async (context: Context) => {
      migration.setTransactionContext(context);
      await migration[direction]();
      for (const statement of migration.getQueries()) await connection.execute(statement, [], 'run', context);
      await record(context);
    });
    return;
  }
  if (migration instanceof IndexMigration) await dropInvalid(connection, migration);
  if (migration instanceof BatchMigration && direction === 'up') {
    await runBatches(connection, name, migration, note);
  } else {
    await migration[direction]();
    for (const statement of migration.getQueries()) await connection.execute(statement, [], 'run');
  }
  await record();
}

/** While an index is built or dropped concurrently, nobody waits for the lock that it waits for. */
function lockTimeout(migration: Migration): string {
  return migration instanceof IndexMigration ? '60s' : '400ms';
}

async function dropInvalid(
  connection: AbstractSqlConnection,
  { indexes, superseded }: IndexMigration,
): Promise<void> {
  for (const { name } of [...indexes, ...superseded]) {
    const found = await connection.execute<unknown[]>(INVALID, [name]);
    if (found.length > 0) await connection.execute(`drop index concurrently ${name}`, [], 'run');
  }
}

async function runBatches(
  connection: AbstractSqlConnection,
  name: string,
  { batch, estimate, batchSize }: BatchMigration,
  note: (message: string) => void,
): Promise<void> {
  const [all] = await connection.execute<{ rows: string | number }[]>(estimate);
  const runBatch = () =>
    connection.transactional(async (context: Context) => {
      await connection.execute(BEGIN_BATCHES, [name], 'run', context);
      const [from] = await connection.execute<Progress[]>(PROGRESS, [name], 'all', context);
      const values = [from?.position ?? null, batchSize];
      const [step] = await connection.execute<Step[]>(batch, values, 'all', context);
      const done = Number(from?.done ?? 0) + Number(step?.rows ?? 0);
      const isOver = step?.position == null;
      if (isOver) await connection.execute(END_BATCHES, [name], 'run', context);
      else await connection.execute(NOTE_BATCH, [step.position, done, name], 'run', context);
      return { done, isOver };
    });
  for (let notedAt = performance.now(); ;) {
    const { done, isOver } = await runBatch();
    if (isOver || performance.now() - notedAt >= NOTE_INTERVAL_MS) {
      notedAt = performance.now();
      note(`${name}: ${done} of about ${Math.max(done, Number(all?.rows ?? 0))} rows`);
    }
    if (isOver) return;
  }
}

interface Progress {
  readonly position: string | null;
  readonly done: string | number;
}

interface Step {
  readonly position: string | null;
  readonly rows: string | number;
}

const NOTE_INTERVAL_MS = 2_000;

const RECORD = 'insert into migration (name, release, compatible_from) values (?, ?, ?)';
const INVALID = 'select from pg_index where indexrelid = to_regclass(?) and not indisvalid';
const BEGIN_BATCHES = 'insert into migration_progress (name) values (?) on conflict (name) do nothing';
const PROGRESS = 'select position::text, done from migration_progress where name = ? for update';
const NOTE_BATCH =
  'update migration_progress set position = ?::jsonb, done = ?, noted_at = now() where name = ?';
const END_BATCHES = 'delete from migration_progress where name = ?';
