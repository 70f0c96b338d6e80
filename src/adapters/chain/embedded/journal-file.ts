import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { z } from 'zod';

const hex = z.string().regex(/^0x[\da-f]*$/);
const record = z.object({
  number: z.int(),
  timestamp: z.int(),
  transactions: z.array(hex),
  crc: z.int().optional(),
});

/** The data to mine a block again: its number, its time in seconds, and its raw transactions in their order. */
export interface JournalEntry {
  readonly number: number;
  readonly timestamp: number;
  readonly transactions: readonly string[];
}

/** The file of a journal: a line of JSON for each entry, with the CRC-32 of the line without it. */
export interface JournalFile {
  /** Resolves when the entries are on the disk; when it rejects, none of them counts. */
  append(entries: readonly JournalEntry[]): Promise<void>;
  empty(): Promise<void>;
}

/** A file whose first `length` bytes are whole entries. */
export function openJournalFile(file: string, length: number): JournalFile {
  let good = length;
  let isTorn = true;

  async function cut(): Promise<void> {
    if (!isTorn) return;
    await truncate(file, good).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    isTorn = false;
  }

  return {
    async append(entries) {
      // What an append left behind that failed would make its successor unreadable.
      await cut();
      const lines = entries.map(toLine).join('');
      isTorn = true;
      await appendFile(file, lines, { mode: 0o600, flush: true });
      isTorn = false;
      good += Buffer.byteLength(lines);
    },
    async empty() {
      await writeFile(file, '', { mode: 0o600 });
      good = 0;
      isTorn = false;
    },
  };
}

/**
 * Reads the entries, and the length of the file up to the last of them. A last line that is broken was never confirmed, and is
 * left out. Throws for any other broken line, with what to do. Lines of earlier versions have no checksum.
 */
export async function readJournalFile(
  file: string,
): Promise<{ readonly entries: readonly JournalEntry[]; readonly length: number }> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const entries: JournalEntry[] = [];
  let length = 0;
  while (length < bytes.length) {
    const end = bytes.indexOf('\n', length);
    const line = bytes.subarray(length, end < 0 ? bytes.length : end).toString();
    const entry = end < 0 ? undefined : toEntry(line);
    const isLast = end < 0 || end === bytes.length - 1;
    if (entry === undefined && isLast) break;
    if (entry === undefined) throw new Error(brokenAt(file, entries.length + 1));
    entries.push(entry);
    length = end + 1;
  }
  return { entries, length };
}

/** What to do about a journal whose line cannot be used. */
export function brokenAt(file: string, line: number, what = 'is damaged'): string {
  const [whole, cut] = [file, `${file}.cut`].map(toShellWord);
  return (
    `Line ${line} of ${file} ${what}, so the chain would continue from an older state. Restore the whole data folder from a ` +
    `backup. Or keep only the blocks before it, and operations of the blocks after it are sent again: ` +
    `head -n ${line - 1} ${whole} > ${cut} && mv ${cut} ${whole}`
  );
}

function toShellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function toLine({ number, timestamp, transactions }: JournalEntry): string {
  const fields = { number, timestamp, transactions };
  return `${JSON.stringify({ ...fields, crc: crc32(JSON.stringify(fields)) })}\n`;
}

function toEntry(line: string): JournalEntry | undefined {
  try {
    const { crc, ...fields } = record.parse(JSON.parse(line));
    return crc === undefined || crc === crc32(JSON.stringify(fields)) ? fields : undefined;
  } catch {
    return undefined;
  }
}
