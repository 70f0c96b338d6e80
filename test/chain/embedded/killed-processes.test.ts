import { describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findAnvil } from '../../../src/adapters/chain/embedded/anvil-binary.ts';
import { createRpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import { eventually } from '../../support/eventually.ts';
import { allowSigner, isSigner } from './chain.ts';
import {
  directory,
  node,
  warnings,
  children,
  start,
  startProcess,
  stop,
  useChainDirectory,
} from './restarted-chain.ts';

useChainDirectory();

describe('a node that is killed', () => {
  it('restarts at the same address with the stored state', async () => {
    const { url } = await start(1);
    if (node === undefined) return;
    await allowSigner(node);
    await keeping();
    process.kill(await anvilPid(), 'SIGKILL');
    expect(await eventually(() => isSigner(node!).catch(() => false), Boolean)).toBe(true);
    expect(node.url).toBe(url);
    expect(warnings).toContain('The node of the embedded chain has ended. It restarts from the saved chain.');
    await allowSigner(node, '0x00000000000000000000000000000000000000bb');
  });

  it.each([0, 10, 50])('can be stopped %i ms later', async (wait) => {
    const first = await start();
    process.kill(await anvilPid(), 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, wait));
    await stop();
    expect(await isAnswering(first.url)).toBe(false);
  });
});

describe('a gateway that is killed', () => {
  it('ends its node too, and loses nothing older than a second', async () => {
    const { child, served } = await startProcess();
    await allowSigner(served);
    await keeping();
    const pid = await anvilPid();
    child.kill('SIGKILL');
    expect(
      await eventually(
        async () => isAlive(pid),
        (alive) => !alive,
      ),
    ).toBe(false);
    expect(await isAnswering(served.url)).toBe(false);
    expect(await isSigner(await start())).toBe(true);
  });
});

describe('an anvil process left behind', () => {
  it('is ended, and the chain starts', async () => {
    const left = leaveAnvil();
    await noteAnvil(left.pid);
    await start();
    expect(
      await eventually(
        async () => isAlive(left.pid),
        (alive) => !alive,
      ),
    ).toBe(false);
    expect(await isSigner(node!)).toBe(false);
  });

  it('is not ended when the process is another program', async () => {
    const other = spawn('sleep', ['60'], { stdio: 'ignore' });
    children.push(other);
    await noteAnvil(other.pid);
    await start();
    expect(isAlive(other.pid)).toBe(true);
  });

  it('is not ended while its gateway lives', async () => {
    const { child, served } = await startProcess();
    await expect(start()).rejects.toThrow(
      `${directory} is in use by another process: stop it, or set DATA_DIR to another folder.`,
    );
    expect(await isAnswering(served.url)).toBe(true);
    child.kill('SIGKILL');
  });
});

/** Waits until the present state of the chain is in its file. */
async function keeping(): Promise<void> {
  const file = join(directory, 'state.json.gz');
  // A save that is in progress may be older.
  const after = Date.now() + 100;
  await eventually(
    async () => (await stat(file)).mtimeMs,
    (writtenAt) => writtenAt > after,
    4_000,
  );
}

/** Starts an anvil as a gateway of this directory would. */
function leaveAnvil(): ChildProcess {
  const child = spawn(findAnvil(), ['--port', '0', '--cache-path', join(directory, 'anvil')], {
    stdio: 'ignore',
  });
  children.push(child);
  return child;
}

const noteAnvil = (anvil: number | undefined) =>
  writeFile(join(directory, 'anvil.json'), JSON.stringify({ anvil }));

async function anvilPid(): Promise<number> {
  const { anvil } = JSON.parse(await readFile(join(directory, 'anvil.json'), 'utf8')) as { anvil: number };
  return anvil;
}

function isAlive(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}

const isAnswering = (url: string) =>
  createRpc(url)
    .call('eth_chainId')
    .then(
      () => true,
      () => false,
    );
