import type { Request, RequestHandler, Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Caller } from '../../../core/access/callers.ts';
import { DomainError } from '../../../core/errors.ts';
import { createGate } from '../../../runtime/concurrency/gate.ts';
import { TABLE_FORMATS, type TableFormatName, type TableLine } from '../../../runtime/files/table-file.ts';
import { pageHeaders } from '../page-headers.ts';

/** A page of a table, and the cursor of the next one; undefined after the last. */
export interface TablePage {
  readonly lines: readonly TableLine[];
  readonly next: string | undefined;
}

/** A table of the area of publishers, as a file. */
export interface TableExport {
  /** Its name, without the ending. */
  readonly name: string;
  readonly formats: readonly TableFormatName[];
  readonly columns: readonly string[];
  /** Reads a page for a caller. Throws DomainError, such as UNAUTHENTICATED or INVALID_PAYLOAD. */
  readPage(caller: Caller, query: URLSearchParams, after: string | undefined): Promise<TablePage>;
}

interface TableSender {
  /** Identifies the caller by the session, acting for a publisher if one is named, and counts the request. */
  readonly admit: (request: Request, response: Response, publisher: string | undefined) => Promise<Caller>;
  /** Identifies the caller again. */
  readonly identify: (request: Request, publisher: string | undefined) => Promise<Caller>;
}

/** The files that are sent at once, of all accounts and of one. */
const MOST_AT_ONCE = 32;
const MOST_OF_ACCOUNT = 2;
/** The longest that a file may take, and that its reader may read nothing. */
const LONGEST_MS = 10 * 60_000;
const IDLE_MS = 30_000;

/** Creates the handlers of files. The pages of all files are read one at a time, between other requests. */
export function createTableSender({
  admit,
  identify,
}: TableSender): (table: TableExport, format: TableFormatName) => RequestHandler {
  const gate = createGate({
    atOnce: 1,
    mostWaiting: MOST_AT_ONCE,
    longestWaitMs: Number.POSITIVE_INFINITY,
    refusal: tooMany,
  });
  const running = new Map<string, number>();

  /** Counts a file of an account until it is sent. */
  async function counted(account: string, work: () => Promise<void>): Promise<void> {
    const own = running.get(account) ?? 0;
    if (own >= MOST_OF_ACCOUNT) throw tooManyOfAccount();
    if ([...running.values()].reduce((sum, count) => sum + count, 0) >= MOST_AT_ONCE) throw tooMany();
    running.set(account, own + 1);
    try {
      await work();
    } finally {
      const left = (running.get(account) ?? 1) - 1;
      if (left === 0) running.delete(account);
      else running.set(account, left);
    }
  }

  return ({ name, columns, readPage }, formatName) =>
    async (request, response) => {
      const format = TABLE_FORMATS[formatName];
      const query = new URL(request.originalUrl, 'http://site.invalid').searchParams;
      const publisher = query.get('publisher') ?? undefined;
      const caller = await admit(request, response, publisher);
      if (caller.kind !== 'account') throw signedOut();
      await counted(caller.accountId, async () => {
        const read = (as: Caller, after?: string) => gate.run(() => readPage(as, query, after));
        const first = await read(caller);
        const headers = pageHeaders({ fileName: `${name}.${formatName}` });
        for (let at = 0; at < headers.length; at += 2)
          response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
        response.writeHead(200, { 'content-type': format.contentType, 'cache-control': 'no-store' });
        if (request.method === 'HEAD') return void response.end();
        response.setTimeout(IDLE_MS, () => response.destroy());
        const lines = linesOf(first, async (after) => read(await identify(request, publisher), after), {
          head: format.head(columns),
          toLines: (rows) => format.toLines(columns, rows),
        });
        await pipeline(Readable.from(lines, { objectMode: true, highWaterMark: 1 }), response, {
          signal: AbortSignal.timeout(LONGEST_MS),
        }).catch(leaveUnfinished);
      });
    };
}

async function* linesOf(
  first: TablePage,
  readNext: (after: string) => Promise<TablePage>,
  { head, toLines }: { readonly head: string; readonly toLines: (lines: readonly TableLine[]) => string },
): AsyncGenerator<string> {
  if (head !== '') yield head;
  for (let page = first; ; page = await readNext(page.next)) {
    const lines = toLines(page.lines);
    if (lines !== '') yield lines;
    if (page.next === undefined) return;
  }
}

/** The reader has left, or a later page failed. Then the connection was cut, which shows that the file is incomplete. */
function leaveUnfinished(): void {}

function signedOut(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'Nobody is signed in: sign in, then export again.');
}

function tooMany(): DomainError {
  return new DomainError('SERVICE_UNAVAILABLE', 'Too many exports are running: try again shortly.', {
    retryAfterSeconds: 10,
  });
}

function tooManyOfAccount(): DomainError {
  const message = `Your account exports ${MOST_OF_ACCOUNT} files already: wait for them.`;
  return new DomainError('RATE_LIMITED', message, { retryAfterSeconds: 10 });
}
