import { open, readFile, rm } from 'node:fs/promises';

/** The trimmed content of a file. A file that does not exist is created first, readable only for its owner. */
export async function readSecretFile(file: string, create: () => string | Promise<string>): Promise<string> {
  await createSecretFile(file, await create());
  return (await readFile(file, 'utf8')).trim();
}

/** Creates a file, readable only for its owner, unless it exists. Half a secret, as on a full disk, is removed again. */
export async function createSecretFile(file: string, secret: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if (handle === undefined) return;
  try {
    await handle.writeFile(`${secret}\n`);
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}
