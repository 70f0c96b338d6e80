import { feedExportPage } from '../../../core/feed/feed-export.ts';
import { LISTING_COLUMNS, type FeedRow } from '../../../core/feed/feed-store.ts';
import { readFacts } from '../../../core/listings/facts/fact-words.ts';
import { FACT_NAMES, NO_FACTS, type FactName } from '../../../core/listings/facts/listing-facts.ts';
import { cursorOf, endsOf } from '../../../core/feed/read-feed.ts';
import { exportRefusal } from '../../../core/export-refusal.ts';
import { createTableSender } from '../../../runtime/files/send-table.ts';
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

const PARAMETERS = FEED_FILTER_PARAMETERS.map((parameter) =>
  parameter.name === 'orderBy'
    ? {
        ...parameter,
        description:
          'With ENDING_SOON, listings without an end date are last. By default NEWEST, in which a listing that changes keeps its place.',
      }
    : parameter,
);

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

/** The files that a network may read at once. */
const MOST_OF_NETWORK = 8;

const sender = createTableSender({
  mostAtOnce: 64,
  mostOfReader: MOST_OF_NETWORK,
  refusal: (reason) =>
    exportRefusal(reason, `Your network reads ${MOST_OF_NETWORK} exports already: wait for them.`),
});

function sendExport(format: TableFormat): Handle {
  return async ({ admit, run, networkOf }, request, response) => {
    const caller = await admit(request, response);
    const input = readFeedArguments(request.url, ['after', 'orderBy']);
    let rows = 0;
    await sender.send(response, networkOf(request), {
      columns: COLUMNS,
      format,
      async readPage(after) {
        const page = await run(caller, feedExportPage, after === undefined ? input : { ...input, after });
        rows += page.items.length;
        const { endCursor } = endsOf(page);
        return {
          lines: page.items.map((row) => [cursorOf(page, row), ...toLine(row)]),
          next: page.hasNextPage && rows < MOST_ROWS ? (endCursor ?? undefined) : undefined,
        };
      },
    });
  };
}

function toLine(row: FeedRow): TableLine {
  const facts = readFacts(row[FACTS]);
  const values = FACT_NAMES.map((name) => facts[name]);
  return [...row.slice(0, FACTS), ...values, ...row.slice(FACTS + 1, LISTING_COLUMNS.length)];
}

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
          parameters: PARAMETERS,
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
