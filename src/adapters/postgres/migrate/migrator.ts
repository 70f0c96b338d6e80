import type { SqlEntityManager } from '@mikro-orm/sql';
import { setTimeout as after } from 'node:timers/promises';
import type { LosingMigration } from './loss.ts';
import { readMigrationState, releaseOf, requireUnderstood, type MigrationState } from './migration-state.ts';
import { MIGRATIONS } from './migrations.ts';
import { isOlder, lastMigrationOf, RELEASE } from './releases.ts';
import { BatchMigration } from './batch-migration.ts';
import { IndexMigration } from './index-migration.ts';
import { runMigration, type NamedMigration } from './run-migration.ts';

/** Migrates one database. */
export interface Migrator {
  /** Reads what the database has; changes nothing. */
  state(): Promise<MigrationState>;
  /** The migrations of these names, with the statements that they execute. */
  plan(names: readonly string[]): Promise<readonly PlannedMigration[]>;
  /**
   * Runs what has not run, each migration by itself; returns the names. Throws an Error when the database is newer than this release
   * understands, and when a lock is not free for minutes.
   */
  up(): Promise<readonly string[]>;
  /** Takes back what came after a release, the newest first; returns the names. Throws an Error when something would be lost. */
  down(release: string): Promise<readonly string[]>;
}

export interface PlannedMigration {
  readonly name: string;
  readonly release: string;
  readonly how: 'TRANSACTION' | 'CONCURRENT_INDEXES' | 'BATCHES';
  readonly statements: readonly string[];
}

interface MigratorOptions {
  /** Reads the database. */
  readonly em: SqlEntityManager;
  /** Runs the work with the only connection that migrates: while it runs, no other instance migrates. */
  readonly alone: <Result>(work: (em: SqlEntityManager) => Promise<Result>) => Promise<Result>;
  /** Receives the progress. */
  readonly note: (message: string) => void;
}

const ATTEMPTS = 60;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/** lock_not_available, deadlock_detected */
const RETRIED = new Set(['55P03', '40P01']);

export function createMigrator({ em, alone, note }: MigratorOptions): Migrator {
  async function up(): Promise<readonly string[]> {
    if ((await checked(em)).pending.length === 0) return [];
    return alone(async (own) => {
      await retrying('the table of migrations', () => prepare(own));
      const { pending } = await checked(own);
      for (const [index, name] of pending.entries()) {
        const each = create(own, name);
        await retrying(name, () => runMigration(own, each, 'up', note));
        note(`${name}: done, ${index + 1} of ${pending.length} migrations`);
      }
      return pending;
    });
  }

  async function down(release: string): Promise<readonly string[]> {
    return alone(async (own) => {
      const state = await readMigrationState(own);
      const names = namesAfter(release, state);
      const each = names.map((name) => create(own, name));
      await requireNoLoss(own, release, each);
      for (const [index, one] of each.entries()) {
        await retrying(one.name, () => runMigration(own, one, 'down', note));
        note(`${one.name}: taken back, ${index + 1} of ${names.length} migrations`);
      }
      return names;
    });
  }

  async function retrying(what: string, work: () => Promise<void>): Promise<void> {
    for (
      let attempt = 1, pause = FIRST_PAUSE_MS;
      ;
      attempt += 1, pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    ) {
      try {
        return await work();
      } catch (error) {
        if (!RETRIED.has(String((error as { readonly code?: unknown }).code))) throw error;
        if (attempt === ATTEMPTS)
          throw new Error(
            `${what} did not get its locks in ${ATTEMPTS} attempts. What was done before it stays, and the next start ` +
              'continues there. End the transactions that are open for long: see pg_stat_activity.',
            { cause: error },
          );
        if (attempt % NOTED_ATTEMPTS === 0)
          note(`${what}: waits for a lock, attempt ${attempt} of ${ATTEMPTS}`);
        await after(pause * (0.5 + Math.random() / 2));
      }
    }
  }

  return {
    state: () => readMigrationState(em),
    plan: (names) => Promise.all(names.map(async (name) => toPlanned(create(em, name)))),
    up,
    down,
  };
}

const NOTED_ATTEMPTS = 5;

async function checked(em: SqlEntityManager): Promise<MigrationState> {
  const state = await readMigrationState(em);
  requireUnderstood(state);
  return state;
}

/** The table of migrations, as release 0.1.0 creates it too, and what later releases record there. */
async function prepare(em: SqlEntityManager): Promise<void> {
  await em.execute(`set lock_timeout = '400ms'`);
  for (const statement of PREPARE) await em.execute(statement);
}

const PREPARE = [
  `create table if not exists migration (
    id serial primary key,
    name varchar(255) not null,
    executed_at timestamptz(0) not null default current_timestamp
  )`,
  'alter table migration add column if not exists release text, add column if not exists compatible_from text',
  `create table if not exists migration_progress (
    name text primary key,
    position jsonb,
    done bigint not null default 0,
    noted_at timestamptz not null default now()
  )`,
];

function create(em: SqlEntityManager, name: string): NamedMigration {
  const found = MIGRATIONS.find((each) => each.name === name);
  if (!found) throw new Error(`This release has no migration ${name}.`);
  return { name, migration: new found(em.getDriver(), em.config) };
}

function namesAfter(release: string, { executed, unknown }: MigrationState): readonly string[] {
  if (unknown.length > 0)
    throw new Error(
      `Release ${RELEASE} cannot take back what a later one did: use the command of release ` +
        `${unknown.at(-1)?.release ?? 'that migrated the database'}.`,
    );
  const last = lastMigrationOf(release);
  if (last === undefined) return [];
  return executed
    .map(({ name }) => name)
    .filter((name) => isOlder(release, releaseOf(name)))
    .toReversed();
}

async function requireNoLoss(
  em: SqlEntityManager,
  release: string,
  migrations: readonly NamedMigration[],
): Promise<void> {
  const lost: string[] = [];
  const advice = new Set<string>();
  for (const { migration } of migrations)
    for (const { what, count, advice: instead } of (migration as Partial<LosingMigration>).losses ?? []) {
      const [found] = await em.execute<{ rows: string | number }[]>(count);
      if (Number(found?.rows ?? 0) === 0) continue;
      lost.push(`${what} (${found?.rows})`);
      if (instead !== undefined) advice.add(instead);
    }
  if (lost.length > 0)
    throw new Error(
      `Going back to the tables of release ${release} would lose ${lost.join(', ')}. Nothing was changed. ` +
        ([...advice].join(' ') || `Release ${release} works on the database as it is.`),
    );
}

async function toPlanned({ name, migration }: NamedMigration): Promise<PlannedMigration> {
  migration.reset();
  // What a migration executes on the way comes before its other statements. A plan executes nothing, as if there were no rows.
  const executed: unknown[] = [];
  migration.execute = (statement) => {
    executed.push(statement);
    return Promise.resolve([]);
  };
  await migration.up();
  return {
    name,
    release: releaseOf(name),
    how: howOf(migration),
    statements: [...executed, ...migration.getQueries()]
      .filter((statement) => typeof statement === 'string')
      .map((statement) => statement.trim()),
  };
}

function howOf(migration: NamedMigration['migration']): PlannedMigration['how'] {
  if (migration instanceof IndexMigration) return 'CONCURRENT_INDEXES';
  return migration instanceof BatchMigration ? 'BATCHES' : 'TRANSACTION';
}
