import { readFile, writeFile } from 'node:fs/promises';

/** The trimmed content of a file. A file that does not exist is created first, readable only for its owner. */
export async function readSecretFile(file: string, create: () => string): Promise<string> {
  try {
    await writeFile(file, `${create()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}
