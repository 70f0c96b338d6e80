import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { startEmbeddedNode, type EmbeddedNode } from '../../../src/adapters/chain/embedded/embedded-node.ts';
import { describeWith } from '../../support/describe-with.ts';
import { eventually } from '../../support/eventually.ts';
import { disks, type SmallDisk } from '../../support/faults/disk.ts';
import { allowSigner, isSigner } from './chain.ts';
import { children, startProcess } from './restarted-chain.ts';

const [FIRST, SECOND, THIRD] = ['b', 'c', 'd'].map((digit) => `0x${digit.repeat(40)}`) as [
  string,
  string,
  string,
];
const JOURNAL = 0;
const WHOLE_STATE = undefined;

describeWith(disks, 'no file system can be mounted', 'an embedded chain on a full disk', (mount) => {
  let disk: SmallDisk;
  let node: EmbeddedNode | undefined;
  let warnings: string[];
  beforeEach(() => {
    disk = mount(12);
    warnings = [];
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await node?.stop();
    node = undefined;
    disk.remove();
  });

  const start = async (slowMs: number | undefined, blockTime = 1) => {
    const warn = (message: string) => void warnings.push(message);
    node = await startEmbeddedNode({ directory: disk.directory, blockTime, slowMs, warn });
    return node;
  };

  it.each([
    ['saves its whole state', WHOLE_STATE],
    ['has a journal', JOURNAL],
  ])('mines no block that it cannot save, and refuses operations (it %s)', async (_how, slowMs) => {
    const running = await start(slowMs);
    await allowSigner(running, FIRST);
    await expect(running.requireRoom()).resolves.toBeUndefined();
    await disk.fill();
    const refusal = await eventually(
      () => running.requireRoom().catch((error: unknown) => error),
      (response) => response !== undefined,
    );
    expect(refusal).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      reason: 'DISK_FULL',
      message: expect.stringContaining('The disk of the embedded chain is full'),
    });
    const waiting = allowSigner(running, SECOND);
    await eventually(
      async () => warnings,
      (seen) => seen.length > 0,
    );
    expect(warnings[0]).toContain(`The disk of ${disk.directory} is full: 0 MB of 12 MB are free.`);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await isSigner(running, SECOND)).toBe(false);
    await disk.free();
    await waiting;
    expect(await isSigner(running, SECOND)).toBe(true);
  });

  it('loses no confirmed transaction after a full disk and a kill', async () => {
    const { child, served } = await startProcess(JOURNAL, disk.directory);
    await allowSigner(served, FIRST);
    // Room for half a line at most.
    await disk.fill(4_096);
    // Mined at once, because this chain has no block time: a second later it is known that it cannot be saved.
    for (const signer of [SECOND, THIRD]) await Promise.race([allowSigner(served, signer), after(3_000)]);
    await disk.free();
    const areSigners = async (chain: typeof served) =>
      (await Promise.all([FIRST, SECOND, THIRD].map((signer) => isSigner(chain, signer)))).every(Boolean);
    expect(await eventually(() => areSigners(served), Boolean)).toBe(true);
    // Two saves later all of it is on the disk.
    await after(3_000);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await areSigners(await start(JOURNAL))).toBe(true);
    expect(warnings).toEqual([]);
  });
});

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
