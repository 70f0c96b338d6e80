import { PGlite, types, type PGliteOptions } from '@electric-sql/pglite';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isOutOfRoom } from '../../../runtime/disk.ts';

/** An instance of PostgreSQL in this process. */
export interface RunningPglite {
  readonly pglite: PGlite;
  /** Why it has ended, by a state of PostgreSQL; undefined while it runs. */
  end(): Error | undefined;
  /** Closes the files of an instance that has ended, without a checkpoint. */
  abandon(): Promise<void>;
}

/* oxlint-disable no-underscore-dangle -- these are the names in PGlite's module */

/** What this file uses of PGlite's module. */
type PostgresModule = Record<(typeof AFTER_A_STATEMENT)[number] | typeof STATEMENT, (value: number) => void>;

const STATEMENT = '_PostgresMainLoopOnce';
/** PGlite calls these after a statement, or after its exception, where it catches nothing. */
const AFTER_A_STATEMENT = ['stackRestore', '_PostgresSendReadyForQueryIfNecessary', '_pgl_pq_flush'] as const;
/** The status of an error from which PostgreSQL returns to its main loop. */
const LONG_JUMP = 100;
const [CRASHED, FULL_DISK] = ['57P02', '53100'];
/** ENOSPC in the errors of Emscripten's file systems, which have no message. */
const NO_SPACE = 51;
/** Its timer would stay after a start that failed, and with it the memory of the instance. */
const WITHOUT_PROGRESS = ['-c', 'log_startup_progress_interval=0'];
const LAST_LINES = 20;
/** Dates, times and intervals stay PostgreSQL's text, which is what the ORM expects. */
const TEXTS = [1082, 1114, 1184, 1186];
const parsers = Object.fromEntries(TEXTS.map((oid) => [oid, (text: string) => text]));
/** Of the arrays of numbers, texts, booleans, times, UUIDs, JSON, bytes, names and object identifiers. */
const ARRAYS = [
  199, 1000, 1001, 1002, 1003, 1005, 1007, 1009, 1014, 1015, 1016, 1021, 1022, 1028, 1115, 1182, 1185, 1187,
  1231, 2951, 3807,
];

/** Starts PostgreSQL on the files of a directory, which are created if absent. */
export async function startPglite(directory: string): Promise<RunningPglite> {
  const isNew = !existsSync(join(directory, 'PG_VERSION'));
  const lines: string[] = [];
  const pglite = new PGlite(directory, {
    parsers,
    startParams: [...PGlite.defaultStartParams, ...WITHOUT_PROGRESS],
    extensions: { log: logTo(lines) },
  });
  const abandon = async () => {
    await pglite.fs?.closeFs().catch(() => undefined);
  };
  try {
    await pglite.waitReady;
  } catch (cause) {
    await abandon();
    // The next start would take the files that are there for a database.
    if (isNew) await rm(directory, { recursive: true, force: true });
    throw toEnd(lines, cause);
  }
  pglite.parsers = parsersOfColumns(pglite);
  return { pglite, end: guard(pglite, lines), abandon };
}

/**
 * PGlite copies its parsers for every statement. It has some for the arrays of all types, and each table is a type: the copy took a
 * third of the time of a short statement. These are the parsers of types that columns have.
 */
function parsersOfColumns({ parsers: all }: PGlite): PGlite['parsers'] {
  const kept = [...Object.keys(types.parsers).map(Number), ...TEXTS, ...ARRAYS];
  return Object.fromEntries(kept.flatMap((oid) => (all[oid] ? [[oid, all[oid]]] : [])));
}

/** Makes the standard error of PostgreSQL, which PGlite drops, go to `lines`. */
function logTo(lines: string[]): NonNullable<PGliteOptions['extensions']>[string] {
  return {
    name: 'log',
    setup: async (_pglite, options) => ({
      emscriptenOpts: {
        ...options,
        printErr(line: string) {
          lines.push(line);
          if (lines.length > LAST_LINES) lines.shift();
        },
      },
    }),
  };
}

/**
 * When PostgreSQL ends, PGlite drops the exception and calls it again for ever. This makes every later call fail. Returns the
 * function that tells the end.
 */
function guard(pglite: PGlite, lines: readonly string[]): RunningPglite['end'] {
  const module = pglite.Module as unknown as PostgresModule;
  let end: Error | undefined;
  const unlessEnded = (call: PostgresModule[typeof STATEMENT]) => (value: number) => {
    if (end !== undefined) throw end;
    return call(value);
  };
  const run = unlessEnded(module[STATEMENT]);
  module[STATEMENT] = (value) => {
    try {
      run(value);
    } catch (error) {
      if ((error as { readonly status?: number }).status !== LONG_JUMP) end ??= toEnd(lines, error);
      throw error;
    }
  };
  for (const name of AFTER_A_STATEMENT) module[name] = unlessEnded(module[name]);
  return () => end;
}

function toEnd(lines: readonly string[], cause: unknown): Error {
  const line = lines.findLast((each) => /\b(?:PANIC|FATAL):/.test(each));
  const { message, errno } = cause as NodeJS.ErrnoException;
  const isFull = errno === NO_SPACE;
  const error = new Error(line ?? (isFull ? 'No space left on device' : message), { cause });
  return Object.assign(error, { code: isOutOfRoom(error) ? FULL_DISK : CRASHED });
}
