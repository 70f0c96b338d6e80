import { meaningOf } from '../../../../core/provider-api/field-meanings.ts';
import { DEFAULT_WAIT, MAX_WAIT } from '../../../../core/operations/perform-options.ts';
import type { z } from 'zod';
import { describeDefaults, toInputSchema } from '../input-schema.ts';
import type { JsonSchema, Parameter } from '../openapi.ts';
import { exactly, schemaOf } from './operation-parts.ts';
import { RESULT_FIELDS, type ResultField } from './provider-fields.ts';

/** An operation in the responses of interface B. */
export const operationSchema: JsonSchema = {
  ...exactly({
    id: { type: 'string', pattern: '^opn_[0-9a-f]{32}$' },
    status: {
      type: 'string',
      enum: ['QUEUED', 'SENT', 'MINED', 'CONFIRMED', 'FINALIZED'],
      description:
        'CONFIRMED and FINALIZED are successful outcomes. A failed operation is answered with its error.',
    },
    transactionHash: {
      type: ['string', 'null'],
      pattern: '^0x[0-9a-f]{64}$',
      description: 'The transaction that was mined, or that was sent last.',
    },
    blockNumber: { type: ['integer', 'null'], minimum: 0 },
    confirmations: {
      type: 'integer',
      minimum: 0,
      description: 'The number of blocks since its own, inclusive; 0 until it is mined.',
    },
  }),
  description: 'An accepted change of the chain, which takes effect exactly once.',
};

const wallet: JsonSchema = { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$', description: 'EIP-55.' };
const passportId: JsonSchema = { type: 'integer', minimum: 1 };

/** The result of passport-contact. */
export const passportContactSchema = exactly({
  passportId,
  ownerWallet: wallet,
  email: { type: 'string', description: 'As the owner shared it, or as you supplied it.' },
  name: { type: ['string', 'null'] },
  source: {
    type: 'string',
    enum: ['SHARED', 'PROVISIONED'],
    description: 'Whether the owner shared it, or you supplied it when provisioning.',
  },
  sharedAt: { type: 'string', format: 'date-time' },
});

/** The result of passport-status. */
export const passportStatusSchema = exactly({
  passportId,
  ownerWallet: { ...wallet, description: 'The present owner on the chain. EIP-55.' },
  previousOwnerWallet: {
    ...wallet,
    type: ['string', 'null'],
    description: 'The owner that you knew; null if you knew none.',
  },
  ownerChanged: { type: 'boolean', description: 'Whether the owner differs from previousOwnerWallet.' },
  maxTransfers: { type: ['integer', 'null'], minimum: 0, description: 'Null if unlimited.' },
  transfersUsed: { type: 'integer', minimum: 0 },
  tradable: { type: 'boolean', description: 'Whether it may be transferred again.' },
});

/** The result of errors: the whole table. */
export const errorTableSchema = exactly({
  errors: {
    type: 'array',
    items: exactly({
      code: { type: 'string' },
      status: { type: 'integer' },
      retryable: { type: 'boolean' },
      recommendedAction: { type: 'string' },
      reasons: {
        type: 'array',
        items: exactly({
          reason: { type: 'string' },
          status: { type: 'integer' },
          retryable: { type: 'boolean' },
          message: { type: 'string' },
          recommendedAction: { type: 'string' },
        }),
      },
    }),
  },
});

/** The request of an operation: the limits of the core with the descriptions of the fields. */
export function toRequestSchema(input: z.ZodType): JsonSchema {
  const { properties, required, ...schema } = toInputSchema(input);
  const needed = (required ?? []) as readonly string[];
  const described = Object.entries(properties).map(([name, property]) => {
    const meaning = meaningOf(name, needed.includes(name));
    return [name, { ...(meaning && { description: meaning }), ...property }] as const;
  });
  return describeDefaults({ ...schema, properties: Object.fromEntries(described), required: needed });
}

/** A result with required fields, and with fields that appear when they are known. */
export function resultSchema(always: readonly ResultField[], sometimes: readonly ResultField[]): JsonSchema {
  const fields = [...always, ...sometimes].map((name) => [name, RESULT_FIELDS[name]] as const);
  return {
    type: 'object',
    properties: Object.fromEntries(fields),
    required: always,
    additionalProperties: false,
  };
}

/** The body of a success of interface B (decision: interface B). */
export function successSchema(endpoint: string, result: JsonSchema, hasOperation: boolean): JsonSchema {
  return exactly({
    ok: { type: 'boolean', const: true },
    requestId: {
      type: 'string',
      description: 'The id of the request; of the first one if the answer is repeated.',
    },
    result,
    operation: hasOperation ? schemaOf('Operation') : { type: 'null' },
    context: exactly({ endpoint: { type: 'string', const: endpoint } }),
  });
}

/** The headers that requests of interface B may carry. */
export const PROVIDER_PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Identifies the request among all of your provider, for 30 days: a repetition with the same body has no second effect and gets the first answer; with another body it is refused. A 202, SIGNER_NOT_CONFIGURED and retryable errors are not stored as the answer: a repetition returns the state of the operation, or tries again.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
    example: 'order-4711-entries',
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description: `wait=<seconds> (RFC 7240): how long the answer may wait for the chain, 0 to ${MAX_WAIT}; ${DEFAULT_WAIT} by default.`,
    schema: { type: 'string' },
    example: 'wait=10',
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Your own id of the request, 8 to 64 letters, digits and _ . -; it appears in the answer and the logs. An invalid id is replaced by a new one.',
    schema: { type: 'string', pattern: '^[\\w.-]{8,64}$' },
    example: '529a7425-d313-4249-a855-5249efaa7ff2',
  },
} as const satisfies Readonly<Record<string, Parameter>>;
