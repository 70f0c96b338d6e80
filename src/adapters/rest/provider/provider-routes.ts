import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import type { z } from 'zod';
import { authorize, type Permission, type ProviderScope } from '../../../core/access/callers.ts';
import { passportContact } from '../../../core/contacts/passport-contact.ts';
import { DomainError } from '../../../core/errors.ts';
import { operationStatus } from '../../../core/provider-api/operation-status.ts';
import { toFailure, toSummary } from '../../../core/operations/operation-answer.ts';
import { MAX_WAIT } from '../../../core/operations/perform-options.ts';
import type { Perform } from '../../../core/operations/perform.ts';
import type { ProviderOperation } from '../../../core/operations/provider-operation.ts';
import { PROVIDER_OPERATIONS } from '../../../core/provider-api/provider-operations.ts';
import { passportStatus } from '../../../core/passports/passport-status.ts';
import type { InputSchema, UseCase } from '../../../core/use-case.ts';
import { PROVIDER_BODY_LIMIT } from '../body-limits.ts';
import { onlyMethods, type RestContext } from '../endpoint.ts';
import { presentErrorTable } from '../present-error-table.ts';
import { PROVIDER_PATH, sendProviderAnswer } from './provider-answers.ts';
import { readQuery } from '../query.ts';

interface ProviderContext extends RestContext {
  readonly perform: Perform;
  readonly requestIdOf: (request: Request) => string;
  /** Counts a request by its network, without checking a credential. Throws RATE_LIMITED. */
  countAnonymous(request: Request, response: Response): Promise<void>;
}

/** Interface B at its documented paths (interface 4.2). */
export function createProviderRoutes(context: ProviderContext): Router {
  const router = express.Router({ caseSensitive: true });
  for (const each of PROVIDER_OPERATIONS)
    router
      .route(`${PROVIDER_PATH}/${each.endpoint}`)
      .post(operationEndpoint(context, each))
      .all(onlyMethods(context, 'POST'));
  router
    .route(`${PROVIDER_PATH}/passport-contact`)
    .post(
      readingEndpoint(context, 'passport-contact', passportContact, (request, response) =>
        readObject(context, request, response),
      ),
    )
    .all(onlyMethods(context, 'POST'));
  router
    .route(`${PROVIDER_PATH}/passport-status`)
    .get(
      readingEndpoint(context, 'passport-status', passportStatus, (request) =>
        readQuery(request, ['passportId', 'acknowledgedOwnerWallet']),
      ),
    )
    .all(onlyMethods(context, 'GET', 'HEAD'));
  router
    .route(`${PROVIDER_PATH}/operations/:id`)
    .get(operationStatusEndpoint(context))
    .all(onlyMethods(context, 'GET', 'HEAD'));
  router
    .route(`${PROVIDER_PATH}/errors`)
    .get(errorTableEndpoint(context))
    .all(onlyMethods(context, 'GET', 'HEAD'));
  router.use(refuseBadPath(context));
  return router;
}

/** An endpoint that changes the chain. It checks the credential and the scope, reads the body, performs the operation, and answers. */
function operationEndpoint<Input extends z.ZodType, P extends ProviderScope>(
  context: ProviderContext,
  requested: ProviderOperation<Input, P>,
): RequestHandler {
  return async (request, response) => {
    try {
      const caller = await context.admit(request, response);
      authorize(requested.permission, caller);
      const body = await readObject(context, request, response);
      const { requestId, isReplay, operation, result } = await context.perform(caller, requested, body, {
        requestId: context.requestIdOf(request),
        idempotencyKey: request.get('idempotency-key'),
        wait: preferredWait(request.get('prefer')),
      });
      if (isReplay) response.setHeader('idempotent-replayed', 'true');
      sendProviderAnswer(response, requestId, requested.endpoint, { result, operation });
    } catch (error) {
      context.refuse(request, response, error);
    }
  };
}

/** An endpoint that only reads. */
function readingEndpoint<Input extends InputSchema, Output, P extends Permission>(
  context: ProviderContext,
  endpoint: string,
  requested: UseCase<Input, Output, P>,
  readInput: (request: Request, response: Response) => unknown,
): RequestHandler {
  return async (request, response) => {
    try {
      const caller = await context.admit(request, response);
      authorize(requested.permission, caller);
      const result = await context.run(caller, requested, await readInput(request, response));
      sendProviderAnswer(response, context.requestIdOf(request), endpoint, { result, operation: null });
    } catch (error) {
      context.refuse(request, response, error);
    }
  };
}

/** GET operations/{id}: the state of an operation; a failed operation is answered with its error. */
function operationStatusEndpoint(context: ProviderContext): RequestHandler {
  return async (request, response) => {
    try {
      const caller = await context.admit(request, response);
      const { operation, result } = await context.run(caller, operationStatus, { id: request.params['id'] });
      if (operation.status === 'FAILED') throw toFailure(operation, null);
      sendProviderAnswer(response, context.requestIdOf(request), 'operations', {
        result,
        operation: toSummary(operation),
      });
    } catch (error) {
      context.refuse(request, response, error);
    }
  };
}

/** GET errors: the table of errors, for everybody; credentials are ignored. */
function errorTableEndpoint(context: ProviderContext): RequestHandler {
  const result = { errors: presentErrorTable() };
  return async (request, response) => {
    try {
      await context.countAnonymous(request, response);
      sendProviderAnswer(response, context.requestIdOf(request), 'errors', { result, operation: null });
    } catch (error) {
      context.refuse(request, response, error);
    }
  };
}

/** Answers a path with an id that cannot be decoded, for which Express calls no endpoint. */
function refuseBadPath({ refuse }: ProviderContext): ErrorRequestHandler {
  return (error, request, response, next) => {
    if (!(error instanceof URIError)) return next(error);
    refuse(
      request,
      response,
      new DomainError('INVALID_PAYLOAD', 'The path is not percent-encoded UTF-8: encode its parts.', {
        cause: error,
      }),
    );
  };
}

/** Reads a JSON object. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or INVALID_PAYLOAD. */
async function readObject(
  { readJson }: ProviderContext,
  request: Request,
  response: Response,
): Promise<object> {
  const body = await readJson(request, response, PROVIDER_BODY_LIMIT);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new DomainError('INVALID_PAYLOAD', 'The body must be a JSON object with the fields of the endpoint.');
}

/** The seconds of Prefer: wait (RFC 7240 section 4.3), at most MAX_WAIT; undefined when absent or invalid. */
function preferredWait(prefer: string | undefined): number | undefined {
  const [, seconds] = /(?:^|[,;\s])wait\s*=\s*"?(\d+)"?\s*(?:$|[,;])/i.exec(prefer ?? '') ?? [];
  return seconds === undefined ? undefined : Math.min(Number(seconds), MAX_WAIT);
}
