import type { ChildProcess } from 'node:child_process';

const children = new Set<ChildProcess>();
let watching = false;

/** Makes sure that a child process does not outlive this one. */
export function adopt(child: ChildProcess): void {
  children.add(child);
  child.once('exit', () => children.delete(child));
  if (!watching) watchOwnEnd();
}

function watchOwnEnd(): void {
  watching = true;
  process.on('exit', () => {
    for (const child of children) child.kill('SIGKILL');
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
}
