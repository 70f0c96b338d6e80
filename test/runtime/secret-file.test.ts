import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readSecretFile } from '../../src/runtime/secret-file.ts';
import { describeWith } from '../support/describe-with.ts';
import { disks, type SmallDisk } from '../support/faults/disk.ts';

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
