import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ensureBuilt } from '../../support/built.ts';

ensureBuilt('site');
const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BUILT = join(ROOT, 'dist/verifier/index.html');

it('is the same bytes at every build, also elsewhere and without git, and the build prints their SHA-256', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'verifier-'));
  try {
    for (const part of ['src', 'web', 'package.json', 'tsconfig.json'])
      await cp(join(ROOT, part), join(folder, part), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const out = join(folder, 'out/verifier.html');
    const { stdout } = await run(process.execPath, ['web/tools/build.ts', '--verifier', out], {
      cwd: folder,
    });
    const again = await readFile(out);
    expect(again.equals(await readFile(BUILT))).toBe(true);
    expect(stdout).toContain(createHash('sha256').update(again).digest('hex'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 180_000);

it('is one readable page that contains everything it loads', async () => {
  const page = await readFile(BUILT, 'utf8');
  const [head = ''] = page.split('<style>');
  expect(head).toMatch(
    /default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'; connect-src https: http:;/,
  );
  expect(page.match(/<script/g)).toEqual(['<script']);
  expect(page).not.toMatch(/<(?:link|img|iframe|script [^>]*src)|@import|url\(|\bimport\(/);
  expect(Math.max(...page.split('\n').map(({ length }) => length))).toBeLessThan(50_000);
});
