import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { adopt } from './children.ts';
import { readCpuTicks } from '../disturbance.ts';
import { onAllCores, onServerCore } from './pinning.ts';

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 12_000;
const MAX_COMPLAINT = 4_000;
// Linux counts CPU time in ticks of USER_HZ, 100 a second on every architecture that Node runs on.
const MICROS_PER_TICK = 10_000;

/** A server process under test. */
export interface Server {
  readonly port: number;
  readonly pid: number;
  /** User and system time of the whole process so far, in microseconds. */
  cpuMicros(): number;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly file: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Whether GET /readyz must answer that the server is ready. */
  readonly isReady: (status: number) => boolean;
  readonly port?: number;
  /** Whether it may use all cores; otherwise it has one. */
  readonly allCores?: boolean;
}

/** Starts a server on its own core and waits until it is ready. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { file, environment, isReady, port, allCores = false } = options;
  const chosen = port ?? (await freePort());
  const [command, args] = allCores ? onAllCores(file) : onServerCore(file);
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: String(chosen), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  adopt(child);
  let complaints = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      complaints = (complaints + chunk.toString()).slice(-MAX_COMPLAINT);
      if (process.env['BENCH_NOTES'] !== undefined) process.stderr.write(chunk);
    });
  }
  const server = {
    port: chosen,
    pid: child.pid ?? 0,
    cpuMicros: () => readCpuTicks(child.pid ?? 0) * MICROS_PER_TICK,
    stop: () => stop(child),
  };
  try {
    await waitUntilReady(child, chosen, isReady);
  } catch (error) {
    await stop(child);
    throw new Error(`${file} did not start: ${complaints}`, { cause: error });
  }
  return server;
}

/** Finds a port that is free at the moment. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}

async function waitUntilReady(child: ChildProcess, port: number, isReady: (status: number) => boolean) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('The process ended.');
    const status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      async (response) => (await response.arrayBuffer(), response.status),
      () => 0,
    );
    if (isReady(status)) return;
    await after(50);
  }
  throw new Error('It took too long.');
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(force);
}
