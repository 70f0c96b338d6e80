import { describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { Header } from 'tar';
import { writeBackup } from '../../../src/app/backup/file/backup-file.ts';
import { unpack } from '../../../src/app/backup/file/embedded-files.ts';
import type { BackupFacts } from '../../../src/app/backup/file/manifest.ts';
import { runCli } from '../run-cli.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const folder = temporaryDirectory('backup-file');

const FACTS: BackupFacts = {
  format: 1,
  kind: 'embedded',
  release: '0.2.0',
  version: '0.2.0',
  takenAt: '2026-11-24T12:00:00.000Z',
  migrations: [],
  chain: null,
  counts: {},
  hasSecrets: false,
};

type Entry = ConstructorParameters<typeof Header>[0];

/** A packed tar file with these entries, each with the same content. */
function packed(...entries: readonly Exclude<Entry, Buffer | undefined>[]): Buffer {
  const blocks = entries.flatMap((entry) => {
    const size = entry.type === 'File' ? 4 : 0;
    const header = Buffer.alloc(512);
    new Header({ mode: 0o600, mtime: new Date(0), ...entry, size }).encode(header, 0);
    return size === 0 ? [header] : [header, Buffer.from('evil'.padEnd(512, '\0'))];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1_024)]));
}

describe('a backup from somebody else', () => {
  it.each([
    ['a file above the folder', packed({ path: '../evil', type: 'File' })],
    ['a file above the folder by way of its own', packed({ path: 'db/../../evil', type: 'File' })],
    ['a file at an absolute path', packed({ path: join(tmpdir(), 'evil-backup'), type: 'File' })],
    [
      'a file behind a link',
      packed(
        { path: 'db/link', type: 'SymbolicLink', linkpath: '../..' },
        { path: 'db/link/evil', type: 'File' },
      ),
    ],
    ['a link to a file', packed({ path: 'db/passwd', type: 'Link', linkpath: '/etc/passwd' })],
    ['a file that no backup has', packed({ path: 'operator-token', type: 'File' })],
  ])('writes nothing elsewhere: %s', async (_what, bytes) => {
    const target = await mkdtemp(join(folder, 'target-'));
    const before = await readdir(folder);
    const outside = await readdir(tmpdir());
    await unpack(Readable.from([bytes]), join(target, 'in')).catch(() => undefined);
    expect(await readdir(folder)).toEqual(before);
    expect(await readdir(target)).toEqual(['in']);
    expect((await readdir(tmpdir())).filter((name) => name.includes('evil'))).toEqual(
      outside.filter((name) => name.includes('evil')),
    );
    expect(await readdir(join(target, 'in'))).not.toContain('operator-token');
    const links = (await readdir(join(target, 'in'), { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isSymbolicLink() || entry.name === 'passwd',
    );
    expect(links).toEqual([]);
  });

  it('is refused when it is of a later release, and the message names that release', async () => {
    const file = join(folder, 'later.tar');
    const migrations = [{ name: 'Later20270101000000', release: '0.4.0', compatibleFrom: '0.3.0' }];
    await writeBackup(file, { ...FACTS, release: '0.3.0', migrations }, 'data.tar.gz', one(packed()));
    for (const args of [
      ['restore', file],
      ['backup', '--verify', file],
    ]) {
      const { code, json } = await runCli([...args, '--json'], { DATA_DIR: join(folder, 'new') });
      expect(code).toBe(1);
      expect(json.error.message).toContain(
        'newer than this program: it is of release 0.4.0, this is 0.2.0. Use the command of release 0.4.0.',
      );
    }
  });

  it('leaves nothing behind when its content fails', async () => {
    const file = join(folder, 'failed.tar');
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half');
      throw new Error('pg_dump failed');
    }
    await expect(writeBackup(file, FACTS, 'data.tar.gz', failing())).rejects.toThrow('pg_dump failed');
    expect((await readdir(folder)).filter((name) => name.includes('failed'))).toEqual([]);
  });
});

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
