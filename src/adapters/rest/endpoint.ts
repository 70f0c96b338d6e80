import type { Request, RequestHandler, Response } from 'express';
import { authorize, type Caller, type Permission } from '../../core/access/callers.ts';
import { DomainError } from '../../core/errors.ts';
import type { PictureReader } from '../../core/pictures/picture-store.ts';
import type { StorageFault } from '../../core/status/service-health.ts';
import type { InputSchema, UseCase } from '../../core/use-case.ts';
import type { Perform, Ports, Run } from '../ports/ports.ts';
import { requireClient } from '../ports/require-client.ts';
import type { Route } from '../ports/route.ts';
import { describeLimit } from './body-limits.ts';
import { sendJson } from './errors.ts';
import { errors, type PublisherErrorCode } from './openapi/error-responses.ts';
import { jsonBody, publisherResponse, PUBLISHERS } from './openapi/provider/operation-parts.ts';
import type { JsonSchema, PathOperation } from './openapi/openapi.ts';
import type { PictureFiles } from './pictures/picture-files.ts';
import { readQuery } from './query.ts';

/** What the endpoints use from the rest of the service. */
export interface RestContext {
  /** Identifies the caller and counts the request. Throws UNAUTHENTICATED or RATE_LIMITED. */
  admit(request: Request, response: Response): Promise<Caller>;
  /** The same for an image, which the session of an account in the Authorization header may send, too. */
  admitUpload(request: Request, response: Response): Promise<Caller>;
  /** Identifies the sender of an image anew, without counting: minutes may pass until it has arrived. Throws as `admitUpload`. */
  identifyUpload(request: Request): Promise<Caller>;
  /** Counts a request by its network, without checking a credential. Throws RATE_LIMITED. */
  countAnonymous(request: Request, response: Response): Promise<void>;
  /** Reads a JSON body of at most `limit` bytes. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or INVALID_PAYLOAD. */
  readJson(request: Request, response: Response, limit: number): Promise<unknown>;
  /** Reads a form of at most `limit` bytes. Throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE or INVALID_PAYLOAD. */
  readForm(request: Request, response: Response, limit: number): Promise<URLSearchParams>;
  /** The network by which a client is counted. */
  readonly networkOf: (request: Request) => string;
  /** The address of the service, without a slash at the end. */
  readonly publicUrl: string;
  /** Reads a body with an image of at most `limit` bytes, few at once, and passes it on. Throws RATE_LIMITED, PAYLOAD_TOO_LARGE. */
  readImage<Result>(
    request: Request,
    response: Response,
    user: string,
    limit: number,
    use: (image: Uint8Array) => Promise<Result>,
  ): Promise<Result>;
  readonly pictureFiles: PictureFiles;
  /** Who reads pictures by the request's session or credential. */
  findReader(request: Request): Promise<PictureReader | undefined>;
  readonly run: Run;
  readonly perform: Perform;
  readonly requestIdOf: (request: Request) => string;
  /** Whether this instance can serve: its database answers and it is not stopping. */
  isReady(): Promise<boolean>;
  /** Why it can store nothing, as far as that is known. It serves public reads all the same. */
  storageFault(): StorageFault | undefined;
  /** Answers a failed request in the shape of its API, and reports unexpected errors. */
  readonly respondWithError: (request: Request, response: Response, error: unknown) => void;
}

export type Handle = (context: RestContext, request: Request, response: Response) => Promise<void>;

/** One method of a path. */
export interface Endpoint {
  /** Undefined where another part of the service answers. */
  readonly handle?: Handle;
  readonly document: PathOperation;
}

type Method = 'post' | 'get' | 'delete';

/** A path with what it answers, and what the OpenAPI document says of it. */
export interface RestRoute extends Route {
  readonly methods?: Readonly<Partial<Record<Method, Endpoint>>>;
  /** Whether another part of the service answers the other methods too. */
  readonly hasOtherMethods?: boolean;
}

interface PublisherRead<Input extends InputSchema, Output, P extends Permission> {
  readonly useCase: UseCase<Input, Output, P, Ports>;
  /** The largest body, in bytes; undefined for an endpoint without one, whose input is the query. */
  readonly bodyLimit?: number;
  /** The parameters that the query may have; undefined where the query is not read. */
  readonly query?: readonly string[];
  /** The input in a query; its parameters as they are by default. */
  readonly toInput?: (query: Readonly<Record<string, string | undefined>>) => unknown;
  readonly present: (output: Output) => unknown;
}

interface PublisherDocument extends Omit<PathOperation, 'security' | 'requestBody' | 'responses'> {
  readonly body?: Media;
  readonly response: Media & { readonly description: string };
  /** Codes besides those that every endpoint of its kind has. */
  readonly errors?: readonly PublisherErrorCode[];
}

interface Media {
  readonly schema: JsonSchema;
  readonly example: unknown;
}

const ALWAYS = [
  'INVALID_PAYLOAD',
  'UNAUTHENTICATED',
  'UNAUTHORIZED',
  'METHOD_NOT_ALLOWED',
  'RATE_LIMITED',
  'INTERNAL',
  'SERVICE_UNAVAILABLE',
] as const;
const WITH_BODY = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const;

/** Answers a publisher. It checks the credential and the scope, reads the body, runs the use case, and answers. */
export function handlePublisher<Input extends InputSchema, Output, P extends Permission>({
  useCase,
  bodyLimit,
  query: names,
  toInput = (query) => query,
  present,
}: PublisherRead<Input, Output, P>): Handle {
  return async (context, request, response) => {
    const caller = await context.admit(request, response);
    authorize(useCase.permission, caller);
    const body = bodyLimit === undefined ? undefined : await context.readJson(request, response, bodyLimit);
    const query = names && readQuery(request, names);
    const input = bodyLimit === undefined ? toInput(query ?? {}) : body;
    if (request.method === 'DELETE') await requireClient(request);
    sendJson(response, 200, present(await context.run(caller, useCase, input)));
  };
}

/** An endpoint of interface A with its part of the OpenAPI document. */
export function publisherEndpoint<Input extends InputSchema, Output, P extends Permission>(
  read: PublisherRead<Input, Output, P> & { readonly document: PublisherDocument },
): Required<Endpoint> {
  const { parameters, body, response, errors: further = [], ...document } = read.document;
  return {
    handle: handlePublisher(read),
    document: {
      ...document,
      security: PUBLISHERS,
      ...(parameters && { parameters }),
      ...(body && { requestBody: jsonBody(describeLimit(read.bodyLimit ?? 0), body.schema, body.example) }),
      responses: {
        200: publisherResponse(response.description, response.schema, response.example),
        ...errors(...ALWAYS, ...(body ? WITH_BODY : []), ...further),
      },
    },
  };
}

/** The handler of a method; its failure is answered in the format of the path. */
export function toHandler(context: RestContext, handle: Handle): RequestHandler {
  return async (request, response) => {
    try {
      await handle(context, request, response);
    } catch (error) {
      context.respondWithError(request, response, error);
    }
  };
}

/** Answers 405 for every other method than those of a path. */
export function refuseOthers({ respondWithError }: RestContext, methods: readonly string[]): RequestHandler {
  const allowed = ['GET', 'HEAD', 'POST', 'DELETE']
    .filter((method) => methods.includes((method === 'HEAD' ? 'GET' : method).toLowerCase()))
    .join(', ');
  return (request, response) => {
    response.setHeader('allow', allowed);
    const message = `${request.method} is not allowed here: use ${allowed}.`;
    respondWithError(request, response, new DomainError('METHOD_NOT_ALLOWED', message));
  };
}
