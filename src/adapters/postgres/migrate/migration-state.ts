import type { SqlEntityManager } from '@mikro-orm/sql';
import { MOVE_MARK } from '../backup/restore-target.ts';
import { MIGRATIONS } from './migrations.ts';
import { EARLIER_RELEASES, isOlder, RELEASE } from './releases.ts';

/** What a database has of the migrations of this release. */
export interface MigrationState {
  /** In the order in which they ran. */
  readonly executed: readonly ExecutedMigration[];
  /** The names of those that have not run, in their order. */
  readonly pending: readonly string[];
  /** Those that this release does not know. */
  readonly unknown: readonly ExecutedMigration[];
  /** Batches that were begun. */
  readonly progress: readonly BatchProgress[];
  /** Says what to do where `giveaways restore` or `giveaways move` has not come to its end; null elsewhere. */
  readonly halfRestored: string | null;
}

export interface ExecutedMigration {
  readonly name: string;
  readonly executedAt: Date;
  /** The release that ran it; null of release 0.1.0, which did not record it. */
  readonly release: string | null;
  /** The oldest release whose instances work with it; null as above. */
  readonly compatibleFrom: string | null;
}

export interface BatchProgress {
  readonly name: string;
  readonly done: number;
}

const NAMES = MIGRATIONS.map(({ name }) => name);

/** Reads the state; changes nothing, also in an empty database. */
export async function readMigrationState(em: SqlEntityManager): Promise<MigrationState> {
  const [tables] =
    await em.execute<{ has_migrations: boolean; has_progress: boolean; has_restore: boolean }[]>(TABLES);
  const rows = tables?.has_migrations ? await em.execute<Row[]>(EXECUTED) : [];
  const progress = tables?.has_progress ? await em.execute<ProgressRow[]>(PROGRESS) : [];
  const restoring = tables?.has_restore ? await em.execute<{ checksum: string }[]>(RESTORING) : undefined;
  const executed = rows.map(({ name, executed_at, release, compatible_from }) => ({
    name,
    executedAt: new Date(executed_at),
    release,
    compatibleFrom: compatible_from,
  }));
  const done = new Set(executed.map(({ name }) => name));
  const known = new Set(NAMES);
  return {
    executed,
    pending: NAMES.filter((name) => !done.has(name)),
    unknown: executed.filter(({ name }) => !known.has(name)),
    progress: progress.map(({ name, done: rowsDone }) => ({ name, done: Number(rowsDone) })),
    halfRestored: restoring === undefined ? null : adviseOnRestoration(restoring[0]?.checksum),
  };
}

/** `mark` is the checksum of a backup, or that of a move; undefined when the command was interrupted at its beginning. */
function adviseOnRestoration(mark: string | undefined): string {
  if (mark === undefined)
    return 'A restoration of the database, or a move, was interrupted at its beginning: repeat it with --overwrite.';
  if (mark === MOVE_MARK)
    return 'The database is half moved: giveaways move works on it, or was interrupted. Repeat that command; with --overwrite it begins again.';
  return (
    `The database is half restored: giveaways restore works on it, or was interrupted, with the backup whose data have the SHA-256 ` +
    `${mark}. Repeat that command, or restore another backup with --overwrite.`
  );
}

/** Throws an Error when a restoration or a move has not come to its end. */
export function requireRestored({ halfRestored }: Pick<MigrationState, 'halfRestored'>): void {
  if (halfRestored !== null) throw new Error(halfRestored);
}

/** Throws an Error when the database is of a later release that instances of this one do not work with. */
export function requireUnderstood({ unknown }: Pick<MigrationState, 'unknown'>): void {
  const unrecorded = unknown.filter(({ compatibleFrom }) => compatibleFrom === null);
  if (unrecorded.length > 0)
    throw new Error(
      `The database is newer than release ${RELEASE}, which does not know its migrations ` +
        `${unrecorded.map(({ name }) => name).join(', ')}: start the release that migrated it.`,
    );
  const newest = unknown.reduce<ExecutedMigration | undefined>(
    (latest, each) =>
      latest && !isOlder(latest.compatibleFrom ?? '', each.compatibleFrom ?? '') ? latest : each,
    undefined,
  );
  if (newest?.compatibleFrom == null || !isOlder(RELEASE, newest.compatibleFrom)) return;
  throw new Error(
    `The database is newer than release ${RELEASE} understands: release ${newest.release} migrated it, beside which releases ` +
      `from ${newest.compatibleFrom} on work. Start release ${newest.release} or ${newest.compatibleFrom}.`,
  );
}

/** The release that each migration of this program came with. */
export function releaseOf(name: string): string {
  const position = NAMES.indexOf(name);
  const found = EARLIER_RELEASES.find(({ lastMigration }) => position <= NAMES.indexOf(lastMigration));
  return found?.version ?? RELEASE;
}

interface ProgressRow {
  readonly name: string;
  readonly done: string | number;
}

interface Row {
  readonly name: string;
  readonly executed_at: string | Date;
  readonly release: string | null;
  readonly compatible_from: string | null;
}

const TABLES = `
  select to_regclass('migration') is not null as has_migrations,
    to_regclass('migration_progress') is not null as has_progress,
    to_regclass('giveaways_restore') is not null as has_restore`;
const RESTORING = 'select checksum from giveaways_restore limit 1';
// Release 0.1.0 created the table without the last two columns.
const EXECUTED = `
  select name, executed_at, to_jsonb(m) ->> 'release' as release, to_jsonb(m) ->> 'compatible_from' as compatible_from
  from migration m order by id`;
const PROGRESS = 'select name, done from migration_progress order by name';
