import type { RestRoute } from './endpoint.ts';
import { headers } from './openapi/headers.ts';
import type { Header, JsonSchema, PathOperation, Response } from './openapi/openapi.ts';
import { exactly, schemaOf } from './openapi/provider/operation-parts.ts';

const scope = 'giveaways:publish';

const UNREADABLE = 'The body cannot be read: send a plain form of at most 16 KB.';

const tokenRequest: JsonSchema = {
  type: 'object',
  properties: {
    grant_type: { type: 'string', const: 'client_credentials' },
    scope: { type: 'string', description: 'Without it the token has no scopes.', const: scope },
    resource: {
      type: 'string',
      description: 'The audience (RFC 8707); optional.',
      default: 'service.giveaways',
    },
    client_id: { type: 'string', description: 'Only when it is not sent by HTTP Basic.' },
    client_secret: { type: 'string', description: 'Only when it is not sent by HTTP Basic.' },
  },
  required: ['grant_type'],
};

const token: JsonSchema = {
  type: 'object',
  properties: {
    access_token: { type: 'string' },
    token_type: { type: 'string', const: 'Bearer' },
    expires_in: { type: 'integer', minimum: 1, description: 'Seconds.' },
    scope: { type: 'string', description: 'The scopes of the token; absent if it has none.' },
  },
  required: ['access_token', 'token_type', 'expires_in'],
  additionalProperties: false,
};

const challenge: Header = {
  description: 'Only for a client that authenticated by HTTP Basic.',
  schema: { type: 'string', pattern: '^Basic realm=' },
};

/** The error body of the token endpoint (RFC 6749 section 5.2). */
export const tokenErrorSchema = exactly({
  error: { type: 'string', description: 'A code of RFC 6749 section 5.2.' },
  error_description: { type: 'string' },
});

const document: PathOperation = {
  operationId: 'serviceToken',
  summary: 'Get a service token',
  description:
    'Exchanges the id and the secret of a service client for an access token, a JWT of ten minutes with the audience service.giveaways. The client authenticates by HTTP Basic, or by client_id and client_secret in the form.',
  tags: ['Service tokens'],
  security: [{ serviceClient: [] }, {}],
  requestBody: {
    description: 'At most 16 KB.',
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: tokenRequest,
        example: { grant_type: 'client_credentials', scope },
      },
    },
  },
  responses: {
    200: {
      description: 'A token: send it as Authorization: Bearer until shortly before it expires.',
      content: {
        'application/json': {
          schema: token,
          example: {
            access_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiJjbGllbnQifQ.c2lnbmF0dXJl',
            token_type: 'Bearer',
            expires_in: 600,
            scope,
          },
        },
      },
    },
    400: refusal('The form is invalid.', 'unsupported_grant_type', 'unsupported grant_type requested'),
    401: {
      ...refusal(
        'The client is unknown, or its secret is wrong.',
        'invalid_client',
        'client authentication failed',
      ),
      headers: { 'WWW-Authenticate': challenge },
    },
    413: refusal('The form is too large.', 'invalid_request', UNREADABLE),
    415: refusal('The form is compressed or encoded in an unknown way.', 'invalid_request', UNREADABLE),
    500: refusal(
      'An unexpected error occurred: try again with back-off.',
      'server_error',
      'oops! something went wrong',
    ),
    503: {
      ...refusal(
        'The database is unavailable: try again after the time in Retry-After.',
        'temporarily_unavailable',
        'The database cannot be reached at the moment: try again shortly.',
      ),
      headers: headers('Retry-After'),
    },
  },
};

/** The embedded token issuer: client credentials only (RFC 6749 section 4.4). The issuer answers all of its paths itself. */
export const TOKEN_ROUTE: RestRoute = {
  path: '/oauth/token',
  errors: 'publisher',
  label: '/oauth',
  methods: { post: { document } },
  hasOtherMethods: true,
};

/** An error of RFC 6749 section 5.2. */
function refusal(description: string, code: string, message: string): Response {
  return {
    description,
    content: {
      'application/json': {
        schema: schemaOf('TokenError'),
        example: { error: code, error_description: message },
      },
    },
  };
}
