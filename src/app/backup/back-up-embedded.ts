import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openUnmigrated } from '../../adapters/postgres/connection/database.ts';
import { keepAtSignals, removeAtSignals } from '../../runtime/files/remove-at-signals.ts';
import { isInUse } from '../../runtime/lock-directory.ts';
import { placeBackup, writeBackup } from './file/backup-file.ts';
import { counted, type Written } from './back-up-server.ts';
import { placeOfEmbedded } from './open-embedded.ts';
import { copySecrets, pack } from './file/embedded-files.ts';
import { parseFacts } from './file/manifest.ts';
import type { Note } from './progress.ts';
import { FACTS, copyEmbedded } from './copy-embedded.ts';

interface EmbeddedBackup {
  readonly dataDir: string;
  readonly to: string;
  /** Whether the backup has the secrets of the data folder too. */
  readonly withSecrets: boolean;
  /** Asks the running gateway for a snapshot of its data folder, and returns its folder. */
  readonly requestGateway: () => Promise<string>;
}

const DATA = 'data.tar.gz';

/**
 * Backs up the embedded database and chain of a data folder. The process that has the folder, a gateway or this one, copies the
 * files; this process packs the copy. A signal that ends it removes the copy. Throws an Error when neither can.
 */
export async function backUpEmbedded(
  { dataDir, to, withSecrets, requestGateway }: EmbeddedBackup,
  note: Note,
): Promise<Written> {
  note('copying the data folder');
  const folder = (await snapshotAlone(dataDir)) ?? (await requestGateway());
  removeAtSignals(folder);
  try {
    const read = await readFile(join(folder, FACTS), 'utf8').catch((cause: unknown) => {
      throw new Error(
        `The gateway copied its data to ${folder}, which this command cannot read: run it on the gateway's machine, as its user.`,
        { cause },
      );
    });
    const facts = { ...parseFacts(read), hasSecrets: withSecrets };
    if (withSecrets) await copySecrets(dataDir, folder);
    const file = await placeBackup(to, facts);
    return { file, manifest: await writeBackup(file, facts, DATA, counted(pack(folder), note)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
    keepAtSignals(folder);
  }
}

/** Undefined while a gateway has the data folder. */
async function snapshotAlone(dataDir: string): Promise<string | undefined> {
  const place = await placeOfEmbedded(dataDir);
  try {
    const database = await openUnmigrated(place);
    try {
      return await copyEmbedded(dataDir, database.sql, removeAtSignals);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (isInUse(error)) return undefined;
    throw error;
  }
}
