import { randomUUID } from 'node:crypto';
import { access, link, open, readFile, rm } from 'node:fs/promises';

/** The trimmed content of a file. A file that does not exist is created first, readable only for its owner. Throws for an empty one. */
export async function readSecretFile(file: string, create: () => string | Promise<string>): Promise<string> {
  await createSecretFile(file, await create());
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret === '')
    throw new Error(
      `${file} is empty: restore it, or delete it, so that the next start creates another one.`,
    );
  return secret;
}

/**
 * Creates a file, readable only for its owner, unless it exists. It appears with its whole content, since another process may read it
 * at any time.
 */
export async function createSecretFile(file: string, secret: string): Promise<void> {
  if (await exists(file)) return;
  const whole = `${file}.${randomUUID()}`;
  try {
    await writeNew(whole, secret);
    await link(whole, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (!WITHOUT_LINKS.has(code)) throw error;
    await writeNew(file, secret).catch((again: NodeJS.ErrnoException) => {
      if (again.code !== 'EEXIST') throw again;
    });
  } finally {
    await rm(whole, { force: true });
  }
}

/** What file systems answer that have no hard links. */
const WITHOUT_LINKS: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

/** Half a secret, as on a full disk, is removed again. */
async function writeNew(file: string, secret: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
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
