import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { step, tell } from './tell.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** Says that these acts are a part of a demo, which goes on after them. */
export const AS_PART = '--as-part';
const READY_WITHIN_MS = 180_000;

/**
 * Runs acts against a gateway with an embedded chain of its own, which starts for them and is deleted afterwards: the acts set the
 * clock of the chain forward. Throws an Error when the gateway does not start, or when an act fails.
 */
export async function playOnThrowawayChain(acts: readonly string[]): Promise<void> {
  step('A gateway with a chain of its own, for these acts only');
  const directory = await mkdtemp(join(tmpdir(), 'giveaways-demo-'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const metricsPort = await findFreePort();
  const gateway = run('src/main.ts', [], {
    DATA_DIR: directory,
    PORT: String(port),
    HOST: '127.0.0.1',
    METRICS_PORT: String(metricsPort),
    PUBLIC_URL: url,
    CHAIN: 'on',
    CHAIN_BLOCK_TIME: '0',
    LOG_LEVEL: 'silent',
  });
  const end = () => gateway.kill('SIGINT');
  process.once('exit', end);
  try {
    await waitUntilReady(url, gateway);
    tell(`is ready at ${url}`);
    const demo = run(
      'demo/demo.ts',
      [AS_PART, ...acts],
      { DATA_DIR: directory, GIVEAWAYS_URL: url, METRICS_URL: `http://127.0.0.1:${metricsPort}/metrics` },
      'inherit',
    );
    const [code] = (await once(demo, 'exit')) as [number | null];
    if (code !== 0) throw new Error('An act failed.');
  } finally {
    process.off('exit', end);
    if (gateway.exitCode === null) {
      end();
      await once(gateway, 'exit');
    }
    await rm(directory, { recursive: true, force: true });
  }
}

function run(
  file: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  output: 'ignore' | 'inherit' = 'ignore',
): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', output, 'inherit'],
  });
}

async function waitUntilReady(url: string, gateway: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const status = await fetch(`${url}/readyz`).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return;
    if (gateway.exitCode !== null || Date.now() > deadline) throw new Error('The gateway did not start.');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
