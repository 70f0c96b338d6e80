import { passportContact } from '../../../../core/contacts/passport-contact.ts';
import { PROVIDER_OPERATIONS } from '../../../../core/provider-api/provider-operations.ts';
import { passportStatus } from '../../../../core/passports/passport-status.ts';
import { PROVIDER_PATH } from '../../provider/provider-answers.ts';
import { presentErrorTable } from '../../present-error-table.ts';
import type { PathOperation, PathItem } from '../openapi.ts';
import { EVERYBODY } from './operation-parts.ts';
import { changeErrors, providerErrors } from './provider-errors.ts';
import { DOCUMENTED_OPERATIONS, type DocumentedOperation } from './provider-examples.ts';
import { DELIVERY_CHECK_FIELDS, RESULT_FIELDS } from './provider-fields.ts';
import { answers, body, DONE, parameters, PROVIDER_KEYS, success, withScope } from './provider-parts.ts';
import {
  errorTableSchema,
  passportContactSchema,
  passportStatusSchema,
  resultSchema,
  toRequestSchema,
} from './provider-schemas.ts';

const TAGS = ['Providers'];
const READING = [400, 401, 403, 404, 405, 429, 500, 503] as const;
const WITH_BODY = [400, 401, 403, 404, 405, 413, 415, 429, 500, 503] as const;
const CHANGING = [400, 401, 402, 403, 404, 405, 409, 413, 415, 422, 429, 500, 503] as const;

const OWNER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** Interface B (interface 4.2). */
export const PROVIDER_PATHS: Readonly<Record<string, PathItem>> = {
  ...Object.fromEntries(
    PROVIDER_OPERATIONS.flatMap(({ endpoint, permission, input }) => {
      const description = DOCUMENTED_OPERATIONS[endpoint];
      if (description === undefined) return [];
      return [
        [`${PROVIDER_PATH}/${endpoint}`, { post: change(endpoint, permission, input, description) }] as const,
      ];
    }),
  ),
  [`${PROVIDER_PATH}/passport-contact`]: {
    post: {
      operationId: 'passportContact',
      summary: 'Read the contact of a passport',
      description: withScope(
        "The contact that the passport's present owner shared with your provider, or that you supplied when provisioning. A change of owner ends it.",
        passportContact.permission,
      ),
      tags: TAGS,
      security: PROVIDER_KEYS,
      parameters: parameters('RequestId'),
      requestBody: body(toRequestSchema(passportContact.input), { passport: { passportId: 7 } }),
      responses: {
        200: success('passport-contact', 'The contact.', passportContactSchema, {
          passportId: 7,
          ownerWallet: OWNER,
          email: 'owner@example.com',
          name: 'Owner Example',
          source: 'SHARED',
          sharedAt: '2027-06-01T09:30:00.000Z',
        }),
        ...providerErrors(...WITH_BODY),
      },
    },
  },
  [`${PROVIDER_PATH}/passport-status`]: {
    get: {
      operationId: 'passportStatus',
      summary: "Read a passport's owner",
      description: withScope(
        'Reads the owner from the chain, and reports a change until you acknowledge the new owner here, a change of entries with it as expectedOwnerWallet succeeds, or you provision the passport to it. Use it before you issue or remove entries.',
        passportStatus.permission,
      ),
      tags: TAGS,
      security: PROVIDER_KEYS,
      parameters: [
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
        ...parameters('RequestId'),
      ],
      responses: {
        200: success('passport-status', 'The passport now.', passportStatusSchema, {
          passportId: 7,
          ownerWallet: OWNER,
          previousOwnerWallet: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
          ownerChanged: true,
          maxTransfers: 1,
          transfersUsed: 1,
          tradable: false,
        }),
        ...providerErrors(...READING),
      },
    },
  },
  [`${PROVIDER_PATH}/operations/{id}`]: {
    get: {
      operationId: 'providerOperation',
      summary: 'Read an operation',
      description:
        'A failed operation is answered with its error; retryable and recommendedAction refer to the request for the operation. For an open operation that is delayed, GraphQL has the reason in hold. The key needs any scope of providers.',
      tags: TAGS,
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
        ...answers(
          'operations',
          { type: 'object', properties: { ...RESULT_FIELDS, ...DELIVERY_CHECK_FIELDS } },
          issued(),
          issued(),
        ),
        ...providerErrors(400, 401, 402, 403, 404, 405, 409, 422, 429, 500, 503),
      },
    },
  },
  [`${PROVIDER_PATH}/errors`]: {
    get: {
      operationId: 'providerErrors',
      summary: 'Read the table of errors',
      description: 'Every code and reason that answers can have. Anyone may read it.',
      tags: TAGS,
      security: EVERYBODY,
      parameters: parameters('RequestId'),
      responses: {
        200: success('errors', 'The table.', errorTableSchema, {
          errors: presentErrorTable().filter(({ code }) => code === 'IDEMPOTENCY_CONFLICT'),
        }),
        ...providerErrors(405, 429, 500, 503),
      },
    },
  },
};

function change(
  endpoint: string,
  scope: string,
  input: Parameters<typeof toRequestSchema>[0],
  { summary, description, always, sometimes, requests, result }: DocumentedOperation,
): PathOperation {
  const known = Object.fromEntries(always.map((name) => [name, result[name]]));
  return {
    operationId: endpoint.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    summary,
    description: withScope(description, scope),
    tags: TAGS,
    security: PROVIDER_KEYS,
    parameters: parameters('IdempotencyKey', 'Prefer', 'RequestId'),
    requestBody: body(toRequestSchema(input), requests),
    responses: {
      ...answers(endpoint, resultSchema(always, sometimes), result, known, {
        'Idempotent-Replayed': { $ref: '#/components/headers/Idempotent-Replayed' },
      }),
      ...changeErrors(...CHANGING),
    },
  };
}

function issued(): object {
  return DOCUMENTED_OPERATIONS['issue-entries']?.result ?? {};
}
