import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { EXPECTS_CONTINUE } from './body.ts';
import { oneAtATime } from './one-at-a-time.ts';

const REQUEST_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;

interface Handlers {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Whether the request asks for a WebSocket; every other upgrade is ignored (RFC 9110 section 7.8). */
  upgrades(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/**
 * An HTTP server with timeouts for slow senders. It passes every request to `handle`, also those with an Expect header, and those
 * of one connection one after the other.
 */
export function createHttpServer({ handle, upgrades, upgrade }: Handlers): Server {
  const server = createServer({
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: REQUEST_TIMEOUT_MS,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The guard checks the Host header and answers in JSON.
    requireHostHeader: false,
    shouldUpgradeCallback: upgrades,
  });
  const handleNext = oneAtATime(handle);
  server.on('request', handleNext);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    EXPECTS_CONTINUE.add(request);
    handleNext(request, response);
  });
  server.on('upgrade', upgrade);
  return server;
}
