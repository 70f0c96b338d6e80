import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ensureBuilt } from '../support/built.ts';

ensureBuilt('site');
const BUILT = fileURLToPath(new URL('../../dist/web', import.meta.url));
const KILOBYTE = 1_000;

/** The compressed size of a script and of all scripts that it imports, at once or later. */
function sizeOf(file: string, seen = new Set<string>()): number {
  if (seen.has(file)) return 0;
  seen.add(file);
  const script = readFileSync(join(BUILT, 'assets', file), 'utf8');
  const imported = script.matchAll(/(?:\bfrom|\bimport\(?)\s*["'`]\.\/([\w.-]+\.js)["'`]/g);
  const own = gzipSync(script, { level: 9 }).length;
  return [...imported].reduce((sum, [, name = '']) => sum + sizeOf(name, seen), own);
}

const paths = JSON.parse(readFileSync(join(BUILT, 'assets.json'), 'utf8')) as Record<string, string>;
const fileOf = (name: string) => (paths[name] ?? '').replace('/assets/', '');

const [proofs = ''] = globSync('prove-*.js', { cwd: join(BUILT, 'assets') });

it('loads less than 49 KB, compressed, for the verification of a draw', () => {
  const size = sizeOf(fileOf('draw-check'), new Set([proofs]));
  // The pairing check alone has 26 KB: a smaller sum means that an import was not found.
  expect(size).toBeGreaterThan(26 * KILOBYTE);
  // Twins over all announced hubs, and the signers, have 2 KB of the others.
  expect(size).toBeLessThan(49 * KILOBYTE);
});

it('loads less than 23 KB more for its proof', () => {
  const size = sizeOf(fileOf('draw-check')) - sizeOf(fileOf('draw-check'), new Set([proofs]));
  expect(size).toBeGreaterThan(10 * KILOBYTE);
  expect(size).toBeLessThan(23 * KILOBYTE);
});

it('loads less than 3 KB of it with the page, before a reader presses the button', () => {
  const script = readFileSync(join(BUILT, 'assets', fileOf('draw-check')));
  expect(gzipSync(script, { level: 9 }).length).toBeLessThan(3 * KILOBYTE);
});
