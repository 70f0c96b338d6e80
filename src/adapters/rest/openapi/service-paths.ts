import { errors } from './error-responses.ts';
import { headers } from './headers.ts';
import type { JsonSchema, PathOperation, PathItem, Response } from './openapi.ts';
import { EVERYBODY, exactly } from './provider/operation-parts.ts';

const statusOf = (status: string) => ({
  'application/json': { schema: exactly({ status: { type: 'string', const: status } }), example: { status } },
});

const get = (operation: Omit<PathOperation, 'tags' | 'security'>): PathItem => ({
  get: { ...operation, tags: ['Service'], security: EVERYBODY },
});

const part: JsonSchema = { type: 'object' };
const document: JsonSchema = {
  type: 'object',
  properties: {
    openapi: { type: 'string', pattern: '^3\\.1\\.' },
    info: part,
    servers: { type: 'array', items: part },
    tags: { type: 'array', items: part },
    paths: part,
    components: part,
  },
  required: ['openapi', 'info', 'servers', 'paths', 'components'],
};

/** The endpoints for monitoring, and the documents that describe the APIs. */
export const SERVICE_PATHS: Readonly<Record<string, PathItem>> = {
  '/healthz': get({
    operationId: 'health',
    summary: 'Whether the process is alive',
    description: 'Answers 200 while the process can answer requests.',
    responses: {
      200: {
        description: 'The process is alive.',
        headers: headers('X-Request-Id'),
        content: statusOf('ok'),
      },
      ...errors('METHOD_NOT_ALLOWED'),
    },
  }),
  '/readyz': get({
    operationId: 'readiness',
    summary: 'Whether this instance can serve',
    description: 'Queries the database. Answers 503 from the moment that the process is asked to stop.',
    responses: {
      200: {
        description: 'The instance can serve.',
        headers: headers('X-Request-Id'),
        content: statusOf('ready'),
      },
      503: {
        description: 'The instance cannot serve: send requests to another one.',
        headers: headers('X-Request-Id'),
        content: statusOf('not ready'),
      },
      ...errors('METHOD_NOT_ALLOWED'),
    },
  }),
  '/openapi.json': file('openApiDocument', 'This document', 'The OpenAPI 3.1 document of this instance.', {
    'application/json': {
      schema: document,
      example: { openapi: '3.1.1', info: {}, servers: [], paths: {}, components: {} },
    },
  }),
  '/openapi.yaml': file('openApiYaml', 'This document as YAML', 'The same document as /openapi.json.', {
    'application/yaml': { schema: { type: 'string' }, example: 'openapi: 3.1.1\n' },
  }),
  '/schema.graphql': file('graphqlSchema', 'The GraphQL schema', 'The schema of /graphql, as text.', {
    'text/plain': { schema: { type: 'string' }, example: 'type Query {\n  node(id: ID!): Node\n}\n' },
  }),
};

/** A file that changes with the release only. */
function file(
  operationId: string,
  summary: string,
  description: string,
  content: NonNullable<Response['content']>,
): PathItem {
  return get({
    operationId,
    summary,
    description,
    responses: {
      200: {
        description: 'The document.',
        headers: headers('ETag', 'Cache-Control', 'X-Request-Id'),
        content,
      },
      304: {
        description: 'The version in If-None-Match is still current.',
        headers: headers('ETag', 'Cache-Control', 'X-Request-Id'),
      },
      ...errors('METHOD_NOT_ALLOWED'),
    },
  });
}
