import { expect, it, jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ensureBuilt } from '../support/built.ts';

jest.setTimeout(180_000);

ensureBuilt('site');
const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUILT = join(ROOT, 'dist/giveaways.mjs');
/** The sources may have been committed since the build. */
const withoutCommit = (bytes: Buffer) =>
  bytes.toString().replace(/(?<="\d+\.\d+\.\d+) \([0-9a-f]{40}\+?\)/, '');

it('is one readable file that needs only Node, and the same bytes at every build', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'command-line-'));
  try {
    const alone = join(folder, 'giveaways.mjs');
    await copyFile(BUILT, alone);
    const { stdout } = await run(process.execPath, [alone, 'verify-draw', '--help'], { cwd: folder });
    expect(stdout).toContain('Usage: giveaways verify-draw');

    const out = join(folder, 'again.mjs');
    const printed = await run(process.execPath, ['web/tools/build.ts', '--command-line', out], { cwd: ROOT });
    const again = await readFile(out);
    expect(withoutCommit(again)).toBe(withoutCommit(await readFile(BUILT)));
    const { createHash } = await import('node:crypto');
    const digest = createHash('sha256').update(again).digest('hex');
    expect(printed.stdout).toContain(digest);
    expect(again.toString()).toContain('\n  ');
    expect(
      Math.max(
        ...again
          .toString()
          .split('\n')
          .map(({ length }) => length),
      ),
    ).toBeLessThan(50_000);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('is the same where the packages are elsewhere and git is not, and then has the version alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'command-line-'));
  try {
    const parts = [
      'src',
      'clients/typescript/src',
      'web/tools',
      'schema',
      'package.json',
      'package-lock.json',
      'tsconfig.json',
    ];
    for (const part of parts) await cp(join(ROOT, part), join(folder, part), { recursive: true });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const out = join(folder, 'giveaways.mjs');
    await run(process.execPath, ['web/tools/build.ts', '--command-line', out], { cwd: folder });
    expect((await readFile(out)).toString()).toBe(withoutCommit(await readFile(BUILT)));

    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect((await run(process.execPath, [out, '--version'])).stdout).toBe(`${version}\n`);
    const { stdout } = await run(process.execPath, [BUILT, '--version']);
    expect(stdout).toMatch(/^\S+ \([0-9a-f]{40}\+?\)\n$/);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
