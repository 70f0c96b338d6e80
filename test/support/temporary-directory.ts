import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aroundTests } from './shared-by-tests.ts';

/** The path of a directory that is there, empty, before the tests of a file or of a `describe`, and removed after them. */
export function temporaryDirectory(name: string): string {
  const path = join(tmpdir(), `${name}-${randomBytes(6).toString('hex')}`);
  aroundTests(async () => {
    await mkdir(path, { mode: 0o700 });
    return () => rm(path, { recursive: true, force: true });
  });
  return path;
}
