/**
 * Makes a release of what is committed: npm run release -- X.Y.Z [--sign] [--dry-run]
 *
 * It checks version, working tree, tags and changelog, sets the version and commits it, builds, writes packages, the list of their
 * contents and checksums to dist/release/X.Y.Z, and makes the tag vX.Y.Z. It pushes and publishes nothing. With --dry-run it only checks.
 */
import { findFaults, readSection } from './checks.ts';
import { run, runGit } from './run.ts';
import { packRelease } from './pack.ts';
import { setVersion, VERSION_FILES } from './version-files.ts';

const USAGE = 'npm run release -- X.Y.Z [--sign] [--dry-run]';
const OPTIONS = ['--sign', '--dry-run'];

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const [version, ...others] = args.filter((arg) => !OPTIONS.includes(arg));
  if (version === undefined || others.length > 0) throw new Error(USAGE);
  const isDry = args.includes('--dry-run');
  const root = process.cwd();

  const faults = await findFaults(root, version);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const written = await setVersion(root, version, isDry);
  const changes = written.length > 0 ? written : ['nothing: every file has it'];
  report(`version ${version} is set in ${changes.join(', ')}`);
  if (isDry) return report(`dry run: v${version} was not tagged, and no file was changed`);

  if (written.length > 0) {
    runGit(root, 'add', ...VERSION_FILES);
    runGit(root, 'commit', '--quiet', '--message', `Release ${version}`);
  }
  // After the commit, which the build writes into the programs.
  run(root, 'npm', 'run', 'build', '--if-present');
  const changed = runGit(root, 'status', '--porcelain');
  if (changed !== '') throw new Error(`The build has changed files that are committed:\n${changed}`);
  const folder = await packRelease(root, version);
  const message = `Release ${version}\n\n${await readSection(root, version)}`;
  const kind = args.includes('--sign') ? '--sign' : '--annotate';
  runGit(root, 'tag', kind, '--cleanup=verbatim', '--message', message, `v${version}`);
  report(`tag v${version} is made, its files are in ${folder}`);
  report(`to publish: git push origin HEAD v${version}`);
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
