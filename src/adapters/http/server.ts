import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { EXPECTS_CONTINUE } from './body.ts';

const REQUEST_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;

/** An HTTP server with time-outs for slow senders; it hands every request to `handle`, whatever it expects. */
export function createHttpServer(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const server = createServer({
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The guard looks at the Host header itself, and answers in JSON.
    requireHostHeader: false,
  });
  server.on('request', handle);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    EXPECTS_CONTINUE.add(request);
    handle(request, response);
  });
  return server;
}
