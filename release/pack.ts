import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './run.ts';

/** The folders of the packages of a release. */
const PACKAGES = ['.', 'clients/typescript'];

/**
 * Writes the packages, the list of what the server's package needs (CycloneDX), and SHA256SUMS, as sha256sum checks it. Returns the
 * folder, relative to the root.
 */
export async function packRelease(root: string, version: string): Promise<string> {
  const folder = join('dist/release', version);
  const target = join(root, folder);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  // What the packages contain was built before.
  for (const each of PACKAGES)
    run(join(root, each), 'npm', 'pack', '--ignore-scripts', '--pack-destination', target);
  const { name } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    readonly name: string;
  };
  const contents = run(
    root,
    'npm',
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--omit=dev',
    '--package-lock-only',
  );
  const fileName = `${name.replace('@', '').replace('/', '-')}-${version}.cdx.json`;
  await writeFile(join(target, fileName), contents);
  const files = (await readdir(target)).toSorted();
  const sums = await Promise.all(files.map(async (file) => `${await digest(join(target, file))}  ${file}\n`));
  await writeFile(join(target, 'SHA256SUMS'), sums.join(''));
  return folder;
}

async function digest(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}
