import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The commits of the releases before this one. */
export const COMMITS = { '0.1.0': '7591761d' } as const;

/** A built release, or why it is not there. */
export interface EarlierRelease {
  /** Undefined when it could not be built. */
  readonly folder: string | undefined;
  readonly missing: string;
}

/** Builds a release from the history of this repository, once for these packages. */
export async function buildEarlierRelease(version: keyof typeof COMMITS): Promise<EarlierRelease> {
  const lock = await readFile(join(ROOT, 'package-lock.json'));
  const packages = createHash('sha256').update(lock).digest('hex').slice(0, 16);
  const folder = join(ROOT, 'node_modules/.cache/releases', `${version}-${COMMITS[version]}-${packages}`);
  if (existsSync(folder)) return { folder, missing: '' };
  const building = await mkdtemp(join(tmpdir(), `release-${version}-`));
  try {
    await build(version, building);
    await store(building, folder);
    return { folder, missing: '' };
  } catch (error) {
    return { folder: undefined, missing: (error as Error).message };
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/** Node runs no TypeScript below node_modules, so only what was built goes there. */
async function store(building: string, folder: string): Promise<void> {
  const stored = `${folder}-${randomUUID()}`;
  await mkdir(stored, { recursive: true });
  for (const name of ['dist', 'schema', 'package.json', 'node_modules'])
    await cp(join(building, name), join(stored, name), { recursive: true, verbatimSymlinks: true });
  // If another worker was faster, its build is used.
  await rename(stored, folder).catch(() => rm(stored, { recursive: true, force: true }));
}

async function build(version: keyof typeof COMMITS, folder: string): Promise<void> {
  const commit = COMMITS[version];
  const archive = spawnSync('git', ['archive', '--format=tar', commit], {
    cwd: ROOT,
    maxBuffer: 1_000_000_000,
  });
  if (archive.status !== 0) throw new Error(`the history has no commit ${commit} of release ${version}`);
  run('tar', ['-x', '-C', folder], { input: archive.stdout });
  if (await hasSamePackages(folder)) await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  else run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder });
  for (const program of [
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck'],
    ['web/tools/build.ts'],
  ])
    run(process.execPath, program, { cwd: folder });
}

function run(program: string, args: readonly string[], options: object): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8', ...options });
  if (status === 0) return;
  throw new Error(`${[program, ...args].join(' ')} failed: ${error?.message ?? stderr.trim().slice(-500)}`);
}

/**
 * Whether each package that the release runs on is installed here in the same version, and no tool that it is built with in
 * another. It does not need tools that are not here: those that format and check its source.
 */
async function hasSamePackages(folder: string): Promise<boolean> {
  const { dependencies, devDependencies } = await readPackage(folder);
  const isHere = async ([name, version]: readonly [string, string], otherwise: boolean) => {
    const installed = await readPackage(join(ROOT, 'node_modules', name)).catch(() => undefined);
    return installed === undefined ? otherwise : version.endsWith(installed.version);
  };
  const compared = await Promise.all([
    ...Object.entries(dependencies).map((each) => isHere(each, false)),
    ...Object.entries(devDependencies).map((each) => isHere(each, true)),
  ]);
  return compared.every(Boolean);
}

interface Package {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

async function readPackage(folder: string): Promise<Package> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}
