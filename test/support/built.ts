import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isCurrent, withNeeded, type PartName } from '../../web/tools/current.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Builds this part, and those that it needs, when a source has changed since their last build. Only suites that need it call this,
 * and wait.
 */
export function ensureBuilt(part: PartName): void {
  if (withNeeded([part]).every(isCurrent)) return;
  const args = ['web/tools/build-changed.ts', '--unchecked', part];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The ${part} could not be built:\n${stdout}${stderr}`);
}
