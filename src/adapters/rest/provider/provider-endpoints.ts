import type { Request, Response } from 'express';
import type { z } from 'zod';
import { authorize, type Permission, type ProviderScope } from '../../../core/access/callers.ts';
import { DomainError } from '../../../core/errors.ts';
import { MAX_WAIT } from '../../../core/operations/perform-options.ts';
import type { Ports } from '../../ports/ports.ts';
import type { ProviderOperation } from '../../../core/operations/provider-operation.ts';
import type { InputSchema, UseCase } from '../../../core/use-case.ts';
import { PROVIDER_BODY_LIMIT } from '../body-limits.ts';
import type { Endpoint, Handle, RestContext } from '../endpoint.ts';
import type { JsonSchema, Parameter, PathOperation } from '../openapi/openapi.ts';
import { changeErrors, providerErrors } from '../openapi/provider/provider-errors.ts';
import { DOCUMENTED_OPERATIONS } from '../openapi/provider/provider-examples.ts';
import {
  responses,
  body,
  parameters,
  PROVIDER_KEYS,
  success,
  withScope,
} from '../openapi/provider/provider-parts.ts';
import { resultSchema, toRequestSchema } from '../openapi/provider/provider-schemas.ts';
import { readQuery } from '../query.ts';
import { sendProviderResponse } from './provider-responses.ts';

const EVERY = [400, 401, 403, 404, 405, 429, 500, 503] as const;
const WITH_BODY = [413, 415] as const;
const CHANGING = [402, 409, 422] as const;

/** The errors of an endpoint that shows an operation. */
export const READING_OPERATION = providerErrors(...EVERY, ...CHANGING);

/** An endpoint that changes the chain. It checks the credential and the scope, reads the body, performs the operation, and answers. */
export function operationEndpoint<Input extends z.ZodType, P extends ProviderScope>(
  operation: ProviderOperation<Input, P, Ports>,
): Endpoint {
  const { endpoint, permission, input } = operation;
  const handle: Handle = async (context, request, response) => {
    const caller = await context.admit(request, response);
    authorize(permission, caller);
    const content = await readObject(context, request, response);
    const { requestId, isReplay, ...reply } = await context.perform(caller, operation, content, {
      requestId: context.requestIdOf(request),
      idempotencyKey: request.get('idempotency-key'),
      wait: preferredWait(request.get('prefer')),
    });
    if (isReplay) response.setHeader('idempotent-replayed', 'true');
    sendProviderResponse(response, requestId, endpoint, reply);
  };
  const documented = DOCUMENTED_OPERATIONS[endpoint];
  if (documented === undefined) throw new Error(`The operation ${endpoint} is not documented.`);
  const { summary, description, always, sometimes, requests, result } = documented;
  const known = Object.fromEntries(always.map((name) => [name, result[name]]));
  const document: PathOperation = {
    operationId: endpoint.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    summary,
    description: withScope(description, permission),
    tags: ['Providers'],
    security: PROVIDER_KEYS,
    parameters: parameters('IdempotencyKey', 'Prefer', 'RequestId'),
    requestBody: body(toRequestSchema(input), requests),
    responses: {
      ...responses(endpoint, resultSchema(always, sometimes), result, known, {
        'Idempotent-Replayed': { $ref: '#/components/headers/Idempotent-Replayed' },
      }),
      ...changeErrors(...EVERY, ...WITH_BODY, ...CHANGING),
    },
  };
  return { handle, document };
}

interface Reading<Input extends InputSchema, Output, P extends Permission> {
  readonly endpoint: string;
  readonly useCase: UseCase<Input, Output, P, Ports>;
  /** The parameters of the query; an endpoint without any reads a body. */
  readonly query?: readonly Parameter[];
  readonly document: Pick<PathOperation, 'operationId' | 'summary' | 'description'>;
  readonly response: { readonly description: string; readonly schema: JsonSchema; readonly example: object };
  /** Requests by the names of their examples. */
  readonly requests?: Readonly<Record<string, object>>;
}

/** An endpoint that only reads. */
export function readingEndpoint<Input extends InputSchema, Output, P extends Permission>({
  endpoint,
  useCase,
  query,
  document,
  response: { description, schema, example },
  requests = {},
}: Reading<Input, Output, P>): Endpoint {
  const names = query?.map(({ name }) => name);
  return {
    async handle(context, request, response) {
      const caller = await context.admit(request, response);
      authorize(useCase.permission, caller);
      const input = names ? readQuery(request, names) : await readObject(context, request, response);
      const result = await context.run(caller, useCase, input);
      sendProviderResponse(response, context.requestIdOf(request), endpoint, { result, operation: null });
    },
    document: {
      ...document,
      description: withScope(document.description, useCase.permission),
      tags: ['Providers'],
      security: PROVIDER_KEYS,
      parameters: [...(query ?? []), ...parameters('RequestId')],
      ...(query === undefined && { requestBody: body(toRequestSchema(useCase.input), requests) }),
      responses: {
        200: success(endpoint, description, schema, example),
        ...providerErrors(...EVERY, ...(query === undefined ? WITH_BODY : [])),
      },
    },
  };
}

/** Reads a JSON object. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or INVALID_PAYLOAD. */
async function readObject({ readJson }: RestContext, request: Request, response: Response): Promise<object> {
  const content = await readJson(request, response, PROVIDER_BODY_LIMIT);
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) return content;
  throw new DomainError('INVALID_PAYLOAD', 'The body must be a JSON object with the fields of the endpoint.');
}

/** The seconds of Prefer: wait (RFC 7240 section 4.3), at most MAX_WAIT; undefined when absent or invalid. */
function preferredWait(prefer: string | undefined): number | undefined {
  const [, seconds] = /(?:^|[,;\s])wait\s*=\s*"?(\d+)"?\s*(?:$|[,;])/i.exec(prefer ?? '') ?? [];
  return seconds === undefined ? undefined : Math.min(Number(seconds), MAX_WAIT);
}
