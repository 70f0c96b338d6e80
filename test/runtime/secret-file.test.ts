import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { readSecretFile } from '../../src/runtime/secret-file.ts';
import { describeWith } from '../support/describe-with.ts';
import { disks, type SmallDisk } from '../support/faults/disk.ts';

/** Reports what is in each of these files as soon as it exists. */
const FIRST_CONTENTS = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { readFileSync } = require('node:fs');
  parentPort.postMessage('ready');
  parentPort.postMessage(workerData.map((file) => { for (;;) try { return readFileSync(file, 'utf8'); } catch {} }));
`;

describe('a file with a secret, of instances that share a folder', () => {
  let directory: string;
  let file: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'secret-'));
    file = join(directory, 'secret');
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('appears with its whole content', async () => {
    const files = Array.from({ length: 50 }, (_, index) => `${file}-${index}`);
    const other = new Worker(FIRST_CONTENTS, { eval: true, workerData: files });
    await once(other, 'message');
    const found = once(other, 'message') as Promise<[string[]]>;
    for (const each of files) await readSecretFile(each, () => 'whole');
    const [contents] = await found;
    expect(new Set(contents)).toEqual(new Set(['whole\n']));
    expect((await readdir(directory)).toSorted()).toEqual(files.map((each) => basename(each)).toSorted());
  });

  it('has one secret for all that create it at once', async () => {
    const reads = Array.from({ length: 20 }, (_, index) => readSecretFile(file, () => `secret ${index}`));
    expect(new Set(await Promise.all(reads)).size).toBe(1);
  });

  it('is refused when it is empty, as after a crash', async () => {
    await writeFile(file, '\n');
    await expect(readSecretFile(file, () => 'another')).rejects.toThrow('secret is empty: restore it');
  });
});

describeWith(disks, 'no file system can be mounted', 'a file with a secret', (mount) => {
  let disk: SmallDisk;
  let file: string;
  beforeEach(() => {
    disk = mount(1);
    file = join(disk.directory, 'secret');
  });
  afterEach(() => disk.remove());

  it('is created once, readable for its owner alone', async () => {
    expect(await readSecretFile(file, () => 'first')).toBe('first');
    expect(await readSecretFile(file, () => 'second')).toBe('first');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is not left half written on a full disk', async () => {
    await disk.fill();
    await expect(readSecretFile(file, () => 'first')).rejects.toThrow('ENOSPC');
    expect(existsSync(file)).toBe(false);
    await disk.free();
    expect(await readSecretFile(file, () => 'second')).toBe('second');
  });
});
