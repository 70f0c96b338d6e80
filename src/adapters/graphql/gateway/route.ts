import express, { type RequestHandler, type Router } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../../core/access/callers.ts';
import { DomainError } from '../../../core/errors.ts';
import type { Gate } from '../../../runtime/concurrency/gate.ts';
import { mayBeMutation } from '../documents/is-mutation.ts';
import { createBodyReader, type ReadSizedJson } from './read-body.ts';
import { sendGraphqlResponse, type GraphqlTransport } from './transport.ts';

interface RouteOptions {
  readonly transport: GraphqlTransport;
  readonly admit: (request: IncomingMessage, response: ServerResponse) => Promise<Caller>;
  readonly readSizedJson: ReadSizedJson;
  /** Limits the reads of callers, so that mutations such as publishing do not wait for them. */
  readonly readGate: Gate;
  readonly respondWithError: (request: IncomingMessage, response: ServerResponse, error: unknown) => void;
  /** Answers a browser with a page for trying queries; without it, a browser is sent to the schema. */
  readonly explorer: RequestHandler | undefined;
}

/** GraphQL for callers with a credential, and for requests that the public front leaves to Express. */
export function createGraphqlRoute({
  transport,
  admit,
  readSizedJson,
  readGate,
  respondWithError,
  explorer,
}: RouteOptions): Router {
  const readBody = createBodyReader(readSizedJson);
  return express.Router({ caseSensitive: true }).all('/graphql', async (request, response, next) => {
    try {
      requireMethod(request, response);
      if (isVisit(request)) {
        if (explorer === undefined) return response.redirect(303, 'schema.graphql');
        return await explorer(request, response, next);
      }
      let caller: Promise<Caller> | undefined;
      const identify = () => (caller ??= admit(request, response));
      const body = request.method === 'POST' ? await readBody(request, response, identify) : undefined;
      const respondToCaller = () => transport.respondToCaller(request, body, identify);
      const graphqlResponse = await (mayBeMutation(body) ? respondToCaller() : readGate.run(respondToCaller));
      sendGraphqlResponse(response, graphqlResponse);
    } catch (error) {
      respondWithError(request, response, error);
    }
  });
}

/** Whether a browser opens the address, without a query; links of the site name the language. */
function isVisit({ method, url = '', headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers.accept?.includes('text/html') === true &&
    !/[?&](?:query|extensions)=/.test(url)
  );
}

// Apollo Server checks the method only after the headers that prevent cross-site requests.
function requireMethod({ method }: IncomingMessage, response: ServerResponse): void {
  if (method === 'GET' || method === 'POST') return;
  response.setHeader('allow', 'GET, POST');
  throw new DomainError('METHOD_NOT_ALLOWED', 'Send GraphQL requests by GET or POST.');
}
