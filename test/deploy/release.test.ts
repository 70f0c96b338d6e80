import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VERSION_FILES } from '../../release/version-files.ts';

const COMMAND = fileURLToPath(new URL('../../release/release.ts', import.meta.url));
const PACKAGE = {
  name: '@example/server',
  version: '1.0.0',
  files: ['dist/*.js'],
  scripts: { build: 'node build.js' },
};
const LOCK = {
  name: '@example/server',
  version: '1.0.0',
  lockfileVersion: 3,
  packages: {
    '': {
      name: '@example/server',
      version: '1.0.0',
      dependencies: { used: '2.0.0' },
      devDependencies: { tried: '3.0.0' },
    },
    'node_modules/used': { version: '2.0.0' },
    'node_modules/tried': { version: '3.0.0', dev: true },
  },
};

/** A small project with the files that a release changes. */
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'release-'));
  const manifest = { ...PACKAGE, dependencies: { used: '2.0.0' }, devDependencies: { tried: '3.0.0' } };
  write('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
  write('package-lock.json', `${JSON.stringify(LOCK, undefined, 2)}\n`);
  write(
    'build.js',
    `require('node:fs').mkdirSync('dist'); require('node:fs').writeFileSync('dist/main.js', '1');`,
  );
  write('clients/typescript/package.json', '{\n  "name": "@example/client",\n  "version": "1.0.0"\n}\n');
  write('deploy/helm/giveaway-gateway/Chart.yaml', "name: x\nversion: 1.0.0\nappVersion: '1.0.0'\n");
  write('src/adapters/postgres/migrate/releases.ts', "export const RELEASE = '1.1.0';\n");
  write(
    'CHANGELOG.md',
    '# Changelog\n\n## 1.1.0\n\n### Added\n\n- Something.\n\n## 1.0.0\n\nThe first one.\n',
  );
  write('.gitignore', 'dist/\n');
  git('init', '--quiet');
  git('config', 'user.name', 'Tester');
  git('config', 'user.email', 'tester@example.com');
  git('config', 'commit.gpgsign', 'false');
  commit();
  git('tag', 'v1.0.0');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

function commit(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Change');
}

function release(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    cwd: root,
    encoding: 'utf8',
    // As `npm run release --dry-run` sets it for every npm below.
    env: { ...process.env, npm_config_dry_run: 'true' },
  });
  return { status, stdout, stderr };
}

const read = (name: string) => readFileSync(join(root, name), 'utf8');

describe('npm run release', () => {
  it('sets the version, packs what was built, lists what it needs, and tags the commit', () => {
    expect(release('1.1.0')).toMatchObject({ status: 0, stderr: '' });

    for (const file of VERSION_FILES)
      expect([file, read(file)]).toEqual([file, expect.not.stringContaining('1.0.0')]);
    expect(git('log', '-1', '--format=%s')).toBe('Release 1.1.0');
    expect(git('status', '--porcelain')).toBe('');
    expect(git('rev-parse', 'v1.1.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
    expect(git('tag', '--list', '--format=%(contents)', 'v1.1.0')).toBe(
      'Release 1.1.0\n\n### Added\n\n- Something.',
    );

    const folder = join(root, 'dist/release/1.1.0');
    const files = readdirSync(folder);
    expect(files.toSorted()).toEqual([
      'SHA256SUMS',
      'example-client-1.1.0.tgz',
      'example-server-1.1.0.cdx.json',
      'example-server-1.1.0.tgz',
    ]);
    const check = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([check.status, check.stdout.match(/: OK$/gm)]).toEqual([0, ['', '', ''].map(() => ': OK')]);
    const packed = spawnSync('tar', ['-tzf', 'example-server-1.1.0.tgz'], {
      cwd: folder,
      encoding: 'utf8',
    }).stdout;
    expect(packed.trim().split('\n').toSorted()).toEqual(['package/dist/main.js', 'package/package.json']);
    const { bomFormat, metadata, components } = JSON.parse(
      read('dist/release/1.1.0/example-server-1.1.0.cdx.json'),
    );
    expect([bomFormat, metadata.component.version]).toEqual(['CycloneDX', '1.1.0']);
    expect(components.map(({ purl }: { purl: string }) => purl)).toEqual(['pkg:npm/used@2.0.0']);
  });

  it('changes nothing in a dry run', () => {
    const before = git('rev-parse', 'HEAD');
    const { status, stdout } = release('1.1.0', '--dry-run');
    expect([status, stdout]).toEqual([0, expect.stringContaining('package.json, package-lock.json')]);
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual([
      before,
      '',
      'v1.0.0',
    ]);
  });

  it('refuses a build that changes what is committed, and makes no tag', () => {
    write('build.js', `require('node:fs').writeFileSync('CHANGELOG.md', '');`);
    commit();
    expect(release('1.1.0')).toMatchObject({ status: 1, stderr: expect.stringContaining('CHANGELOG.md') });
    expect(git('tag')).toBe('v1.0.0');
  });
});

describe('npm run release refuses', () => {
  it.each<[string, string, () => void, string]>([
    ['a version that is none', '1.1', () => undefined, 'not a version'],
    ['a version that looks like an option', '--all', () => undefined, 'not a version'],
    ['changes that are not committed', '1.1.0', () => write('build.js', ''), 'Commit or remove'],
    ['files that git does not know', '1.1.0', () => write('further.js', ''), 'Commit or remove'],
    ['a version that is there', '1.0.0', () => undefined, 'The tag v1.0.0 exists'],
    ['a version before the last one', '0.9.0', () => undefined, 'older than the release 1.0.0'],
    ['a version that the database would not know', '1.2.0', () => undefined, 'is about release 1.1.0'],
    [
      'a changelog without the version',
      '1.1.0',
      () => changelog('## Unreleased\n\nMuch.\n'),
      'begins with "Unreleased"',
    ],
    [
      'a changelog without a word',
      '1.1.0',
      () => changelog('## 1.1.0\n\n## 1.0.0\n\nMuch.\n'),
      'says nothing',
    ],
  ])('%s', (_what, version, change, said) => {
    change();
    const { status, stderr } = release(version, '--dry-run');
    expect([status, stderr]).toEqual([1, expect.stringContaining(said)]);
  });

  function changelog(text: string): void {
    write('CHANGELOG.md', `# Changelog\n\n${text}`);
    commit();
  }
});
