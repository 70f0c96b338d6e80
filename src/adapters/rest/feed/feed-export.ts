import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { feedExportPage } from '../../../core/feed/feed-export.ts';
import { LISTING_COLUMNS, type FeedRow } from '../../../core/feed/feed-store.ts';
import { readFacts } from '../../../core/listings/facts/fact-words.ts';
import { FACT_NAMES, NO_FACTS, type FactName } from '../../../core/listings/facts/listing-facts.ts';
import { cursorOf, endsOf, type FeedPage } from '../../../core/feed/read-feed.ts';
import { DomainError } from '../../../core/errors.ts';
import { createGate } from '../../../runtime/concurrency/gate.ts';
import { TABLE_FORMATS, type TableFormat, type TableLine } from '../../../runtime/files/table-file.ts';
import type { Handle, RestRoute } from '../endpoint.ts';
import { errors } from '../openapi/error-responses.ts';
import { headers } from '../openapi/headers.ts';
import { listingExample } from '../openapi/listing-schemas.ts';
import { EVERYBODY } from '../openapi/provider/operation-parts.ts';
import { FEED_FILTER_PARAMETERS } from './feed-routes.ts';
import { readFeedArguments } from './feed-arguments.ts';

/** The largest number of listings in one file. */
const MOST_ROWS = 10_000;
const COLUMNS = ['cursor', ...LISTING_COLUMNS.flatMap((name) => (name === 'facts' ? FACT_NAMES : name))];
const FACTS = LISTING_COLUMNS.indexOf('facts');

const EXAMPLE = COLUMNS.map((column) =>
  column === 'cursor'
    ? 'UkVDRU5UTFlf'
    : (listingExample[column as keyof typeof listingExample] ?? NO_FACTS[column as FactName] ?? null),
);

/** The feed as a file for analysts: as CSV (RFC 4180) or as one JSON object in each line. */
export const FEED_EXPORT_ROUTES: readonly RestRoute[] = [
  exportRoute('/feed.csv', 'feedCsv', 'CSV', TABLE_FORMATS.csv, {
    type: 'string',
    description: 'The names of the columns, and a line for each listing.',
  }),
  exportRoute('/feed.ndjson', 'feedNdjson', 'lines of JSON', TABLE_FORMATS.ndjson, {
    type: 'string',
    description: 'A JSON object for each listing.',
  }),
];

// The pages of all exports are read one at a time, between other requests.
const gate = createGate({
  atOnce: 1,
  mostWaiting: 64,
  longestWaitMs: Number.POSITIVE_INFINITY,
  refusal: () =>
    new DomainError('SERVICE_UNAVAILABLE', 'Too many exports are running: try again shortly.', {
      retryAfterSeconds: 10,
    }),
});

function sendExport({ contentType, head, toLines }: TableFormat): Handle {
  return async ({ admit, run }, request, response) => {
    const caller = await admit(request, response);
    const input = readFeedArguments(request.url, ['after', 'orderBy']);
    const readPage = (after?: string | null) =>
      gate.run(() => run(caller, feedExportPage, after == null ? input : { ...input, after }));
    const first = await readPage();
    response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' });
    if (request.method === 'HEAD') return void response.end();
    await pipeline(
      Readable.from(linesOf(first, readPage, { head, toLines }), { objectMode: true, highWaterMark: 1 }),
      response,
    ).catch(leaveUnfinished);
  };
}

async function* linesOf(
  first: FeedPage,
  readPage: (after: string | null) => Promise<FeedPage>,
  { head: headOf, toLines }: Pick<TableFormat, 'head' | 'toLines'>,
): AsyncGenerator<string> {
  const head = headOf(COLUMNS);
  if (head !== '') yield head;
  let page = first;
  for (let rows = 0; ; page = await readPage(endsOf(page).endCursor)) {
    const shown = page;
    const lines = toLines(
      COLUMNS,
      page.items.map((row) => [cursorOf(shown, row), ...toLine(row)]),
    );
    if (lines !== '') yield lines;
    rows += page.items.length;
    if (!page.hasNextPage || rows >= MOST_ROWS || endsOf(page).endCursor === null) return;
  }
}

function toLine(row: FeedRow): TableLine {
  const facts = readFacts(row[FACTS]);
  const values = FACT_NAMES.map((name) => facts[name]);
  return [...row.slice(0, FACTS), ...values, ...row.slice(FACTS + 1, LISTING_COLUMNS.length)];
}

/** The client has left, or a later page failed. Then the connection was cut, which shows that the file is incomplete. */
function leaveUnfinished(): void {}

function exportRoute(
  path: string,
  operationId: string,
  format: string,
  sent: TableFormat,
  schema: { readonly type: 'string'; readonly description: string },
): RestRoute {
  const [mediaType = ''] = sent.contentType.split(';');
  return {
    path,
    errors: 'publisher',
    isShared: true,
    methods: {
      get: {
        handle: sendExport(sent),
        document: {
          operationId,
          summary: `The public feed as ${format}`,
          description: `Published listings as a file, at most ${MOST_ROWS} of them: send the last \`cursor\` as \`after\` for the following ones. A connection that is cut before its end means an incomplete file.`,
          tags: ['Feed'],
          security: EVERYBODY,
          parameters: FEED_FILTER_PARAMETERS,
          responses: {
            200: {
              description: 'The listings.',
              headers: headers('Cache-Control', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id'),
              content: {
                [mediaType]: { schema, example: sent.head(COLUMNS) + sent.toLines(COLUMNS, [EXAMPLE]) },
              },
            },
            ...errors(
              'INVALID_PAYLOAD',
              'UNAUTHENTICATED',
              'METHOD_NOT_ALLOWED',
              'RATE_LIMITED',
              'INTERNAL',
              'SERVICE_UNAVAILABLE',
            ),
          },
        },
      },
    },
  };
}
