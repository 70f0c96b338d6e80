import { STORAGE_FAULTS } from '../../core/status/service-health.ts';
import { errors } from './openapi/error-responses.ts';
import { headers } from './openapi/headers.ts';
import type { JsonSchema, PathOperation, Response } from './openapi/openapi.ts';
import { EVERYBODY, exactly } from './openapi/provider/operation-parts.ts';
import type { Handle, RestRoute } from './endpoint.ts';

const statusOf = (status: string) => ({
  'application/json': { schema: exactly({ status: { type: 'string', const: status } }), example: { status } },
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
export const SERVICE_ROUTES: readonly RestRoute[] = [
  probe('/healthz', async (_context, _request, response) => void response.json({ status: 'ok' }), {
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
  probe('/readyz', sendReadiness, {
    operationId: 'readiness',
    summary: 'Whether this instance can serve',
    description:
      'Queries the database. Answers 503 from the moment that the process is asked to stop. An instance that can store nothing ' +
      'still serves public reads: the answer is 200, with the reason as `fault`, as the last check found.',
    responses: {
      200: {
        description: 'The instance can serve.',
        headers: headers('X-Request-Id'),
        content: {
          'application/json': {
            schema: {
              ...exactly({
                status: { type: 'string', const: 'ready' },
                fault: { type: 'string', enum: [...STORAGE_FAULTS] },
              }),
              required: ['status'],
            },
            example: { status: 'ready' },
          },
        },
      },
      503: {
        description: 'The instance cannot serve: send requests to another one.',
        headers: headers('X-Request-Id'),
        content: statusOf('not ready'),
      },
      ...errors('METHOD_NOT_ALLOWED'),
    },
  }),
  file('/openapi.json', 'openApiDocument', 'This document', 'The OpenAPI 3.1 document of this instance.', {
    'application/json': {
      schema: document,
      example: { openapi: '3.1.1', info: {}, servers: [], paths: {}, components: {} },
    },
  }),
  file('/openapi.yaml', 'openApiYaml', 'This document as YAML', 'The same document as /openapi.json.', {
    'application/yaml': { schema: { type: 'string' }, example: 'openapi: 3.1.1\n' },
  }),
  file('/schema.graphql', 'graphqlSchema', 'The GraphQL schema', 'The schema of /graphql, as text.', {
    'text/plain': { schema: { type: 'string' }, example: 'type Query {\n  node(id: ID!): Node\n}\n' },
  }),
];

type Described = Omit<PathOperation, 'tags' | 'security'>;

function probe(path: string, handle: Handle, operation: Described): RestRoute {
  const get = { handle, document: inService(operation) };
  return { path, errors: 'publisher', isProbe: true, methods: { get } };
}

/** A file that changes with the release only; another part of the service sends it. */
function file(
  path: string,
  operationId: string,
  summary: string,
  description: string,
  content: NonNullable<Response['content']>,
): RestRoute {
  const document = inService({
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
  return { path, errors: 'publisher', isShared: true, methods: { get: { document } } };
}

function inService(operation: Described): PathOperation {
  return { ...operation, tags: ['Service'], security: EVERYBODY };
}

async function sendReadiness(...[{ isReady, storageFault }, , response]: Parameters<Handle>): Promise<void> {
  if (!(await isReady())) response.status(503).json({ status: 'not ready' });
  else response.json({ status: 'ready', fault: storageFault() });
}
