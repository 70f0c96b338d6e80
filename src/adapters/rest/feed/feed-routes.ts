import { MAX_PAGE } from '../../../core/values/paging.ts';
import { roundCalendar, ROUNDS_OF_GIVEAWAY } from '../../../core/giveaways/round-calendar.ts';
import { ROUNDS_CALENDAR } from './feed-documents.ts';
import { MOST_EVENTS } from '../../../core/feed/feed-calendar.ts';
import { feedArguments } from '../../../core/feed/feed-query.ts';
import type { Endpoint, RestRoute } from '../endpoint.ts';
import { errors } from '../openapi/error-responses.ts';
import { atomExample, calendarExample, feedExample, roundsCalendarExample } from '../openapi/feed-schema.ts';
import { headers } from '../openapi/headers.ts';
import { toInputSchema, toQueryParameters } from '../openapi/input-schema.ts';
import type { JsonSchema, MediaType } from '../openapi/openapi.ts';
import { EVERYBODY, schemaOf } from '../openapi/provider/operation-parts.ts';

const { filter, ...page } = toInputSchema(feedArguments).properties;
const { facts, ...others } = (filter?.['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
const platforms = {
  ...others['platforms'],
  description:
    'Any of these platforms, case-insensitive. A comma separates several: write one of a name as `\\,`.',
};
// The facts are parameters like the others.
const filters = {
  ...others,
  platforms,
  ...(facts?.['properties'] as Readonly<Record<string, JsonSchema>>),
};
const parameters = toQueryParameters({ ...page, ...filters });

/** The parameters of a read that only continues: the order, the filters and `after`. */
export const FEED_FILTER_PARAMETERS = parameters.filter(
  ({ name }) => !['first', 'last', 'before'].includes(name),
);

const CHANGES =
  'A change is visible after ten minutes at the latest. Send the ETag of an earlier answer as If-None-Match to get 304 if nothing changed.';
const ORDER =
  'Published listings, newest change first by default; a search has the listings first whose titles contain its words.';

/** The public feed as documents (decision: feed), which the response cache answers. */
export const FEED_ROUTES: readonly RestRoute[] = [
  feedRoute('/feed.json', 'feedJson', 'JSON Feed 1.1', {
    'application/feed+json': { schema: schemaOf('Feed'), example: feedExample },
  }),
  feedRoute('/feed.atom', 'feedAtom', 'Atom (RFC 4287)', {
    'application/atom+xml': {
      schema: { type: 'string', description: 'An Atom feed document.' },
      example: atomExample,
    },
  }),
  feedRoute(
    '/feed.ics',
    'feedCalendar',
    'iCalendar (RFC 5545)',
    {
      'text/calendar': {
        schema: { type: 'string', description: 'A calendar with an event at the end of each listing.' },
        example: calendarExample,
      },
    },
    {
      parameters: toQueryParameters(filters),
      description: `The ends of published listings, the first to end first, at most ${MOST_EVENTS} of them: send \`endsAfter\` for later ones. Listings without an end are left out. The UID of an event never changes; SEQUENCE grows with each change of its listing.`,
    },
  ),
  feedRoute(
    ROUNDS_CALENDAR,
    'giveawaysCalendar',
    'iCalendar (RFC 5545)',
    {
      'text/calendar': {
        schema: {
          type: 'string',
          description: 'A calendar with an event from the opening to the close of each round.',
        },
        example: roundsCalendarExample,
      },
    },
    {
      summary: 'The rounds of giveaways as iCalendar (RFC 5545)',
      parameters: toQueryParameters(toInputSchema(roundCalendar.input).properties),
      description: `The open round and the next ones of giveaways on the chain, the first to open first: at most ${ROUNDS_OF_GIVEAWAY} of each of ${2 * MAX_PAGE} giveaways. A round that never closes is an event without an end.`,
    },
  ),
];

function feedRoute(
  path: string,
  operationId: string,
  format: string,
  content: Readonly<Record<string, MediaType>>,
  own: Pick<Endpoint['document'], 'description'> & {
    readonly summary?: string;
    readonly parameters: typeof parameters;
  } = {
    parameters,
    description: ORDER,
  },
): RestRoute {
  const document: Endpoint['document'] = {
    operationId,
    summary: own.summary ?? `The public feed as ${format}`,
    description: `${own.description} ${CHANGES}`,
    tags: ['Feed'],
    security: EVERYBODY,
    parameters: own.parameters,
    responses: {
      200: {
        description: 'A page of the feed.',
        headers: headers('ETag', 'Cache-Control', 'Age', 'Link', 'RateLimit', 'RateLimit-Policy'),
        content,
      },
      304: {
        description: 'The version in If-None-Match is still current.',
        headers: headers('ETag', 'Cache-Control', 'Age'),
      },
      ...errors('INVALID_PAYLOAD', 'METHOD_NOT_ALLOWED', 'RATE_LIMITED', 'INTERNAL', 'SERVICE_UNAVAILABLE'),
    },
  };
  return { path, errors: 'publisher', isShared: true, cache: 'target', methods: { get: { document } } };
}
