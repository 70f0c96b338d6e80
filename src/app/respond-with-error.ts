import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { sendGraphqlError } from '../adapters/graphql/gateway/transport.ts';
import { hasUnreadBody, IncompleteBody, isBrokenOff, lingerAfter } from '../adapters/http/body.ts';
import { loggedPath } from '../adapters/http/logged-path.ts';
import { requestIdOf } from '../adapters/http/request-id.ts';
import type { FindRoute } from '../adapters/ports/route.ts';
import { sendPublisherError, toDomainError } from '../adapters/rest/errors.ts';
import { sendProviderError } from '../adapters/rest/provider/provider-responses.ts';
import { statusOf } from '../adapters/rest/http-status.ts';
import type { SendFailurePage } from '../adapters/web/failure-pages.ts';
import type { ReportFailure } from './failure-log.ts';

/** Answers a request with an error, in the format of the API of its path, or with a page of the site. */
export type RespondWithError = (request: IncomingMessage, response: ServerResponse, error: unknown) => void;

/** Answers with errors; reports failures of this service, and logs incomplete bodies. */
export function createRespondWithError(
  log: Pick<Logger, 'info'>,
  reportFailure: ReportFailure,
  sendFailurePage: SendFailurePage,
  findRoute: FindRoute,
): RespondWithError {
  return (request, response, reason) => {
    const error = isBrokenOff(request, reason) ? new IncompleteBody(reason) : reason;
    const known = toDomainError(error);
    const requestId = requestIdOf(request);
    const url = request.url ?? '';
    if (known.code === 'INTERNAL' || known.code === 'SERVICE_UNAVAILABLE') reportFailure(error, requestId);
    if (error instanceof IncompleteBody) log.info({ requestId, path: loggedPath(url) }, error.message);
    // What has begun is cut, which shows the client that it is incomplete.
    if (response.headersSent) return void response.destroy();
    response.setHeader('x-request-id', requestId);
    if (hasUnreadBody(request)) {
      response.setHeader('connection', 'close');
      lingerAfter(request);
    }
    const { errors } = findRoute(url) ?? {};
    if (errors === 'graphql') return sendGraphqlError(response, known, requestId);
    if (errors === 'provider') return sendProviderError(response, known, { requestId, url });
    const failure = { error: known, status: statusOf(known), requestId };
    if (errors === undefined && sendFailurePage(request, response, failure)) return undefined;
    return sendPublisherError(response, known);
  };
}
