import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { writeFileAtomic } from './write-file-atomic.ts';

const note = z.object({ anvil: z.int() });
const END_MS = 2_000;

/** Stores the id of the process that serves a directory's chain; `url` is for other programs. */
export async function noteAnvil(file: string, anvil: number, url: string): Promise<void> {
  await writeFileAtomic(file, JSON.stringify({ anvil, url }));
}

/**
 * Ends the anvil process that a killed gateway left behind. The command line of every anvil of this directory contains `mark`,
 * so that no other process is ended. No other gateway uses it, because this one has the directory's lock.
 */
export async function endOrphanedNode(file: string, mark: string): Promise<void> {
  const noted = note.safeParse(JSON.parse(await readFile(file, 'utf8').catch(() => 'null')));
  if (!noted.success) return;
  const { anvil } = noted.data;
  if ((await commandOf(anvil)).includes(mark)) await end(anvil);
  await rm(file, { force: true });
}

async function end(pid: number): Promise<void> {
  const deadline = performance.now() + END_MS;
  process.kill(pid, 'SIGTERM');
  while (isAlive(pid) && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The command line of a process; empty when there is no such process, or the system does not show it. */
async function commandOf(pid: number): Promise<string> {
  try {
    return await readFile(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    const listed = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(
      () => undefined,
    );
    return listed?.stdout ?? '';
  }
}
