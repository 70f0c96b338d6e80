import { afterEach, beforeEach } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedNode, type EmbeddedNode } from '../../../src/adapters/chain/embedded/embedded-node.ts';
import type { ServedChain } from './chain.ts';

export let directory: string;
export let node: EmbeddedNode | undefined;
export let warnings: string[];
export const children: ChildProcess[] = [];

/** Creates a directory for the chain of each test, and ends all that ran on it. */
export function useChainDirectory(): void {
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), `the owner's.chain `));
    warnings = [];
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await node?.stop();
    node = undefined;
    await rm(directory, { recursive: true, force: true });
  });
}

export async function start(blockTime = 0, slowMs?: number): Promise<EmbeddedNode> {
  const warn = (message: string) => void warnings.push(message);
  node = await startEmbeddedNode({ directory, blockTime, slowMs, warn });
  return node;
}

/** Stops the chain of the test. */
export async function stop(): Promise<void> {
  await node?.stop();
  node = undefined;
}

export async function startProcess(
  slowMs?: number,
  folder = directory,
): Promise<{ readonly child: ChildProcess; readonly served: ServedChain }> {
  const program = new URL('node-process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, folder, String(slowMs ?? '')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, served: JSON.parse(line.toString()) as ServedChain };
}
