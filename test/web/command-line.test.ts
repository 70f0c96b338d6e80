import { expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BUILT = join(ROOT, 'dist/giveaways.mjs');

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
    expect(again.equals(await readFile(BUILT))).toBe(true);
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
}, 180_000);
