import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from '../../runtime/files/create-folder.ts';
import { createSecretFile } from '../../runtime/secret-file.ts';
import { KEY_BYTES } from './gcm.ts';
import type { KeyEncryptionKey } from './key-encryption.ts';

interface Configured {
  /** `id:base64 of 32 bytes`, separated by commas, the current one first. */
  readonly configured: string | undefined;
  /** The folder of the embedded default's key. */
  readonly directory: string;
  readonly production: boolean;
}

const FILE = 'key-encryption-keys';

/**
 * The key-encryption keys of the configuration, else of the file in the data folder, which the first start creates (mode 0600). In
 * production no file is created, and without configuration there are no keys. Throws an Error that says what is wrong.
 */
export async function readKeyEncryptionKeys(settings: Configured): Promise<KeyEncryptionKey[]> {
  const { configured, directory, production } = settings;
  if (configured !== undefined) return parse(configured, 'KEY_ENCRYPTION_KEYS');
  const file = join(directory, FILE);
  if (!production) await makeOnce(directory, file);
  const written = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return written === undefined ? [] : parse(written.trim(), file);
}

function parse(text: string, source: string): KeyEncryptionKey[] {
  const keys = text.split(',').map((entry): KeyEncryptionKey => {
    const [, id, encoded] = /^\s*([\w-]{1,64}):([\w+/]{43}=)\s*$/.exec(entry) ?? [];
    const bytes = Buffer.from(encoded ?? '', 'base64');
    // The message does not repeat the entry, which may be a key.
    if (id === undefined || bytes.length !== KEY_BYTES) {
      throw new Error(
        `${source} must list keys as id:32 bytes in base64, separated by commas, the current one first.`,
      );
    }
    const key = createSecretKey(bytes);
    bytes.fill(0);
    return { id, key };
  });
  const twice = keys.find(({ id }, index) => keys.findIndex((other) => other.id === id) !== index);
  if (twice) throw new Error(`${source} lists the key "${twice.id}" twice: give every key an id of its own.`);
  return keys;
}

async function makeOnce(directory: string, file: string): Promise<void> {
  const bytes = randomBytes(KEY_BYTES);
  // The id is derived from the bytes: gateways that share a database but not a folder have different keys, which need different ids.
  const id = `local-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}`;
  await createFolder(directory);
  try {
    await createSecretFile(file, `${id}:${bytes.toString('base64')}`);
  } finally {
    bytes.fill(0);
  }
}
