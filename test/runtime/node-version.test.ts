import { expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LOADED_FIRST = fileURLToPath(new URL('../../src/source-maps.ts', import.meta.url));
const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
const NEEDED = engines.node.replace('>=', '');

function start(version: string) {
  const change = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(change)}`, '--import', LOADED_FIRST];
  return spawnSync(process.execPath, [...args, '--eval', 'console.log("started")'], { encoding: 'utf8' });
}

it.each(['20.19.0', '22.16.0'])('Node.js %s is refused with the release that is needed', (version) => {
  const { status, stdout, stderr } = start(version);
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    `Node.js ${version} is too old: use ${NEEDED} or later.\n`,
  ]);
});

it.each([`${NEEDED}.0`, '24.0.0'])('Node.js %s starts the program', (version) => {
  const { status, stdout, stderr } = start(version);
  expect([status, stdout, stderr]).toEqual([0, 'started\n', '']);
});
