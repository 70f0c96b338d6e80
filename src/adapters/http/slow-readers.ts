import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TransientMap } from '../../runtime/concurrency/transient-map.ts';

/** How much may wait for clients that do not read. */
export interface ReaderLimits {
  /** How long a response may wait in any case, in milliseconds. */
  readonly graceMs: number;
  /** How fast a client must read after that. */
  readonly bytesPerSecond: number;
  /** The most bytes that wait for one connection, for the connections of one network, and for all. */
  readonly ofConnection: number;
  readonly ofNetwork: number;
  readonly ofAll: number;
}

const DEFAULTS: ReaderLimits = {
  graceMs: 10_000,
  bytesPerSecond: 16_384,
  ofConnection: 4_194_304,
  ofNetwork: 33_554_432,
  ofAll: 268_435_456,
};
const SWEEP_MS = 500;

/** Why a connection was cut. */
export type CutReason = 'slow' | 'connection' | 'network' | 'all';

/** Cuts the connections of clients that do not read. */
export interface SlowReaders {
  /** Watches a connection until it is closed. */
  watch(socket: Socket): void;
  /** The connection of this request serves it now; without a response it is one of a WebSocket. */
  serves(request: IncomingMessage, response?: ServerResponse): void;
  /** The responses that have not begun say that their connection ends with them. */
  endAfterResponses(): void;
}

interface Reader {
  readonly id: number;
  readonly socket: Socket;
  /** The latest, which tells the client's network. */
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  /** The bytes that wait for the client. */
  waiting: number;
  /** Since when bytes have waited, or since the client last read enough, and how much it had read then. */
  since: number;
  readBefore: number;
}

/**
 * Watches how much waits in this process for clients that do not read, of responses and of messages alike. A connection is cut
 * when its client reads too slowly, or when too much waits; of a network, those first that have waited longest.
 */
export function createSlowReaders(
  networkOf: (request: IncomingMessage) => string,
  onCut: (reason: CutReason) => void,
  limits: ReaderLimits = DEFAULTS,
): SlowReaders {
  const now = () => performance.now();
  const readers = new TransientMap<number, Reader>();
  const bySocket = new WeakMap<Socket, Reader>();
  let lastId = 0;
  let sweeping: NodeJS.Timeout | undefined;

  function cut({ id, socket }: Reader, reason: CutReason): void {
    readers.delete(id);
    socket.destroy();
    onCut(reason);
  }

  function sweep(): void {
    const waiting: Reader[] = [];
    for (const reader of readers.values()) {
      measure(reader, limits, now());
      if (reader.waiting === 0) continue;
      if (reader.waiting > limits.ofConnection) cut(reader, 'connection');
      else if (isSlow(reader, limits, now())) cut(reader, 'slow');
      else waiting.push(reader);
    }
    waiting.sort((one, other) => one.since - other.since);
    for (const own of groupByNetwork(waiting, networkOf)) shrink(own, limits.ofNetwork, 'network');
    shrink(
      waiting.filter(({ id }) => readers.has(id)),
      limits.ofAll,
      'all',
    );
  }

  function shrink(oldestFirst: readonly Reader[], most: number, reason: CutReason): void {
    let sum = oldestFirst.reduce((total, { waiting }) => total + waiting, 0);
    for (const reader of oldestFirst) {
      if (sum <= most) return;
      sum -= reader.waiting;
      cut(reader, reason);
    }
  }

  return {
    watch(socket) {
      const id = (lastId += 1);
      const reader = {
        id,
        socket,
        request: undefined,
        response: undefined,
        waiting: 0,
        since: 0,
        readBefore: 0,
      };
      readers.set(id, reader);
      bySocket.set(socket, reader);
      socket.once('close', () => {
        readers.delete(id);
        if (readers.size > 0) return;
        clearInterval(sweeping);
        sweeping = undefined;
      });
      sweeping ??= setInterval(sweep, SWEEP_MS).unref();
    },
    serves(request, response) {
      const reader = bySocket.get(request.socket);
      if (reader === undefined) return;
      reader.request = request;
      reader.response = response;
    },
    endAfterResponses() {
      for (const { response } of readers.values())
        if (response?.headersSent === false) response.setHeader('connection', 'close');
    },
  };
}

function groupByNetwork(
  readers: readonly Reader[],
  networkOf: (request: IncomingMessage) => string,
): Iterable<readonly Reader[]> {
  const perNetwork = new Map<string, Reader[]>();
  for (const reader of readers) {
    const network = reader.request === undefined ? '' : networkOf(reader.request);
    const own = perNetwork.get(network);
    if (own) own.push(reader);
    else perNetwork.set(network, [reader]);
  }
  return perNetwork.values();
}

function measure(reader: Reader, { graceMs, bytesPerSecond }: ReaderLimits, now: number): void {
  const wasWaiting = reader.waiting > 0;
  reader.waiting = reader.socket.writableLength;
  const readNow = toRead(reader);
  const isFastEnough = readNow - reader.readBefore >= (bytesPerSecond * graceMs) / 1_000;
  if (wasWaiting && !isFastEnough) return;
  reader.since = now;
  reader.readBefore = readNow;
}

function isSlow(reader: Reader, { graceMs, bytesPerSecond }: ReaderLimits, now: number): boolean {
  // What waits counts too: a large part is handed to the system at once, and counts as read only at its end.
  const bytes = toRead(reader) - reader.readBefore + reader.waiting;
  return now - reader.since > graceMs + (bytes / bytesPerSecond) * 1_000;
}

/** The bytes that the system has taken over for the client so far. */
function toRead({ socket, waiting }: Reader): number {
  return socket.bytesWritten - waiting;
}
