import { constants } from 'node:fs';
import { cp, mkdir, readdir, rename, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create, extract } from 'tar';
import { createFolder } from '../../../runtime/files/create-folder.ts';

/** The folders of a data folder that a backup has. */
const FOLDERS = ['db', 'chain', 'secrets'] as const;
/** The files with secrets in a data folder, which a backup has only when that is asked for. */
const SECRET_FILES = ['operator-token', 'auth-secret', 'oauth-keys.json', 'key-encryption-keys'];
/** First: what it has can be older than the state of the chain, and not younger (a start skips blocks that the state has). */
const JOURNAL = 'journal.jsonl';
/** Of a running process: opening its lock would release it. */
const NOT_COPIED = /^(?:lock\.sqlite.*|anvil.*|postmaster\.pid|\.write-probe|.*\.new)$/;

/** Copies the files of the embedded database; nothing may write to it meanwhile. */
export async function copyDatabase(dataDir: string, to: string): Promise<void> {
  await cp(join(dataDir, 'db'), join(to, 'db'), {
    recursive: true,
    // Shares the blocks where the file system can.
    mode: constants.COPYFILE_FICLONE,
    filter: (source) => !NOT_COPIED.test(basename(source)),
  });
}

/** Copies the files of the embedded chain, if there is one; its node may save meanwhile. */
export async function copyChain(dataDir: string, to: string): Promise<void> {
  const from = join(dataDir, 'chain');
  const names = (await listFiles(from)).filter((name) => !NOT_COPIED.test(name));
  if (names.length === 0) return;
  await mkdir(join(to, 'chain'), { mode: 0o700 });
  for (const name of names.toSorted((one, other) => Number(other === JOURNAL) - Number(one === JOURNAL)))
    await cp(join(from, name), join(to, 'chain', name), { mode: constants.COPYFILE_FICLONE });
}

/** Copies the secrets that this installation has in files. */
export async function copySecrets(dataDir: string, to: string): Promise<void> {
  const names = (await listFiles(dataDir)).filter((name) => SECRET_FILES.includes(name));
  await mkdir(join(to, 'secrets'), { mode: 0o700 });
  for (const name of names) await cp(join(dataDir, name), join(to, 'secrets', name));
}

/** Puts secrets of a backup into a data folder; one that is there stays. */
export async function placeSecrets(from: string, dataDir: string): Promise<readonly string[]> {
  const there = await listFiles(dataDir);
  const names = (await listFiles(join(from, 'secrets'))).filter((name) => SECRET_FILES.includes(name));
  const placed = names.filter((name) => !there.includes(name));
  for (const name of placed) await rename(join(from, 'secrets', name), join(dataDir, name));
  return placed;
}

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** The folders of a copy as a compressed tar stream, which are read from when the stream is. */
export async function* pack(from: string): AsyncGenerator<Uint8Array> {
  const present: string[] = [];
  for (const folder of FOLDERS) {
    const isThere = await stat(join(from, folder)).then(
      () => true,
      () => false,
    );
    if (isThere) present.push(folder);
  }
  const packed = create({ cwd: from, gzip: { level: 6 }, portable: true }, present);
  try {
    yield* packed as AsyncIterable<Buffer>;
  } finally {
    // When the reader stops early, as on a full disk, the copy is removed while files of it are being opened.
    packed.on('error', () => undefined);
  }
}

/** Unpacks what `pack` made into an empty folder: files and folders below its own ones, nothing else. Throws an Error when it is damaged. */
export async function unpack(packed: Readable, to: string): Promise<void> {
  await createFolder(to, 0o700);
  await pipeline(
    packed,
    extract({
      cwd: to,
      strict: true,
      filter: (path, entry) =>
        FOLDERS.some((folder) => path.replace(/\/$/, '') === folder || path.startsWith(`${folder}/`)) &&
        'type' in entry &&
        (entry.type === 'File' || entry.type === 'Directory'),
    }),
  );
}
