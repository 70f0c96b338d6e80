import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSecrets } from '../../src/adapters/auth/secret-files.ts';

const LONG = 'x'.repeat(32);

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'secrets-'));
});
afterEach(() => rm(directory, { recursive: true }));

const read = () =>
  readSecrets({ directory, operatorHashes: [], authSecret: undefined, signingKeys: undefined });

it.each([
  ['a short one', 'short'],
  ['nothing behind a comma', `${LONG},`],
])('a file with %s as a secret that signs sessions is refused', async (_what, text) => {
  await writeFile(join(directory, 'auth-secret'), text);
  await expect(read()).rejects.toThrow('auth-secret must have 32 characters or more');
});

it('a file can have several secrets while they are replaced', async () => {
  await writeFile(join(directory, 'auth-secret'), `${LONG}1, ${LONG}2\n`);
  expect((await read()).authSecrets).toEqual([`${LONG}1`, `${LONG}2`]);
});
