import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { lockDirectory } from '../../src/runtime/lock-directory.ts';
import { describeWith } from '../support/describe-with.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const ROUNDS = 200;
const PROGRAM = new URL('lock-process.ts', import.meta.url).pathname;
/** Runs a program in its own pid namespace, as containers do, where this machine allows it. */
const IN_A_NAMESPACE = ['unshare', '--pid', '--fork', '--kill-child'];
const hasNamespaces = spawnSync(IN_A_NAMESPACE[0]!, [...IN_A_NAMESPACE.slice(1), 'true']).status === 0;

const directory = temporaryDirectory('lock');
let file: string;
let processes: Locker[];
beforeAll(async () => {
  file = join(directory, 'lock.sqlite');
});
afterEach(() => Promise.all(processes.map((locker) => locker.kill())));

interface Locker {
  tell(line: 'lock' | 'release'): Promise<string>;
  kill(): Promise<void>;
}

async function startLocker(prefix: readonly string[] = []): Promise<Locker> {
  const command = [...prefix, process.execPath, PROGRAM, directory, file];
  const child: ChildProcess = spawn(command[0]!, command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout!)[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  expect(await next()).toBe('ready');
  return {
    tell(line) {
      child.stdin!.write(`${line}\n`);
      return next();
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function race(prefix?: readonly string[]): Promise<string[][]> {
  processes = await Promise.all([startLocker(prefix), startLocker(prefix)]);
  const rounds: string[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push((await Promise.all(processes.map((locker) => locker.tell('lock')))).toSorted());
    await Promise.all(processes.map((locker) => locker.tell('release')));
  }
  return rounds;
}

const refusal = () =>
  `${directory} is in use by another process: stop it, or set DATA_DIR to another folder.`;
const onlyOneHoldsIt = () => Array.from({ length: ROUNDS }, () => [refusal(), 'held'].toSorted());

describe('the lock of a directory', () => {
  it('is taken by exactly one of two simultaneous processes', async () => {
    expect(await race()).toEqual(onlyOneHoldsIt());
  });

  it('is free at once when its holder is killed', async () => {
    processes = await Promise.all([startLocker(), startLocker()]);
    const [holder, other] = processes as [Locker, Locker];
    expect(await holder.tell('lock')).toBe('held');
    expect(await other.tell('lock')).toBe(refusal());
    await holder.kill();
    expect(await other.tell('lock')).toBe('held');
    expect(await readdir(directory)).toEqual(['lock.sqlite']);
  });

  it('is refused to the process that holds it, which keeps it, and is readable by its owner only', async () => {
    processes = [await startLocker()];
    const release = await lockDirectory(directory, file);
    await expect(lockDirectory(directory, file)).rejects.toThrow(refusal());
    expect(await processes[0]!.tell('lock')).toBe(refusal());
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    release();
    expect(await processes[0]!.tell('lock')).toBe('held');
  });
});

describeWith(hasNamespaces || undefined, 'this user may not unshare', 'in separate pid namespaces', () => {
  it('is never held by two processes with the same pid', async () => {
    expect(await race(IN_A_NAMESPACE)).toEqual(onlyOneHoldsIt());
  });
});
