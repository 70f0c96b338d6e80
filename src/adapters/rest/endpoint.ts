import type { Request, RequestHandler, Response } from 'express';
import { authorize, type Caller, type Permission } from '../../core/access/callers.ts';
import { DomainError } from '../../core/errors.ts';
import type { InputSchema, Run, UseCase } from '../../core/use-case.ts';
import { sendJson } from './errors.ts';

/** What the endpoints use from the rest of the service. */
export interface RestContext {
  /** Identifies the caller and counts the request. Throws UNAUTHENTICATED or RATE_LIMITED. */
  admit(request: Request, response: Response): Promise<Caller>;
  /** Reads a JSON body of at most `limit` bytes. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or INVALID_PAYLOAD. */
  readJson(request: Request, response: Response, limit: number): Promise<unknown>;
  readonly run: Run;
  /** Answers a failed request in the shape of its API, and reports unexpected errors. */
  readonly refuse: (request: Request, response: Response, error: unknown) => void;
}

interface Endpoint<Input extends InputSchema, Output, P extends Permission> {
  readonly useCase: UseCase<Input, Output, P>;
  readonly readInput: (context: RestContext, request: Request, response: Response) => unknown;
  readonly present: (output: Output) => unknown;
}

/** One documented endpoint of interface A. It checks the credential and the scope, reads the body, runs the use case, and answers. */
export function endpoint<Input extends InputSchema, Output, P extends Permission>(
  context: RestContext,
  { useCase, readInput, present }: Endpoint<Input, Output, P>,
): RequestHandler {
  return async (request, response) => {
    try {
      const caller = await context.admit(request, response);
      authorize(useCase.permission, caller);
      const output = await context.run(caller, useCase, await readInput(context, request, response));
      sendJson(response, 200, present(output));
    } catch (error) {
      context.refuse(request, response, error);
    }
  };
}

/** Answers 405 for every other method. */
export function onlyMethods(context: RestContext, ...methods: string[]): RequestHandler {
  return (request, response) => {
    response.setHeader('allow', methods.join(', '));
    const message = `${request.method} is not allowed here: use ${methods.join(', ')}.`;
    context.refuse(request, response, new DomainError('METHOD_NOT_ALLOWED', message));
  };
}
