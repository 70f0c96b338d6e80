import { handleProtocols } from 'graphql-ws';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import { DomainError } from '../../../core/errors.ts';
import { graphqlStatusOf } from '../gateway/http-status.ts';
import { ANONYMOUS_TENANT, workFor } from '../../../runtime/concurrency/tenants.ts';
import { toCloseReason } from './close-reason.ts';
import { createInbox } from './inbox.ts';
import type { SocketConnection, Protocol } from './protocol.ts';

/** The largest message of a client, in bytes. */
const MAX_MESSAGE = 65_536;
const MAX_FRAGMENTS = 256;
/** The most bytes that are buffered for a client that does not read. */
const MAX_BUFFERED_BYTES = 4_194_304;
const MAX_CONNECTIONS = 5_000;
const MAX_PER_NETWORK = 500;
/** How often a connection is pinged and its credential checked. */
const BEAT_MS = 15_000;
const CLOSE_WITHIN_MS = 1_000;
// Close code of RFC 6455, 7.4.1.
const GOING_AWAY = 1001;

interface SubscriptionGatewayOptions {
  readonly protocol: Protocol;
  /** Counts the request by its client network. Throws RATE_LIMITED. */
  readonly count: (network: string) => Promise<void>;
  readonly networkOf: (request: IncomingMessage) => string;
  /** Whether the page that sent the request, if any, may connect. */
  readonly allowsPage: (request: IncomingMessage) => boolean;
  /** Undefined when a message may be processed at once; else resolves when it may. */
  readonly takeTurn: (request: IncomingMessage) => Promise<void> | undefined;
  readonly reportFailure: (error: unknown, request: IncomingMessage) => void;
}

/** Accepts WebSockets for subscriptions. */
export interface SubscriptionGateway {
  /** Handles the upgrade request of a WebSocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** The numbers of what is open now. */
  counts(): { readonly subscriptions: number; readonly sockets: number };
  /** Refuses new connections and closes all open ones. Resolves when they are closed. */
  stop(): Promise<void>;
}

export function createSubscriptionGateway({
  protocol,
  count,
  networkOf,
  allowsPage,
  takeTurn,
  reportFailure,
}: SubscriptionGatewayOptions): SubscriptionGateway {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Else all messages of a packet, and all pings, are processed in one turn of the event loop.
    allowSynchronousEvents: false,
    maxPayload: MAX_MESSAGE,
    // Each takes up more than its bytes.
    maxFragments: MAX_FRAGMENTS,
    handleProtocols: (offered) => handleProtocols(offered),
  });
  const connections = new Set<SocketConnection>();
  const perNetwork = new Map<string, number>();
  let beats: NodeJS.Timeout | undefined;
  let isStopping = false;

  async function admit(request: IncomingMessage, network: string): Promise<void> {
    if (!allowsPage(request)) throw new DomainError('UNAUTHORIZED', 'Pages of this origin may not connect.');
    await count(network);
    if (isStopping || connections.size >= MAX_CONNECTIONS)
      throw new DomainError('SERVICE_UNAVAILABLE', 'No further connection is taken now.');
    if ((perNetwork.get(network) ?? 0) >= MAX_PER_NETWORK)
      throw new DomainError('RATE_LIMITED', 'There are too many connections from this address.');
  }

  function beat(): void {
    for (const connection of connections) {
      if (!connection.isAlive) {
        connection.socket.terminate();
        continue;
      }
      connection.isAlive = false;
      connection.socket.ping();
      void protocol.recheck(connection);
    }
  }

  function accept(connection: SocketConnection): void {
    const { socket, network, request } = connection;
    connections.add(connection);
    perNetwork.set(network, (perNetwork.get(network) ?? 0) + 1);
    beats ??= setInterval(beat, BEAT_MS).unref();
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        // Resolves when the operating system has accepted the data; the next state is read only after that.
        send: (data) =>
          new Promise((resolve) => {
            if (socket.readyState === socket.OPEN) socket.send(data, () => resolve());
            else resolve();
          }),
        // The reasons of the protocol repeat ids that clients chose, whose length has no limit.
        close: (code, reason) => socket.close(code, toCloseReason(reason ?? '')),
        onMessage(take) {
          createInbox(socket, async (text) => {
            if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate();
            // The response to a ping may come after many messages.
            connection.isAlive = true;
            await takeTurn(request);
            const taken = workFor(ANONYMOUS_TENANT, () => take(text)).catch((error: unknown) => {
              reportFailure(error, request);
              socket.close(1011, 'Something went wrong here.');
            });
            // A subscription is taken when it has begun, and everything else when it is answered.
            await Promise.race([taken, new Promise<void>((resolve) => (connection.begun = resolve))]);
          });
        },
      },
      connection,
    );
    socket.on('ping', () => {
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate();
    });
    socket.on('pong', () => (connection.isAlive = true));
    // A violation of the protocol closes the connection and is not reported.
    socket.on('error', () => undefined);
    socket.once('close', (code, reason) => {
      connections.delete(connection);
      const left = (perNetwork.get(network) ?? 1) - 1;
      if (left > 0) perNetwork.set(network, left);
      else perNetwork.delete(network);
      if (connections.size === 0) {
        clearInterval(beats);
        beats = undefined;
      }
      closed(code, String(reason)).catch((error: unknown) => reportFailure(error, request));
    });
  }

  return {
    upgrade(request, socket, head) {
      const network = networkOf(request);
      socket.on('error', () => socket.destroy());
      admit(request, network).then(
        () =>
          server.handleUpgrade(request, socket, head, (webSocket) => {
            const unknown = { caller: undefined, authorization: undefined };
            accept({
              socket: webSocket,
              request,
              network,
              isAlive: true,
              begun: () => undefined,
              ...unknown,
            });
            if (isStopping) webSocket.close(GOING_AWAY);
          }),
        (error: unknown) => {
          if (!(error instanceof DomainError)) reportFailure(error, request);
          respondWithError(socket, error);
        },
      );
    },
    counts: () => ({ subscriptions: protocol.subscriptions(), sockets: connections.size }),
    async stop() {
      isStopping = true;
      for (const { socket } of connections) socket.close(GOING_AWAY, 'This instance stops: connect again.');
      for (const until = performance.now() + CLOSE_WITHIN_MS; connections.size > 0;) {
        if (performance.now() > until) for (const { socket } of connections) socket.terminate();
        await after(20);
      }
    },
  };
}

function respondWithError(socket: Duplex, error: unknown): void {
  const { code, message, retryAfterSeconds } =
    error instanceof DomainError ? error : new DomainError('INTERNAL', 'Something went wrong here.');
  const status = graphqlStatusOf(code);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(message)}`,
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${message}`);
}
