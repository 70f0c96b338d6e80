import { feedArguments } from '../../../core/feed/feed-query.ts';
import { errors } from './error-responses.ts';
import { atomExample, feedExample } from './feed-schema.ts';
import { headers } from './headers.ts';
import { toInputSchema } from './input-schema.ts';
import type { JsonSchema, MediaType, PathOperation, Parameter, PathItem, Response } from './openapi.ts';
import { EVERYBODY, schemaOf } from './provider/operation-parts.ts';

const { filter, ...page } = toInputSchema(feedArguments).properties;
const parameters = toQueryParameters({
  ...page,
  ...(filter?.['properties'] as Readonly<Record<string, JsonSchema>>),
});

/** Optional members of an input as parameters of a query. */
export function toQueryParameters(members: Readonly<Record<string, JsonSchema>>): Parameter[] {
  return Object.entries(members).map(
    ([name, { description, default: fallback, type, enum: values, ...schema }]) => ({
      name,
      in: 'query',
      description: String(description),
      ...(name === 'platforms' || name === 'providers' ? ({ style: 'form', explode: true } as const) : {}),
      schema: {
        // An omitted parameter means null.
        type: Array.isArray(type) ? (type as string[])[0] : type,
        ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
        ...schema,
        ...(fallback !== null && fallback !== undefined && { default: fallback }),
      },
    }),
  );
}

const notModified: Response = {
  description: 'The version in If-None-Match is still current.',
  headers: headers('ETag', 'Cache-Control', 'Age'),
};

/** The public feed as documents (decision: feed). */
export const FEED_PATHS: Readonly<Record<string, PathItem>> = {
  '/feed.json': {
    get: readFeed('feedJson', 'JSON Feed 1.1', 'application/feed+json', {
      schema: schemaOf('Feed'),
      example: feedExample,
    }),
  },
  '/feed.atom': {
    get: readFeed('feedAtom', 'Atom (RFC 4287)', 'application/atom+xml', {
      schema: { type: 'string', description: 'An Atom feed document.' },
      example: atomExample,
    }),
  },
};

function readFeed(operationId: string, format: string, mediaType: string, media: MediaType): PathOperation {
  return {
    operationId,
    summary: `The public feed as ${format}`,
    description:
      'Published listings, newest change first by default; a search has the listings first whose titles contain its words. A change is visible after ten minutes at the latest. Send the ETag of an earlier answer as If-None-Match to get 304 if nothing changed.',
    tags: ['Feed'],
    security: EVERYBODY,
    parameters,
    responses: {
      200: {
        description: 'A page of the feed.',
        headers: headers('ETag', 'Cache-Control', 'Age', 'RateLimit', 'RateLimit-Policy'),
        content: { [mediaType]: media },
      },
      304: notModified,
      ...errors('INVALID_PAYLOAD', 'METHOD_NOT_ALLOWED', 'RATE_LIMITED', 'INTERNAL', 'SERVICE_UNAVAILABLE'),
    },
  };
}
