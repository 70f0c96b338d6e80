import type { Request, RequestHandler, Response } from 'express';
import type { Caller } from '../../../core/access/callers.ts';
import { DomainError, invalidPayload } from '../../../core/errors.ts';
import { exportRefusal } from '../../../core/export-refusal.ts';
import { createTableSender, type TablePage } from '../../../runtime/files/send-table.ts';
import { TABLE_FORMATS, type TableFormatName } from '../../../runtime/files/table-file.ts';
import { pageHeaders } from '../page-headers.ts';

/** A table of the area of publishers, as a file. */
export interface TableExport {
  /** Its name, without the ending. */
  readonly name: string;
  readonly formats: readonly TableFormatName[];
  /** The parameters of its filter and its order. */
  readonly parameters: readonly string[];
  readonly columns: readonly string[];
  /** Reads a page for a caller. Throws DomainError, such as UNAUTHENTICATED or INVALID_PAYLOAD. */
  readPage(caller: Caller, query: URLSearchParams, after: string | undefined): Promise<TablePage>;
}

interface Identification {
  /** Identifies the caller by the session, acting for a publisher if one is named, and counts the request. */
  readonly admit: (request: Request, response: Response, publisher: string | undefined) => Promise<Caller>;
  /** Identifies the caller again. */
  readonly identify: (request: Request, publisher: string | undefined) => Promise<Caller>;
}

/** What the address of each page of the area may have; the language changes no file. */
const OF_EACH_PAGE = ['publisher', 'lang'];

/** The files that an account may read at once. */
const MOST_OF_ACCOUNT = 2;

/** Creates the handlers of files. The session is looked at again before each page. */
export function createExportHandlers({
  admit,
  identify,
}: Identification): (table: TableExport, format: TableFormatName) => RequestHandler {
  const sender = createTableSender({
    mostAtOnce: 32,
    mostOfReader: MOST_OF_ACCOUNT,
    refusal: (reason) =>
      exportRefusal(reason, `Your account exports ${MOST_OF_ACCOUNT} files already: wait for them.`),
  });
  return ({ name, parameters, columns, readPage }, formatName) =>
    async (request, response) => {
      const query = readParameters(request.originalUrl, [...parameters, ...OF_EACH_PAGE]);
      const publisher = query.get('publisher') ?? undefined;
      const caller = await admit(request, response, publisher);
      if (caller.kind !== 'account') throw signedOut();
      await sender.send(response, caller.accountId, {
        columns,
        format: TABLE_FORMATS[formatName],
        headers: pageHeaders({ fileName: `${name}.${formatName}` }),
        readPage: async (after) =>
          readPage(after === undefined ? caller : await identify(request, publisher), query, after),
      });
    };
}

/**
 * The query of a target, with these parameters only, each once. Throws INVALID_PAYLOAD for another one: a file whose filter
 * has a misspelt name would have all rows, and nobody would see it.
 */
function readParameters(target: string, known: readonly string[]): URLSearchParams {
  const { searchParams: query } = new URL(target, 'http://site.invalid');
  const names = new Set<string>();
  for (const name of query.keys()) {
    if (!known.includes(name)) {
      const message = `is not a parameter of this request: use ${known.join(', ')}.`;
      throw invalidPayload([{ path: [JSON.stringify(name.slice(0, 50))], message }]);
    }
    if (names.has(name)) throw invalidPayload([{ path: [name], message: 'is repeated: send it once.' }]);
    names.add(name);
  }
  return query;
}

function signedOut(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'Nobody is signed in: sign in, then export again.');
}
