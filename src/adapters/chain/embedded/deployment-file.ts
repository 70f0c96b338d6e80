import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomic } from './write-file-atomic.ts';

const address = z.string();
const hub = z.object({ hub: address, passport: address, blockNumber: z.int() });
const versioned = hub.extend({ beacon: address, code: z.string().optional() });
const content = versioned.extend({
  chainId: z.int(),
  /** The hubs of later versions, the oldest first. */
  later: z.array(versioned).default([]),
  /** In a file of a version between 0.1.0 and 0.2.0: the hubs before this one, the newest first. */
  earlier: z.array(hub).default([]),
});

/** The contracts that a version deployed; `code` is the hash of their creation code. */
export type StoredHub = z.output<typeof versioned>;

/** The hubs of the chain, the oldest first; none when there is no file. */
export async function readDeployments(file: string): Promise<readonly StoredHub[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return [];
  const { later, earlier, chainId: _chainId, ...first } = content.parse(JSON.parse(text));
  const { beacon } = first;
  return [...earlier.toReversed().map((each) => ({ ...each, beacon })), first, ...later];
}

/**
 * Writes the hubs, the oldest first. The first one keeps its place in the file, where release 0.1.0 reads it: that release can be
 * started again after an upgrade, and ignores the others.
 */
export async function writeDeployments(
  file: string,
  chainId: number,
  [first, ...later]: readonly StoredHub[],
): Promise<void> {
  const text = JSON.stringify({ chainId, ...first, ...(later.length > 0 && { later }) }, undefined, 2);
  await writeFileAtomic(file, `${text}\n`);
}
