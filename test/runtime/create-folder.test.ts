import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolder } from '../../src/runtime/files/create-folder.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'folder-'));
});
afterAll(() => rm(directory, { recursive: true }));

describe('A folder', () => {
  it('is created with those above it, by several at once, and stays when it exists', async () => {
    const folder = join(directory, 'one', 'two');
    await Promise.all(Array.from({ length: 20 }, () => createFolder(folder, 0o700)));
    await createFolder(folder);
    const modes = [folder, join(directory, 'one')].map(async (each) => (await stat(each)).mode & 0o777);
    expect(await Promise.all(modes)).toEqual([0o700, 0o700]);
  });

  it('is refused where the system takes none', async () => {
    await expect(createFolder('/proc/none/data')).rejects.toMatchObject({ syscall: 'mkdir' });
  });

  it('is not created in place of a file, or below one', async () => {
    const file = join(directory, 'file');
    await writeFile(file, '');
    await expect(createFolder(file)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(createFolder(join(file, 'below'))).rejects.toMatchObject({ code: 'EEXIST' });
  });
});
