import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { sendGraphqlError } from '../adapters/graphql/gateway/transport.ts';
import { hasUnreadBody, IncompleteBody, isBrokenOff } from '../adapters/http/body.ts';
import { requestIdOf } from '../adapters/http/request-id.ts';
import { sendPublisherError, toDomainError } from '../adapters/rest/errors.ts';
import { PROVIDER_PATH, sendProviderError } from '../adapters/rest/provider/provider-answers.ts';
import type { ReportFailure } from './failure-log.ts';

/** Answers a request with an error, in the format of the API of its path. */
export type Refuse = (request: IncomingMessage, response: ServerResponse, error: unknown) => void;

/** Answers with errors; reports failures of this service, and logs incomplete bodies. */
export function createRefuse(log: Pick<Logger, 'info'>, reportFailure: ReportFailure): Refuse {
  return (request, response, reason) => {
    const error = isBrokenOff(request, reason) ? new IncompleteBody(reason) : reason;
    const known = toDomainError(error);
    const requestId = requestIdOf(request);
    const url = request.url ?? '';
    if (known.code === 'INTERNAL' || known.code === 'SERVICE_UNAVAILABLE') reportFailure(error, requestId);
    if (error instanceof IncompleteBody) log.info({ requestId, path: url.split('?')[0] }, error.message);
    if (!response.headersSent) response.setHeader('x-request-id', requestId);
    if (hasUnreadBody(request)) response.setHeader('connection', 'close');
    if (url.startsWith('/graphql')) sendGraphqlError(response, known, requestId);
    else if (url.startsWith(PROVIDER_PATH)) sendProviderError(response, known, { requestId, url });
    else sendPublisherError(response, known);
  };
}
