import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { endWithThisProcess } from '../../../src/adapters/chain/embedded/anvil.ts';
import { eventually } from '../../support/eventually.ts';
import { own } from './owned.ts';

/** A program that a rehearsal starts, ends and freezes. Its output is in the folder of the rehearsal. */
export interface Program {
  readonly name: string;
  /** The process; undefined while it does not run. */
  pid(): number | undefined;
  /** Starts it; resolves when it is ready. Throws with the end of its output when it is not within a minute. */
  start(): Promise<void>;
  /** SIGKILL, unless another signal is given; resolves when the process has ended. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  /** SIGSTOP: its connections stay open, and nothing answers. */
  freeze(): void;
  thaw(): void;
}

interface ProgramOptions {
  readonly name: string;
  /** For its output. */
  readonly folder: string;
  readonly command: readonly [file: string, ...args: string[]];
  /** Programs that refuse to run as root run as PostgreSQL's user then. */
  readonly refusesRoot?: boolean;
  readonly isReady: () => Promise<boolean>;
}

const READY_WITHIN_MS = 60_000;
const AS_POSTGRES = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];

export function defineProgram({ name, folder, command, refusesRoot, isReady }: ProgramOptions): Program {
  const log = join(folder, `${name}.log`);
  let child: ChildProcess | undefined;
  const signal = (sent: NodeJS.Signals) => void child?.kill(sent);
  own(() => signal('SIGKILL'));
  return {
    name,
    pid: () => child?.pid,
    async start() {
      const [file = '', ...args] = [...(refusesRoot && isRoot() ? AS_POSTGRES : []), ...command];
      const output = openSync(log, 'a');
      // In a group of its own, so that Ctrl-C reaches only this process, which ends the others.
      const started = spawn(file, args, { cwd: folder, stdio: ['ignore', output, output], detached: true });
      closeSync(output);
      child = started;
      started.once('exit', () => {
        if (child === started) child = undefined;
      });
      endWithThisProcess(started);
      const isUp = await eventually(
        async () => child !== started || isReady().catch(() => false),
        Boolean,
        READY_WITHIN_MS,
      );
      if (!isUp || child !== started) throw new Error(`${name} does not start:\n${tail(log)}`);
    },
    async kill(sent = 'SIGKILL') {
      if (child === undefined) return;
      const ended = once(child, 'exit');
      signal(sent);
      await ended;
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
  };
}

/** Whether an HTTP request is answered with success. */
export async function answersOk(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Makes a folder in which programs that refuse to run as root can write. */
export function makeFolderOfPostgres(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (isRoot()) execFileSync('chown', ['postgres:postgres', folder]);
}

const isRoot = () => userInfo().uid === 0;

function tail(file: string): string {
  return readFileSync(file, 'utf8').split('\n').slice(-20).join('\n');
}
