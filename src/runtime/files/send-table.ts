import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGate } from '../concurrency/gate.ts';
import type { TableFormat, TableLine } from './table-file.ts';

/** A page of a table, and the cursor of the next one; undefined after the last. */
export interface TablePage {
  readonly lines: readonly TableLine[];
  readonly next: string | undefined;
}

/** A table as it is read for one reader. */
export interface ReadableTable {
  readonly columns: readonly string[];
  readonly format: TableFormat;
  /** Headers of the response besides those of the format, as names and values in turn. */
  readonly headers?: readonly string[];
  /** Reads the page after a cursor, or the first. */
  readonly readPage: (after: string | undefined) => Promise<TablePage>;
}

interface TableLimits {
  /** The files that are sent at once, of all readers and of one. */
  readonly mostAtOnce: number;
  readonly mostOfReader: number;
  /** The error of a file beyond them. */
  readonly refusal: (reason: 'all' | 'reader') => Error;
}

/** Sends tables as files, page by page as their readers read. */
export interface TableSender {
  /**
   * Answers with a table. Rejects with the error of a page that cannot be read, or with the refusal. After the first page a
   * failure must cut the connection, which shows that the file is incomplete. A reader may leave at any time.
   */
  send(response: ServerResponse, reader: string, table: ReadableTable): Promise<void>;
}

/** The longest that a file may take. */
const LONGEST_MS = 10 * 60_000;

/** Creates a sender. The pages of all its files are read one at a time, between other requests. */
export function createTableSender({ mostAtOnce, mostOfReader, refusal }: TableLimits): TableSender {
  const running = new Map<string, number>();
  let total = 0;
  const gate = createGate({
    atOnce: 1,
    mostWaiting: mostAtOnce,
    longestWaitMs: Number.POSITIVE_INFINITY,
    refusal: () => refusal('all'),
  });

  return {
    async send(response, reader, table) {
      const own = running.get(reader) ?? 0;
      if (own >= mostOfReader) throw refusal('reader');
      if (total >= mostAtOnce) throw refusal('all');
      running.set(reader, own + 1);
      total += 1;
      try {
        await sendPages(response, {
          ...table,
          readPage: (after) => gate.run(() => table.readPage(after)),
        });
      } finally {
        total -= 1;
        const left = (running.get(reader) ?? 1) - 1;
        if (left === 0) running.delete(reader);
        else running.set(reader, left);
      }
    },
  };
}

async function sendPages(response: ServerResponse, table: ReadableTable): Promise<void> {
  const { columns, format, headers = [] } = table;
  const first = await table.readPage(undefined);
  for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
  response.writeHead(200, { 'content-type': format.contentType, 'cache-control': 'no-store' });
  if (response.req.method === 'HEAD') return void response.end();

  let hasFailed = false;
  const attempt = async <Result>(work: () => Result | Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  async function* texts(): AsyncGenerator<string> {
    const head = format.head(columns);
    if (head !== '') yield head;
    for (let page = first; ;) {
      const { lines, next } = page;
      const text = await attempt(() => format.toLines(columns, lines));
      if (text !== '') yield text;
      if (next === undefined) return;
      page = await attempt(() => table.readPage(next));
    }
  }
  await pipeline(Readable.from(texts(), { objectMode: true, highWaterMark: 1 }), response, {
    signal: AbortSignal.timeout(LONGEST_MS),
  }).catch((error: unknown) => {
    // Otherwise the reader has left, or has read too slowly.
    if (hasFailed) throw error;
  });
}
