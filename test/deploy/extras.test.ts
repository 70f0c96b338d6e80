import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explainAbsence } from '../../src/runtime/explain-absence.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/database.ts';
import { describeWith } from '../support/describe-with.ts';
import { runToEnd, startProcess } from '../support/gateway/process.ts';

const { peerDependencies, peerDependenciesMeta, devDependencies, dependencies } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
const EXTRAS = Object.keys(peerDependencies);
/** Lets a process find none of these packages, as after an installation for production. */
const HIDE = `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(name, context, next) {
      const hidden = ${JSON.stringify(EXTRAS)}.find((each) => name === each || name.startsWith(each + '/'));
      if (hidden === undefined) return next(name, context);
      throw Object.assign(new Error("Cannot find package '" + name + "'"), { code: 'ERR_MODULE_NOT_FOUND' });
    },
  });`;

describe('the packages of the embedded parts', () => {
  it('come with the packages of developers, in the versions that the package names', () => {
    expect(EXTRAS.length).toBeGreaterThan(3);
    for (const name of EXTRAS) {
      expect([name, devDependencies[name]]).toEqual([name, peerDependencies[name]]);
      expect(peerDependenciesMeta[name]).toEqual({ optional: true });
      expect(dependencies).not.toHaveProperty([name]);
    }
  });

  it('are named, with their versions, by the error of a part that lacks them', () => {
    const part = { name: 'The embedded chain', packages: ['@foundry-rs/anvil'], instead: 'set RPC_URL' };
    const absent = Object.assign(new Error("Cannot find module '@foundry-rs/anvil/package.json'"), {
      code: 'MODULE_NOT_FOUND',
    });
    expect(explainAbsence(absent, part)).toMatchObject({
      message: `The embedded chain needs packages that are not installed: set RPC_URL, or run npm install --no-save @foundry-rs/anvil@${peerDependencies['@foundry-rs/anvil']}.`,
    });
    const other = Object.assign(new Error("Cannot find package 'pino'"), { code: 'ERR_MODULE_NOT_FOUND' });
    expect(explainAbsence(other, part)).toBe(other);
  });
});

it('locks the binaries of packages for both kinds of processors that images run on', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly os?: string[]; readonly cpu?: string[] }>>;
  };
  const binariesFor = (processor: string) =>
    Object.entries(packages)
      .filter(([, { os, cpu }]) => os?.includes('linux') && cpu?.includes(processor))
      .map(([name]) => name.replace(/arm64|amd64/, 'x64'));
  expect(binariesFor('x64').length).toBeGreaterThan(15);
  expect(binariesFor('arm64').toSorted()).toEqual(binariesFor('x64').toSorted());
});

describe('the built server without the packages of the embedded parts', () => {
  let folder: string;
  let without: Readonly<Record<string, string>>;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'without-extras-'));
    writeFileSync(join(folder, 'hide.mjs'), HIDE);
    without = { NODE_OPTIONS: `--import=${join(folder, 'hide.mjs')}`, DATA_DIR: join(folder, 'data') };
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('says what the embedded database needs', async () => {
    const { code, output } = await runToEnd(without);
    expect([code, output]).toEqual([1, expect.stringContaining('The embedded database needs packages')]);
    expect(output).toContain(`@electric-sql/pglite@${peerDependencies['@electric-sql/pglite']}`);
  });

  describeWith(process.env['DATABASE_URL'], 'DATABASE_URL is not set', 'on PostgreSQL', () => {
    let database: TestDatabase | undefined;
    beforeAll(async () => (database = await createTestDatabase()));
    afterAll(() => database?.drop());

    it('serves the API, and the reference of the site instead of Swagger UI', async () => {
      const server = await startProcess({ ...without, DATABASE_URL: database?.url ?? '' });
      try {
        expect((await fetch(`${server.url}/feed.json`)).status).toBe(200);
        const docs = await fetch(`${server.url}/docs`);
        expect([docs.status, docs.url]).toEqual([200, `${server.url}/developers/rest`]);
      } finally {
        expect(await server.end('SIGTERM')).toBe(0);
      }
    });
  });
});
