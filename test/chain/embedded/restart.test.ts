import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAnvil } from '../../../src/adapters/chain/embedded/anvil-binary.ts';
import { startEmbeddedNode, type EmbeddedNode } from '../../../src/adapters/chain/embedded-node.ts';
import { createRpc } from '../../../src/adapters/chain/rpc.ts';
import { eventually } from '../../support/eventually.ts';
import { allowSigner, isSigner, receiptOf, type Served } from './chain.ts';

let directory: string;
let node: EmbeddedNode | undefined;
let warnings: string[];
const children: ChildProcess[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'chain-'));
  warnings = [];
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await node?.stop();
  node = undefined;
  await rm(directory, { recursive: true, force: true });
});

async function start(blockTime = 0): Promise<EmbeddedNode> {
  node = await startEmbeddedNode({ directory, blockTime, warn: (message) => void warnings.push(message) });
  return node;
}

async function restart(change?: () => Promise<void>): Promise<EmbeddedNode> {
  await node?.stop();
  node = undefined;
  await change?.();
  return start();
}

describe('a chain that is stopped and started again', () => {
  it('has its contracts, accounts, transactions and logs', async () => {
    const first = await start();
    const hash = await allowSigner(first);
    const receipt = await receiptOf(first.url, hash);
    const second = await restart();
    expect(second.deployment).toEqual(first.deployment);
    expect(second.operator).toEqual(first.operator);
    expect(second.beacon.publicKey).toBe(first.beacon.publicKey);
    expect(await receiptOf(second.url, hash)).toEqual(receipt);
    expect(await isSigner(second)).toBe(true);
  });

  it('goes on from its own time, even when that is ahead', async () => {
    const first = await start();
    await createRpc(first.url).call('evm_increaseTime', [86_400]);
    await createRpc(first.url).call('evm_mine');
    const time = await first.now();
    const second = await restart();
    expect(await second.now()).toBeGreaterThanOrEqual(time);
    await createRpc(second.url).call('evm_mine');
    expect(await second.now()).toBeGreaterThanOrEqual(time);
  });

  it('gets its contracts anew when the chain was lost', async () => {
    const first = await start();
    await allowSigner(first);
    const second = await restart(() => rm(join(directory, 'state.json.gz')));
    expect(await isSigner(second)).toBe(false);
    await allowSigner(second);
    expect(await isSigner(second)).toBe(true);
  });

  it('refuses a beacon key that it was not made with', async () => {
    await start();
    const started = restart(() => rm(join(directory, 'beacon-key')));
    await expect(started).rejects.toThrow(
      'The beacon key is not the one that the embedded chain was made with.',
    );
  });

  it.each([
    ['another version', { code: '00' }],
    ['a version that did not note them', { code: undefined }],
  ])('refuses the contracts of %s, and says what to do', async (_case, change) => {
    await start();
    const file = join(directory, 'addresses.json');
    const started = restart(async () => {
      const noted = JSON.parse(await readFile(file, 'utf8')) as object;
      await writeFile(file, JSON.stringify({ ...noted, ...change }));
    });
    await expect(started).rejects.toThrow(`Delete the folder ${directory} to begin anew`);
  });

  it('refuses a state that is none', async () => {
    await start();
    const started = restart(() => writeFile(join(directory, 'state.json.gz'), 'no chain'));
    await expect(started).rejects.toThrow('state.json.gz holds no chain');
  });
});

describe('a node that is killed', () => {
  it('comes back at the same address with what was kept', async () => {
    const { url } = await start(1);
    if (node === undefined) return;
    await allowSigner(node);
    await keeping();
    process.kill(await anvilPid(), 'SIGKILL');
    expect(await eventually(() => isSigner(node!).catch(() => false), Boolean)).toBe(true);
    expect(node.url).toBe(url);
    expect(warnings).toContain('The embedded chain has ended. It starts again from what was kept.');
    await allowSigner(node, '0x00000000000000000000000000000000000000bb');
  });

  it.each([0, 10, 50])('can be stopped %i ms afterwards', async (wait) => {
    const first = await start();
    process.kill(await anvilPid(), 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, wait));
    await first.stop();
    node = undefined;
    expect(await isAnswering(first.url)).toBe(false);
  });
});

describe('a gateway that is killed', () => {
  it('takes its node with it, and loses nothing that is older than a second', async () => {
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

describe('a node that was left behind', () => {
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

  it('is left alone when it is something else', async () => {
    const other = spawn('sleep', ['60'], { stdio: 'ignore' });
    children.push(other);
    await noteAnvil(other.pid);
    await start();
    expect(isAlive(other.pid)).toBe(true);
  });

  it('is left alone while its gateway lives', async () => {
    const { child, served } = await startProcess();
    await expect(start()).rejects.toThrow(
      `${directory} is in use by another process: stop it, or set DATA_DIR to another folder.`,
    );
    expect(await isAnswering(served.url)).toBe(true);
    child.kill('SIGKILL');
  });
});

/** Until what is on the chain now is in its file too. */
async function keeping(): Promise<void> {
  const file = join(directory, 'state.json.gz');
  // What is being written at this moment may be older.
  const after = Date.now() + 100;
  await eventually(
    async () => (await stat(file)).mtimeMs,
    (writtenAt) => writtenAt > after,
    4_000,
  );
}

async function startProcess(): Promise<{ readonly child: ChildProcess; readonly served: Served }> {
  const program = new URL('node-process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--import', 'tsx', program, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, served: JSON.parse(line.toString()) as Served };
}

/** An anvil as a gateway of this directory starts one. */
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
