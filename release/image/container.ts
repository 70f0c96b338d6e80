import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** The user of the image. */
const USER = '10001';
/** What the gateway may write: a small volume in memory. */
const PREPARE = `
  set -eu
  root=$1; shift
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs -o "size=16m,mode=700,uid=${USER},gid=${USER}" tmpfs "$root/data"
  mount -o remount,bind,ro "$root"
  exec chroot "$root" \
    setpriv --reuid=${USER} --regid=${USER} --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs \
    env --ignore-environment --chdir=/app "$@"`;

/** A process that runs as in a container: the first of its own, without rights, on files that it cannot write. */
export interface Contained {
  readonly child: ChildProcess;
  /** Everything that it has written so far. */
  output(): string;
  /** Its number outside of the container. */
  pid(): number;
  /** Resolves with its exit code; null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Starts a command of the image whose files are at `root`, with its variables and these. It shares the network of the machine. */
export function startContained(
  root: string,
  variables: Readonly<Record<string, string>>,
  ...command: readonly string[]
): Contained {
  const given = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    NODE_ENV: 'production',
    DATA_DIR: '/data',
    ...variables,
  };
  const settings = Object.entries(given).map(([name, value]) => `${name}=${value}`);
  const child = spawn(
    'unshare',
    ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', PREPARE, 'sh', root, ...settings, ...command],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let written = '';
  child.stdout.on('data', (chunk: Buffer) => (written += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (written += chunk.toString()));
  return {
    child,
    output: () => written,
    pid: () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()),
    ended: once(child, 'close').then(([code]) => code as number | null),
  };
}

/** Runs a command of the image to its end. */
export async function runContained(
  root: string,
  variables: Readonly<Record<string, string>>,
  ...command: readonly string[]
): Promise<{ readonly code: number | null; readonly output: string }> {
  const { ended, output } = startContained(root, variables, ...command);
  const code = await ended;
  return { code, output: output() };
}
