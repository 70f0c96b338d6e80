import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Header } from 'tar';
import { namingFullDisk } from '../../../runtime/disk.ts';
import { keepAtSignals, removeAtSignals } from '../../../runtime/files/remove-at-signals.ts';
import { parseManifest, type BackupFacts, type Manifest } from './manifest.ts';

const BLOCK = 512;
const MANIFEST = 'manifest.json';
const MAX_MANIFEST_BYTES = 16_777_216;
/** Two empty blocks end a tar file. */
const END = Buffer.alloc(2 * BLOCK);

/**
 * The place of a new backup: a file that does not exist, or in a folder a name of its own. Throws an Error when it exists, and when
 * its folder does not.
 */
export async function placeBackup(to: string, { release, takenAt }: BackupFacts): Promise<string> {
  const time = takenAt.replaceAll(/[-:]|\.\d+/g, '');
  const file = (await isFolder(to)) ? join(to, `giveaways-${release}-${time}.tar`) : to;
  if (!(await isFolder(dirname(file)))) throw new Error(`${dirname(file)} is no folder: create it first.`);
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw new Error(`${file} exists: name another file.`);
  return file;
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/**
 * Writes a tar file with the payload, as it comes, and then the manifest. The file appears whole or not at all, readable by its
 * owner alone; a signal that ends the process removes what is written. Throws an Error of the payload, and DiskFull.
 */
export async function writeBackup(
  file: string,
  facts: BackupFacts,
  name: string,
  payload: AsyncIterable<Uint8Array>,
): Promise<Manifest> {
  const draft = `${file}.${randomUUID()}.part`;
  removeAtSignals(draft);
  try {
    const manifest = await namingFullDisk(dirname(file), writeDraft(draft, facts, name, payload));
    await rename(draft, file);
    return manifest;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    keepAtSignals(draft);
  }
}

async function writeDraft(
  draft: string,
  facts: BackupFacts,
  name: string,
  payload: AsyncIterable<Uint8Array>,
): Promise<Manifest> {
  const handle = await open(draft, 'wx', 0o600);
  try {
    const manifest = await writeEntries(handle, facts, name, payload);
    await handle.sync();
    return manifest;
  } finally {
    await handle.close();
  }
}

async function writeEntries(
  handle: FileHandle,
  facts: BackupFacts,
  name: string,
  payload: AsyncIterable<Uint8Array>,
): Promise<Manifest> {
  const mtime = new Date(facts.takenAt);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of payload) {
    hash.update(chunk);
    await writeAt(handle, chunk, BLOCK + bytes);
    bytes += chunk.byteLength;
  }
  const manifest = { ...facts, payload: { name, bytes, sha256: hash.digest('hex') } };
  const text = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
  await writeAt(handle, toHeader(name, bytes, mtime), 0);
  const at = BLOCK + padded(bytes);
  await writeAt(handle, toHeader(MANIFEST, text.byteLength, mtime), at);
  await writeAt(handle, text, at + BLOCK);
  await writeAt(handle, END, at + BLOCK + padded(text.byteLength));
  return manifest;
}

/** Writes all bytes: one call may write fewer (write(2)). */
async function writeAt(handle: FileHandle, data: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < data.byteLength;)
    done += (await handle.write(data, done, data.byteLength - done, position + done)).bytesWritten;
}

const padded = (bytes: number) => Math.ceil(bytes / BLOCK) * BLOCK;

function toHeader(path: string, size: number, mtime: Date): Buffer {
  const block = Buffer.alloc(BLOCK);
  new Header({ path, size, mtime, mode: 0o600, type: 'File' }).encode(block, 0);
  return block;
}

/** Reads the manifest, without the payload. Throws an Error when the file is no backup, or is cut off. */
export async function readManifest(file: string): Promise<Manifest> {
  const handle = await open(file, 'r').catch((cause: unknown) => {
    throw new Error(`${file} cannot be read.`, { cause });
  });
  try {
    const isFile = (await handle.stat()).isFile();
    const payload = isFile ? await readHeader(handle, 0) : undefined;
    const at = BLOCK + padded(payload?.size ?? 0);
    const described = payload && (await readHeader(handle, at));
    const size = described?.size ?? 0;
    if (payload === undefined || described?.path !== MANIFEST || size > MAX_MANIFEST_BYTES)
      throw new Error(`${file} is no backup of a gateway, or is cut off.`);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, at + BLOCK);
    const manifest = parseManifest(buffer.toString('utf8', 0, bytesRead));
    if (manifest.payload.name !== payload.path || manifest.payload.bytes !== payload.size)
      throw new Error(`${file} does not have the payload that its manifest describes.`);
    return manifest;
  } finally {
    await handle.close();
  }
}

async function readHeader(
  handle: FileHandle,
  at: number,
): Promise<{ readonly path: string; readonly size: number } | undefined> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(BLOCK), 0, BLOCK, at);
  if (bytesRead < BLOCK) return undefined;
  const { cksumValid, path = '', size = 0 } = new Header(buffer, 0);
  return cksumValid ? { path, size } : undefined;
}

/** The payload as a stream. */
export function streamPayload(file: string, { payload }: Manifest): Readable {
  if (payload.bytes === 0) throw new Error(`${file} has no content.`);
  return createReadStream(file, { start: BLOCK, end: BLOCK + payload.bytes - 1 });
}

/** Opens the file at the beginning of its payload, for another program that reads from there. */
export async function openAtPayload(file: string): Promise<FileHandle> {
  const handle = await open(file, 'r');
  // A read without a position moves the position of the open file, which the other program shares.
  await handle.read(Buffer.alloc(BLOCK), 0, BLOCK, null);
  return handle;
}

/** Compares the payload with its checksum. Throws an Error when a byte has changed. */
export async function requireWhole(
  file: string,
  manifest: Manifest,
  note: (done: number, all: number) => void = () => undefined,
): Promise<void> {
  const hash = createHash('sha256');
  let done = 0;
  for await (const chunk of streamPayload(file, manifest) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    done += chunk.byteLength;
    note(done, manifest.payload.bytes);
  }
  if (hash.digest('hex') !== manifest.payload.sha256)
    throw new Error(`${file} is damaged: its content does not have the checksum of its manifest.`);
}
