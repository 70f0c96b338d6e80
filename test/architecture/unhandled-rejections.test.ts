import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';

const JEST = fileURLToPath(new URL('../../node_modules/jest/bin/jest.js', import.meta.url));

// The runner of this repository's own suites.
const CONFIG = {
  testEnvironment: fileURLToPath(new URL('../runner/environment.mjs', import.meta.url)),
  testRunner: fileURLToPath(new URL('../runner/runner.mjs', import.meta.url)),
};

// The server outlives promises that nobody waits for: in the tests they must not pass unseen.
const LEAVES_ONE = `
const { createServer } = require('node:http');
const server = createServer((_request, response) => {
  if (process.env.LEAVE === 'yes') Promise.reject(new Error('left by a request'));
  response.end();
});
beforeAll(() => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));
it('is answered', async () => {
  expect((await fetch('http://127.0.0.1:' + server.address().port)).status).toBe(200);
});
`;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'planted-'));
  await writeFile(join(directory, 'planted.test.js'), LEAVES_ONE);
  await writeFile(join(directory, 'jest.config.json'), JSON.stringify(CONFIG));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

it.each([
  ['no', 0],
  ['yes', 1],
])('fails a test during which a request leaves a rejection unhandled: %s', (leave, code) => {
  const { status, stderr } = spawnSync(process.execPath, [JEST, '--rootDir', directory, '--runInBand'], {
    cwd: directory,
    env: { ...CHILD_ENVIRONMENT, LEAVE: leave },
    encoding: 'utf8',
  });
  expect(status).toBe(code);
  expect(stderr.includes('left by a request')).toBe(leave === 'yes');
});
