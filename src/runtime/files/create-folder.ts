import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and those above it that do not exist. Rejects with the system's error. mkdir with `recursive` never ends where the
 * parent exists and takes no folders, such as /proc: it reads ENOENT as a missing parent.
 */
export async function createFolder(folder: string, mode = 0o777): Promise<void> {
  if (await isFolder(folder)) return;
  if (dirname(folder) !== folder) await createFolder(dirname(folder), mode);
  await mkdir(folder, { mode }).catch(async (error: unknown) => {
    // Another process may have created it meanwhile.
    if (!(await isFolder(folder))) throw error;
  });
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() === true;
}
