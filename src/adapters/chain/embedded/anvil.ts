import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { findAnvil } from './anvil-binary.ts';

/** A running anvil. */
export interface Anvil {
  readonly pid: number;
  readonly port: number;
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<void>;
  /** Kills the process; unsaved blocks are lost. */
  end(): Promise<void>;
}

export interface AnvilOptions {
  readonly chainId: number;
  /** 0 for any free port. */
  readonly port: number;
  /** The gas limit of a block. */
  readonly gasLimit: number;
  /** A part of its command line, by which the process is recognized. */
  readonly mark: string;
}

const START_MS = 20_000;
// The number of past states that calls can use; each costs memory.
const PAST_STATES = 64;

/** Starts an empty chain that mines only on request. The process ends together with this process, even after a crash. */
export async function startAnvil({ chainId, port, gasLimit, mark }: AnvilOptions): Promise<Anvil> {
  const options = {
    '--host': '127.0.0.1',
    '--port': port,
    '--chain-id': chainId,
    '--gas-limit': gasLimit,
    '--hardfork': 'prague',
    '--accounts': 0,
    '--slots-in-an-epoch': 1,
    '--prune-history': PAST_STATES,
    '--cache-path': mark,
  };
  const flags = ['--no-mining', '--no-request-size-limit', '--disable-console-log', '--no-cors'];
  // In a separate process group, so that Ctrl-C reaches only the gateway, which then stops in order.
  const child = spawn(findAnvil(), [...Object.entries(options).flat().map(String), ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const output: string[] = [];
  const listening = await listenedPort(child, output);
  if (listening === undefined || child.pid === undefined) {
    child.kill('SIGKILL');
    throw new Error(`anvil does not start: ${output.join(' ').trim() || 'it printed nothing.'}`);
  }
  endWithThisProcess(child);
  return {
    pid: child.pid,
    port: listening,
    ended,
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The port that the process prints; undefined when it ends first, or prints nothing in time. */
function listenedPort(child: ChildProcess, output: string[]): Promise<number | undefined> {
  return new Promise((resolve) => {
    const finish = (port: number | undefined) => {
      clearTimeout(timer);
      resolve(port);
    };
    const timer = setTimeout(() => finish(undefined), START_MS);
    child.once('error', ({ message }) => output.push(message)).once('close', () => finish(undefined));
    child.stderr?.on('data', (text: Buffer) => output.length < 10 && output.push(text.toString()));
    if (child.stdout === null) return;
    // The output is read until the end: a full pipe would block the process.
    createInterface(child.stdout).on('line', (line) => {
      const port = /^Listening on .*:(\d+)$/.exec(line)?.[1];
      if (port !== undefined) finish(Number(port));
    });
  });
}

/** Kills a child when this process ends, even after a crash: the end closes the watcher's standard input. */
export function endWithThisProcess(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const watcher = spawn('sh', ['-c', 'read -r _; kill -9 "$1"', 'sh', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.on('error', () => undefined).unref();
  child.once('exit', () => watcher.kill('SIGKILL'));
}
