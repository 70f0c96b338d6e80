import type { Socket } from 'node:net';
import type { Client, Pool } from 'pg';

/**
 * Finds connections on which a server stays silent without closing them, as when a fail-over drops packets. Such a
 * connection is destroyed, never used again: what waits for its answer fails, and the pool opens a new one.
 */
export interface SilenceWatch {
  /** Watches every connection that the pool opens from now on. `silenceMs` must be longer than a statement may take. */
  watch(pool: Pool, silenceMs: number): void;
  /** Destroys all connections that wait for no answer, because the server they lead to was found silent. */
  suspectAll(): void;
}

interface WatchedConnection {
  isWaiting(): boolean;
  destroy(): void;
}

/** One watch for all pools that lead to the same server. */
export function createSilenceWatch(warn: (message: string) => void): SilenceWatch {
  const connections = new Set<WatchedConnection>();

  function suspectAll(): void {
    // Those that wait have their own time: a long statement may be under way on a server that is well.
    for (const connection of connections) if (!connection.isWaiting()) connection.destroy();
  }

  return {
    suspectAll,
    watch(pool, silenceMs) {
      pool.on('connect', (client) => {
        const { connection } = client as Client;
        // pg has a socket of node:net or node:tls here.
        const stream = connection.stream as Socket;
        let answered = stream.bytesWritten;
        connection.on('readyForQuery', () => (answered = stream.bytesWritten));
        const watched: WatchedConnection = {
          isWaiting: () => stream.bytesWritten !== answered,
          destroy: () => stream.destroy(silent()),
        };
        connections.add(watched);
        stream.once('close', () => connections.delete(watched));
        stream.setTimeout(silenceMs);
        stream.on('timeout', () => {
          const heard = stream.bytesRead;
          // A busy process sees its timers first: what has arrived meanwhile is read before this is judged.
          setImmediate(() => {
            if (!watched.isWaiting() || stream.bytesRead !== heard || stream.destroyed) return;
            warn(`The database said nothing for ${silenceMs} ms: its connections are opened anew.`);
            watched.destroy();
            suspectAll();
          });
        });
      });
    },
  };
}

function silent(): Error {
  return Object.assign(new Error('The database says nothing any more on this connection.'), {
    code: 'ETIMEDOUT',
  });
}
