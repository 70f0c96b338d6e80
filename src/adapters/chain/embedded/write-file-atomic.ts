import { open, rename, rm } from 'node:fs/promises';

/** Replaces a file atomically: every reader, even after a crash, gets the old content or the new one. */
export async function writeFileAtomic(file: string, content: string | Uint8Array): Promise<void> {
  const draft = `${file}.new`;
  try {
    const handle = await open(draft, 'w', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    // Half of it would only fill the disk further.
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}
