import { z } from 'zod';

const count = z.int().min(0);
const hub = z.object({ place: z.int().min(0), hub: z.string(), startBlock: count });

const manifest = z.object({
  /** Of this description. */
  format: z.literal(1),
  /** PostgreSQL's custom format of pg_dump, or the files of the embedded database and chain. */
  kind: z.enum(['postgresql', 'embedded']),
  /** The release that made the backup, and the commit where it is known. */
  release: z.string(),
  version: z.string(),
  takenAt: z.iso.datetime(),
  migrations: z
    .array(
      z.object({
        name: z.string(),
        release: z.string().nullable(),
        compatibleFrom: z.string().nullable(),
      }),
    )
    .readonly(),
  /** What the read model is of, and how far it is; null before it began. */
  chain: z
    .object({
      chainId: z.int(),
      hubs: z.array(hub).readonly(),
      nextBlock: count,
      head: z.object({ number: count, hash: z.string() }).nullable(),
    })
    .nullable(),
  /** The rows of each table, by its name with its schema. */
  counts: z.record(z.string(), count).readonly(),
  /** Whether the secrets of the data folder are in it. */
  hasSecrets: z.boolean(),
  payload: z.object({ name: z.string(), bytes: count, sha256: z.string().regex(/^[\da-f]{64}$/) }),
});

/** What a backup has, written beside its payload. */
export type Manifest = z.output<typeof manifest>;
/** What is known before the payload is written. */
export type BackupFacts = Omit<Manifest, 'payload'>;

/** Parses a manifest. Throws an Error when it is none. */
export function parseManifest(text: string): Manifest {
  try {
    return manifest.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error('The manifest of the backup cannot be read.', { cause });
  }
}

/** Parses the facts of a snapshot. Throws an Error when there are none. */
export function parseFacts(text: string): BackupFacts {
  return manifest.omit({ payload: true }).parse(JSON.parse(text));
}
