import { describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { getPriority } from 'node:os';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

/** The nice values of a process's threads by name, after it ran `code` with the functions of the module. */
function prioritiesAfter(code: string): Record<string, number[]> {
  const script = `
    const { lowerHelperPriority, lowerThreadPriority } = await import(${JSON.stringify(MODULE)});
    const { readdirSync, readFileSync } = await import('node:fs');
    const { getPriority } = await import('node:os');
    ${code};
    const found = {};
    for (const thread of readdirSync('/proc/self/task')) {
      const name = thread === String(process.pid) ? 'main' : readFileSync('/proc/self/task/' + thread + '/comm', 'utf8').trim();
      (found[name] ??= []).push(getPriority(Number(thread)));
    }
    console.log(JSON.stringify(found));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, number[]>;
}

const MODULE = new URL('../../src/runtime/threads/thread-priority.ts', import.meta.url).href;

onLinux('The priority of threads', () => {
  test('V8 helps at the priority that was set, and the main thread keeps its own', () => {
    const { main, V8Worker } = prioritiesAfter('lowerHelperPriority(7)');
    expect(main).toEqual([getPriority()]);
    expect(V8Worker?.length).toBeGreaterThan(0);
    expect(new Set(V8Worker)).toEqual(new Set([7]));
  });

  test('a thread lowers its own priority alone', () => {
    const { main, V8Worker } = prioritiesAfter('lowerThreadPriority(6)');
    expect(main).toEqual([6]);
    expect(new Set(V8Worker)).toEqual(new Set([getPriority()]));
  });
});
