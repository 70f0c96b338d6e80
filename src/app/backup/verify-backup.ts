import { randomBytes } from 'node:crypto';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedNode } from '../../adapters/chain/embedded/embedded-node.ts';
import {
  areSame,
  compareReadModels,
  type TableComparison,
} from '../../adapters/postgres/backup/compare-read-models.ts';
import { withMaintenance } from '../../adapters/postgres/backup/open-maintenance.ts';
import { createReplay } from '../../adapters/postgres/backup/replay-schema.ts';
import { openDatabase, openUnmigrated } from '../../adapters/postgres/connection/database.ts';
import type { TransactionalSql } from '../../adapters/postgres/connection/sql.ts';
import { namingFullDisk } from '../../runtime/disk.ts';
import { readManifest, requireWhole, streamPayload } from './file/backup-file.ts';
import { unpack } from './file/embedded-files.ts';
import type { Manifest } from './file/manifest.ts';
import { placeOfEmbedded, placeOfServer } from './open-embedded.ts';
import type { Note } from './progress.ts';
import { openChainOf, project } from './replay-chain.ts';
import { requireKnownRelease } from './file/require-known-release.ts';
import { findWrongCounts, restoreServer, type WrongCount } from './restore-server.ts';

/** The servers that a verification needs, according to the kind of the backup. */
interface Servers {
  /** The PostgreSQL server on which a database is made for the time of the verification: a URL of any database of it. */
  readonly databaseUrl: string | undefined;
  /** The node of the chain; the embedded chain has its own. */
  readonly rpcUrl: string | undefined;
}

/** What a verification found. */
export interface BackupVerification {
  readonly manifest: Manifest;
  readonly isVerified: boolean;
  readonly wrongCounts: readonly WrongCount[];
  /** Each table of the read model; null where the service has no chain. */
  readonly readModel: readonly TableComparison[] | null;
}

/**
 * Restores a backup beside everything else, counts the rows of each table, reads the chain from its first block into further tables,
 * and compares each table of the read model. What it made is removed. Throws an Error when it cannot be carried out.
 */
export async function verifyBackup(file: string, servers: Servers, note: Note): Promise<BackupVerification> {
  const manifest = await readManifest(file);
  requireKnownRelease(manifest);
  await requireWhole(file, manifest, (done, all) => note('reading the backup', done, all));
  return manifest.kind === 'embedded'
    ? verifyEmbedded(file, manifest, note)
    : verifyOnServer(file, manifest, servers, note);
}

async function verifyOnServer(
  file: string,
  manifest: Manifest,
  { databaseUrl, rpcUrl }: Servers,
  note: Note,
): Promise<BackupVerification> {
  if (databaseUrl === undefined)
    throw new Error(
      'The backup is of PostgreSQL: set DATABASE_URL, on whose server a database is made for this.',
    );
  if (manifest.chain !== null && rpcUrl === undefined)
    throw new Error('The read model is compared with the chain: set RPC_URL to a node of it.');
  return withScratchDatabase(databaseUrl, async (url) => {
    await restoreServer(file, manifest, { url, overwrite: false }, note);
    const wrongCounts = await withMaintenance(url, (sql) => findWrongCounts(sql, manifest));
    await (await openDatabase(placeOfServer(url))).close();
    return withMaintenance(url, async (sql) =>
      toVerification(manifest, wrongCounts, await compareWithChain(sql, manifest, rpcUrl, note)),
    );
  });
}

async function withScratchDatabase<Result>(
  databaseUrl: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const name = `giveaways_verify_${randomBytes(6).toString('hex')}`;
  const scratch = new URL(databaseUrl);
  scratch.pathname = `/${name}`;
  const run = (text: string) => withMaintenance(databaseUrl, (sql) => sql.query({ name: '', text }, []));
  await run(`create database ${name} template template0`);
  try {
    return await work(scratch.href);
  } finally {
    await run(`drop database if exists ${name} with (force)`);
  }
}

async function verifyEmbedded(file: string, manifest: Manifest, note: Note): Promise<BackupVerification> {
  const folder = await namingFullDisk(tmpdir(), mkdtemp(join(tmpdir(), 'giveaways-verify-')));
  try {
    return await namingFullDisk(tmpdir(), verifyIn(folder, file, manifest, note));
  } finally {
    // After an error, files are being written for a moment yet.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

async function verifyIn(
  folder: string,
  file: string,
  manifest: Manifest,
  note: Note,
): Promise<BackupVerification> {
  await unpack(streamPayload(file, manifest), folder);
  const database = await openUnmigrated(await placeOfEmbedded(folder));
  try {
    const wrongCounts = await findWrongCounts(database.sql, manifest);
    await database.migrator.up();
    const readModel = await withNode(join(folder, 'chain'), (url) =>
      compareWithChain(database.sql, manifest, url, note, { soleNode: true }),
    );
    return toVerification(manifest, wrongCounts, readModel);
  } finally {
    await database.close();
  }
}

/** The work with a node of the chain in the backup; without one when it has none. */
async function withNode<Result>(
  directory: string,
  work: (url: string | undefined) => Promise<Result>,
): Promise<Result> {
  const isThere = await access(directory).then(
    () => true,
    () => false,
  );
  if (!isThere) return work(undefined);
  const node = await startEmbeddedNode({ directory, warn: () => undefined });
  try {
    return await work(node.url);
  } finally {
    await node.stop();
  }
}

/** Brings the restored read model up to date, as the service does after a restoration, and compares it with a new one. */
async function compareWithChain(
  sql: TransactionalSql,
  { chain }: Manifest,
  url: string | undefined,
  note: Note,
  options: { readonly soleNode?: boolean } = {},
): Promise<readonly TableComparison[] | null> {
  if (chain === null) return null;
  if (url === undefined) throw new Error('The backup has a read model, but not the chain that it is of.');
  const opened = await openChainOf(url, chain, options);
  await sql.query(FREE, []);
  await project(sql, opened, (...progress) => note(...progress));
  await project(await createReplay(sql), opened, note);
  return compareReadModels(sql, (table) => note(`comparing ${table}`));
}

function toVerification(
  manifest: Manifest,
  wrongCounts: readonly WrongCount[],
  readModel: readonly TableComparison[] | null,
): BackupVerification {
  const isVerified = wrongCounts.length === 0 && (readModel === null || areSame(readModel));
  return { manifest, isVerified, wrongCounts, readModel };
}

// The instance that projected when the backup was made has its lease in it.
const FREE = { name: '', text: 'update chain_cursor set writer = null, writer_until = null' };
