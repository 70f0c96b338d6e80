import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { EXPECTS_CONTINUE, MergedRequest } from './body.ts';
import { clientNetwork } from './client-network.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { createSlowSenders, SENDER_LIMITS, type SenderLimits } from './slow-senders.ts';
import { createSlowReaders, type CutReason, type ReaderLimits } from './slow-readers.ts';

const HEADERS_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 65_000;

interface Handlers {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Whether the request asks for a WebSocket; every other upgrade is ignored (RFC 9110 section 7.8). */
  upgrades(request: IncomingMessage): boolean;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** The network by which a client is counted; that of the connection by default. */
  networkOf?(request: IncomingMessage): string;
  /** Called when the connection of a client that does not read is cut. */
  onCut?(reason: CutReason): void;
}

/** An HTTP server that can end without a reset connection. */
export interface GatewayServer extends Server {
  /** The responses that have not begun say that their connection ends with them; `handle` says so in all later ones. */
  endAfterResponses(): void;
  /** Accepts no connection any more, and closes those that are idle once the requests that have arrived are known. */
  closeWhenRead(closed: () => void): void;
}

/**
 * An HTTP server with limits for slow senders and slow readers. It passes every request to `handle`, also those with an Expect header, and those
 * of one connection one after the other.
 */
export function createHttpServer(
  handlers: Handlers,
  limits?: ReaderLimits,
  senderLimits: SenderLimits = SENDER_LIMITS,
): GatewayServer {
  const { handle, upgrades, upgrade, networkOf = (request) => clientNetwork(request, 0) } = handlers;
  const server = createServer({
    IncomingMessage: MergedRequest,
    // slow-senders.ts has shorter limits for bodies.
    requestTimeout: HEADERS_TIMEOUT_MS + 2 * senderLimits.longestMs,
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The guard checks the Host header and answers in JSON.
    requireHostHeader: false,
    shouldUpgradeCallback: upgrades,
  });
  const readers = createSlowReaders(networkOf, (reason) => handlers.onCut?.(reason), limits);
  server.on('connection', readers.watch);
  const senders = createSlowSenders(senderLimits);
  const handleNext = oneAtATime((request, response) => {
    readers.serves(request, response);
    senders.watch(request, response);
    handle(request, response);
  });
  server.on('request', handleNext);
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    EXPECTS_CONTINUE.add(request);
    handleNext(request, response);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    readers.serves(request);
    upgrade(request, socket, head);
  });
  return Object.assign(server, {
    endAfterResponses: readers.endAfterResponses,
    closeWhenRead(closed: () => void) {
      // From a timer, this comes after the data that has arrived was read: a connection that is closed with unread data is reset.
      setImmediate(() => {
        server.close(closed);
        server.closeIdleConnections();
      });
    },
  });
}
