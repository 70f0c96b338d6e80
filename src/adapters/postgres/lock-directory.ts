import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder of the embedded database this process's own: two processes would destroy it.
 * Throws when another living process holds it. Answers how to let go.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const file = `${directory}.lock`;
  await mkdir(dirname(file), { recursive: true });
  const holder = await readFile(file, 'utf8').catch(() => '');
  const pid = Number.parseInt(holder, 10);
  if (pid > 0 && pid !== process.pid && (await identify(pid)) === holder) {
    throw new Error(`${directory} is in use by process ${pid}: stop it, or set DATA_DIR to another folder.`);
  }
  await writeFile(file, (await identify(process.pid)) ?? '');
  return () => rm(file, { force: true });
}

/** The pid of a living process and, where the system tells, when it started; a pid alone may be used again. */
async function identify(pid: number): Promise<string | undefined> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined;
  }
  // proc(5): behind the name in brackets stand the state and, 19 fields later, the start time.
  const facts =
    (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ').at(-1)?.split(' ') ?? [];
  const isDead = facts[0] === 'Z' || facts[0] === 'X';
  return isDead ? undefined : `${pid} ${facts[19] ?? ''}`;
}
