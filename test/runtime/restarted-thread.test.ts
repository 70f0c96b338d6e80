import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startRestartedThread, type RestartedThread } from '../../src/runtime/threads/restarted-thread.ts';
import { eventually } from '../support/eventually.ts';

let directory: string;
let thread: RestartedThread<string>;
let events: string[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'thread-'));
  events = [];
});
afterEach(async () => {
  await thread.stop('stop');
  await rm(directory, { recursive: true });
});

async function start(text: string): Promise<void> {
  const entry = join(directory, 'entry.mjs');
  await writeFile(entry, `import { parentPort } from 'node:worker_threads';\n${text}`);
  thread = startRestartedThread<string, string>({
    name: 'tested',
    entry: pathToFileURL(entry),
    data: undefined,
    receive: (message) => events.push(message),
    ended: (error, pauseMs) => events.push(`${String(error)} ${pauseMs}`),
    uncaught: (kind) => events.push(kind),
  });
}
const seen = (count: number) =>
  eventually(
    async () => events.slice(0, count),
    (list) => list.length === count,
  );

it('starts again after a failed start, which does not count as uncaught', async () => {
  await start(`throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });`);
  expect(await seen(2)).toEqual(['Error: too many open files 500', 'Error: too many open files 1000']);
});

it('reports an uncaught error of a thread that has started, and starts it again', async () => {
  await start(`parentPort.postMessage('ready'); setTimeout(() => { throw new Error('mistake'); }, 50);`);
  expect(await seen(4)).toEqual(['ready', 'uncaughtException', 'Error: mistake 500', 'ready']);
});
