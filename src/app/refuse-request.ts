import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { sendGraphqlError } from '../adapters/graphql/gateway/transport.ts';
import { hasUnreadBody, IncompleteBody, isBrokenOff, lingerAfter } from '../adapters/http/body.ts';
import { loggedPath } from '../adapters/http/logged-path.ts';
import { requestIdOf } from '../adapters/http/request-id.ts';
import { sendPublisherError, toDomainError } from '../adapters/rest/errors.ts';
import { PROVIDER_PATH, sendProviderError } from '../adapters/rest/provider/provider-answers.ts';
import { statusOf } from '../adapters/rest/http-status.ts';
import type { SendFailurePage } from '../adapters/web/failure-pages.ts';
import type { ReportFailure } from './failure-log.ts';

/** Answers a request with an error, in the format of the API of its path, or with a page of the site. */
export type Refuse = (request: IncomingMessage, response: ServerResponse, error: unknown) => void;

/** Answers with errors; reports failures of this service, and logs incomplete bodies. */
export function createRefuse(
  log: Pick<Logger, 'info'>,
  reportFailure: ReportFailure,
  sendFailurePage: SendFailurePage,
): Refuse {
  return (request, response, reason) => {
    const error = isBrokenOff(request, reason) ? new IncompleteBody(reason) : reason;
    const known = toDomainError(error);
    const requestId = requestIdOf(request);
    const url = request.url ?? '';
    if (known.code === 'INTERNAL' || known.code === 'SERVICE_UNAVAILABLE') reportFailure(error, requestId);
    if (error instanceof IncompleteBody) log.info({ requestId, path: loggedPath(url) }, error.message);
    if (!response.headersSent) response.setHeader('x-request-id', requestId);
    if (hasUnreadBody(request)) {
      response.setHeader('connection', 'close');
      lingerAfter(request);
    }
    if (url.startsWith('/graphql')) sendGraphqlError(response, known, requestId);
    else if (url.startsWith(PROVIDER_PATH)) sendProviderError(response, known, { requestId, url });
    else {
      const isSent = sendFailurePage(request, response, { error: known, status: statusOf(known), requestId });
      if (!isSent) sendPublisherError(response, known);
    }
  };
}
