import type { Header } from './openapi.ts';

/** The headers of responses, by name. */
export const HEADERS = {
  Age: {
    description: 'The age of the answer in seconds.',
    schema: { type: 'integer', minimum: 0 },
    example: 4,
  },
  Allow: {
    description: 'The methods that the path has.',
    required: true,
    schema: { type: 'string' },
    example: 'GET, HEAD, POST, DELETE',
  },
  'Cache-Control': {
    description: 'How long an answer may be cached, and by whom (RFC 9111).',
    required: true,
    schema: { type: 'string' },
    example: 'public, max-age=10, stale-while-revalidate=50, stale-if-error=540',
  },
  ETag: {
    description: 'Identifies this version of the answer, for If-None-Match.',
    required: true,
    schema: { type: 'string', pattern: '^(W/)?"[^"]+"$' },
    example: 'W/"2N9vBz-8fI2qofOOjWuxhba8J7o"',
  },
  'Idempotent-Replayed': {
    description: 'true if this is the repeated answer of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  Link: {
    description: 'The hub of this feed and its address there (WebSub); absent on later pages.',
    schema: { type: 'string', pattern: '^<[^>]+>; rel="hub", <[^>]+>; rel="self"$' },
    example:
      '<https://giveaways.example/websub>; rel="hub", <https://giveaways.example/feed.atom>; rel="self"',
  },
  Location: {
    description: 'The URL of the operation.',
    required: true,
    schema: { type: 'string', pattern: '^/api/provider/integrations/operations/opn_' },
    example: '/api/provider/integrations/operations/opn_019a9f0c5d3e7b1f2a4c6d8e9f0a1b2c',
  },
  RateLimit: {
    description:
      'The rest of the allowance: r requests, for t seconds; absent if the request is not counted.',
    schema: { type: 'string', pattern: '^"default";r=\\d+;t=\\d+$' },
    example: '"default";r=1199;t=60',
  },
  'RateLimit-Policy': {
    description: 'The allowance: q requests in w seconds; absent if the request is not counted.',
    schema: { type: 'string', pattern: '^"default";q=\\d+;w=\\d+$' },
    example: '"default";q=1200;w=60',
  },
  'Retry-After': {
    description: 'The seconds to wait before the request is repeated.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
    example: 5,
  },
  'WWW-Authenticate': {
    description: 'Which credential is missing or insufficient (RFC 6750 section 3).',
    required: true,
    schema: { type: 'string', pattern: '^Bearer realm="giveaways"' },
    example: 'Bearer realm="giveaways", error="invalid_token"',
  },
  'X-Request-Id': {
    description:
      'The id of the request in the logs: your own X-Request-Id, or a new one; for a repeated answer, that of the first request.',
    schema: { type: 'string' },
    example: '529a7425-d313-4249-a855-5249efaa7ff2',
  },
} as const satisfies Readonly<Record<string, Header>>;

/** References to some of the headers, for a response. */
export function headers(...names: (keyof typeof HEADERS)[]): Record<string, { readonly $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
