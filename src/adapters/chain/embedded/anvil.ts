import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { findAnvil } from './anvil-binary.ts';

/** A running anvil. */
export interface Anvil {
  readonly pid: number;
  readonly port: number;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** Ends it at once; what it has not been asked for is lost. */
  end(): Promise<void>;
}

export interface AnvilOptions {
  readonly chainId: number;
  /** 0 takes a free one. */
  readonly port: number;
  /** Gas of a block. */
  readonly gasLimit: number;
  /** Stands in its command line, to know it again. */
  readonly mark: string;
}

const START_MS = 20_000;
// Past states that calls can ask for; each costs memory.
const PAST_STATES = 64;

/** Starts an empty chain that makes no blocks by itself. It ends with this process, however that ends. */
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
  // In a process group of its own, so that Ctrl-C reaches the gateway alone, which then stops in order.
  const child = spawn(findAnvil(), [...Object.entries(options).flat().map(String), ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const said: string[] = [];
  const listening = await listenedPort(child, said);
  if (listening === undefined || child.pid === undefined) {
    child.kill('SIGKILL');
    throw new Error(`anvil does not start: ${said.join(' ').trim() || 'it says nothing.'}`);
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

/** The port that it says it listens on; undefined when it ends first, or says nothing in time. */
function listenedPort(child: ChildProcess, said: string[]): Promise<number | undefined> {
  return new Promise((resolve) => {
    const give = (port: number | undefined) => {
      clearTimeout(timer);
      resolve(port);
    };
    const timer = setTimeout(() => give(undefined), START_MS);
    child.once('error', ({ message }) => said.push(message)).once('close', () => give(undefined));
    child.stderr?.on('data', (text: Buffer) => said.length < 10 && said.push(text.toString()));
    if (child.stdout === null) return;
    // Goes on reading what it logs: a full pipe would hold it up.
    createInterface(child.stdout).on('line', (line) => {
      const port = /^Listening on .*:(\d+)$/.exec(line)?.[1];
      if (port !== undefined) give(Number(port));
    });
  });
}

/** Kills a child when this process is gone, however that ended: it closes the watcher's standard input. */
export function endWithThisProcess(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const watcher = spawn('sh', ['-c', 'read -r _; kill -9 "$1"', 'sh', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.on('error', () => undefined).unref();
  child.once('exit', () => watcher.kill('SIGKILL'));
}
