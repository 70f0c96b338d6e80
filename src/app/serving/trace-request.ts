import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FindRoute } from '../../adapters/ports/route.ts';
import { tracing, type SpanRequest } from '../../runtime/tracing/tracing.ts';

/** The span of a request by its route, which continues the trace of its traceparent header. */
export function toRequestSpan(findRoute: FindRoute, request: IncomingMessage): SpanRequest {
  const { method = '', url = '', headers } = request;
  const route = findRoute(url)?.label ?? 'page';
  const parent = headers['traceparent'];
  return {
    name: `${method} ${route}`,
    kind: 'server',
    facts: { 'http.request.method': method, 'http.route': route },
    ...(typeof parent === 'string' && { parent }),
  };
}

/** Calls `reply` in a span that lasts until the connection has the response. */
export function traceRequest(
  findRoute: FindRoute,
  reply: (request: IncomingMessage, response: ServerResponse) => void,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    if (!tracing.isOn()) return reply(request, response);
    const atEnd = () => ({ 'http.response.status_code': response.statusCode });
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    return void tracing.span(
      () => ({ ...toRequestSpan(findRoute, request), atEnd }),
      async () => {
        reply(request, response);
        await closed;
      },
    );
  };
}
