import { readFile, writeFile } from 'node:fs/promises';

/** What the file says, trimmed. A file that does not exist is made first, for its owner's eyes only. */
export async function readSecretFile(file: string, make: () => string): Promise<string> {
  try {
    await writeFile(file, `${make()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}
