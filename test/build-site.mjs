import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Builds the site before the tests when a source has changed since the last build. */
export default function buildSite() {
  const root = fileURLToPath(new URL('../', import.meta.url));
  execFileSync(process.execPath, ['web/tools/build.ts', '--if-changed'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
