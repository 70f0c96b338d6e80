import { passportContact } from '../../../core/contacts/passport-contact.ts';
import { toFailure, toSummary } from '../../../core/operations/operation-response.ts';
import { passportStatus } from '../../../core/passports/passport-status.ts';
import { operationStatus } from '../../../core/provider-api/operation-status.ts';
import { PROVIDER_OPERATIONS } from '../../../core/provider-api/provider-operations.ts';
import type { Endpoint, RestRoute } from '../endpoint.ts';
import { EVERYBODY } from '../openapi/provider/operation-parts.ts';
import { providerErrors } from '../openapi/provider/provider-errors.ts';
import { DOCUMENTED_OPERATIONS } from '../openapi/provider/provider-examples.ts';
import { DELIVERY_CHECK_FIELDS, RESULT_FIELDS } from '../openapi/provider/provider-fields.ts';
import { responses, DONE, parameters, PROVIDER_KEYS, success } from '../openapi/provider/provider-parts.ts';
import {
  errorTableSchema,
  passportContactSchema,
  passportStatusSchema,
} from '../openapi/provider/provider-schemas.ts';
import { presentErrorTable } from '../present-error-table.ts';
import { PROVIDER_PATH, sendProviderResponse } from './provider-responses.ts';
import { operationEndpoint, READING_OPERATION, readingEndpoint } from './provider-endpoints.ts';

const OWNER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const ISSUED = DOCUMENTED_OPERATIONS['issue-entries']?.result ?? {};
const ERROR_TABLE = { errors: presentErrorTable() };

const passportContactEndpoint = readingEndpoint({
  endpoint: 'passport-contact',
  useCase: passportContact,
  document: {
    operationId: 'passportContact',
    summary: 'Read the contact of a passport',
    description:
      "The contact that the passport's present owner shared with your provider, or that you supplied when provisioning. A change of owner ends it.",
  },
  requests: { passport: { passportId: 7 } },
  response: {
    description: 'The contact.',
    schema: passportContactSchema,
    example: {
      passportId: 7,
      ownerWallet: OWNER,
      email: 'owner@example.com',
      name: 'Owner Example',
      source: 'SHARED',
      sharedAt: '2027-06-01T09:30:00.000Z',
    },
  },
});

const passportStatusEndpoint = readingEndpoint({
  endpoint: 'passport-status',
  useCase: passportStatus,
  query: [
    {
      name: 'passportId',
      in: 'query',
      description: 'The number of the passport.',
      required: true,
      schema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      example: 7,
    },
    {
      name: 'acknowledgedOwnerWallet',
      in: 'query',
      description:
        'Acknowledges this new owner: while it is the owner, the change is no longer reported. Without this parameter, reading acknowledges nothing.',
      required: false,
      schema: { type: 'string', pattern: '^(0x[0-9a-fA-F]{40})?$' },
    },
  ],
  document: {
    operationId: 'passportStatus',
    summary: "Read a passport's owner",
    description:
      'Reads the owner from the chain, and reports a change until you acknowledge the new owner here, a change of entries with it as expectedOwnerWallet succeeds, or you provision the passport to it. Use it before you issue or remove entries.',
  },
  response: {
    description: 'The passport now.',
    schema: passportStatusSchema,
    example: {
      passportId: 7,
      ownerWallet: OWNER,
      previousOwnerWallet: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      ownerChanged: true,
      maxTransfers: 1,
      transfersUsed: 1,
      tradable: false,
    },
  },
});

/** The state of an operation; a failed operation is answered with its error. */
const operationStatusEndpoint: Endpoint = {
  async handle(context, request, response) {
    const caller = await context.admit(request, response);
    const { operation, result } = await context.run(caller, operationStatus, { id: request.params['id'] });
    if (operation.status === 'FAILED') throw toFailure(operation, null);
    sendProviderResponse(response, context.requestIdOf(request), 'operations', {
      result,
      operation: toSummary(operation),
    });
  },
  document: {
    operationId: 'providerOperation',
    summary: 'Read an operation',
    description:
      'A failed operation is answered with its error; retryable and recommendedAction refer to the request for the operation. For an open operation that is delayed, GraphQL has the reason in hold. The key needs any scope of providers.',
    tags: ['Providers'],
    security: PROVIDER_KEYS,
    parameters: [
      {
        name: 'id',
        in: 'path',
        description: 'The id of the operation.',
        required: true,
        schema: { type: 'string', minLength: 1, maxLength: 64 },
        example: DONE.id,
      },
      ...parameters('RequestId'),
    ],
    responses: {
      ...responses(
        'operations',
        { type: 'object', properties: { ...RESULT_FIELDS, ...DELIVERY_CHECK_FIELDS } },
        ISSUED,
        ISSUED,
      ),
      ...READING_OPERATION,
    },
  },
};

/** The table of errors, for everybody; credentials are ignored. */
const errorTableEndpoint: Endpoint = {
  async handle(context, request, response) {
    await context.countAnonymous(request, response);
    const reply = { result: ERROR_TABLE, operation: null };
    sendProviderResponse(response, context.requestIdOf(request), 'errors', reply);
  },
  document: {
    operationId: 'providerErrors',
    summary: 'Read the table of errors',
    description: 'Every code and reason that answers can have. Anyone may read it.',
    tags: ['Providers'],
    security: EVERYBODY,
    parameters: parameters('RequestId'),
    responses: {
      200: success('errors', 'The table.', errorTableSchema, {
        errors: ERROR_TABLE.errors.filter(({ code }) => code === 'IDEMPOTENCY_CONFLICT'),
      }),
      ...providerErrors(405, 429, 500, 503),
    },
  },
};

/** Interface B (interface 4.2). */
export const PROVIDER_ROUTES: readonly RestRoute[] = [
  ...PROVIDER_OPERATIONS.map((operation) =>
    providerRoute(operation.endpoint, { post: operationEndpoint(operation) }),
  ),
  providerRoute('passport-contact', { post: passportContactEndpoint }),
  providerRoute('passport-status', { get: passportStatusEndpoint }),
  providerRoute('operations/:id', { get: operationStatusEndpoint }),
  providerRoute('errors', { get: errorTableEndpoint }),
  // Paths that do not exist have errors of its format, too.
  providerRoute('*', {}),
];

function providerRoute(endpoint: string, methods: NonNullable<RestRoute['methods']>): RestRoute {
  return { path: `${PROVIDER_PATH}/${endpoint}`, errors: 'provider', label: PROVIDER_PATH, methods };
}
