import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../built.ts';
import { PATIENCE } from '../patience.ts';
import { CHILD_ENVIRONMENT, EMBEDDED_OPTIONS } from '../child-environment.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const READY_WITHIN_MS = 60_000 * PATIENCE;

/** The real server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  /** Where its metrics are. */
  readonly metricsUrl: string;
  readonly child: ChildProcess;
  /** Everything that it has written so far. */
  output(): string;
  /**
   * Sends it this signal and resolves when it has ended, with its exit code (null when the signal ended it). Rejects when
   * the log shows an uncaught error that no test planted.
   */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts the server with only these variables; resolves when it listens. `folder` is that of another release, which is built
 * already.
 */
export async function startProcess(
  variables: Readonly<Record<string, string>>,
  folder?: string,
): Promise<ServerProcess> {
  const port = variables['PORT'] ?? String(await findFreePort());
  const metricsPort = String(await findFreePort());
  const server = spawnServer({ METRICS_PORT: metricsPort, ...variables, PORT: port }, folder);
  const url = `http://127.0.0.1:${port}`;
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isListening(url))) {
    if (server.child.exitCode !== null) throw new Error(`The server ended: ${server.output()}`);
    if (Date.now() > deadline) {
      await server.end('SIGKILL');
      throw new Error(`The server is not ready: ${server.output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { url, metricsUrl, ...server };
}

/** Starts the server and waits until it ends by itself, for example because of a wrong configuration. */
export async function runToEnd(
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const { child, output } = spawnServer(variables);
  const tooLate = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(tooLate);
  return { code, output: output() };
}

/** Starts the server, and does not wait until it is ready. */
export function spawnServer(
  variables: Readonly<Record<string, string>>,
  folder?: string,
): Omit<ServerProcess, 'url' | 'metricsUrl'> {
  if (folder === undefined) {
    ensureBuilt('server');
    ensureBuilt('site');
  }
  const options = variables['DATABASE_URL'] ? [] : EMBEDDED_OPTIONS;
  const child = spawn(process.execPath, [...options, 'dist/src/main.js'], {
    cwd: folder ?? ROOT,
    env: { ...CHILD_ENVIRONMENT, CHAIN: 'off', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  child.stdout.on('data', (chunk: Buffer) => (written += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (written += chunk.toString()));
  return {
    child,
    output: () => written,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill(signal);
      const [code] = (await once(child, 'exit')) as [number | null];
      const uncaught = written.split('\n').find((line) => line.includes('an uncaught error'));
      if (uncaught !== undefined && !uncaught.includes('planted')) throw new Error(uncaught);
      return code;
    },
  };
}

async function isListening(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Finds a port that is free at the moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
