import type { Socket } from 'node:net';
import type { Client, Pool } from 'pg';

/**
 * Detects connections on which a server is silent without closing them, as when a fail-over drops packets. Such a connection
 * is destroyed and never reused: its pending statement fails, and the pool opens a new one.
 */
export interface ConnectionWatchdog {
  /** Watches every connection that the pool opens from now on. `silenceMs` must be longer than the statement timeout. */
  watch(pool: Pool, silenceMs: number): void;
  /** Destroys all idle connections, because their server was found silent. */
  suspectAll(): void;
}

interface WatchedConnection {
  isWaiting(): boolean;
  destroy(): void;
}

/** One watch for all pools of the same server. */
export function createConnectionWatchdog(warn: (message: string) => void): ConnectionWatchdog {
  const connections = new Set<WatchedConnection>();

  function suspectAll(): void {
    // Busy connections have their own timeout: a long statement may be running on a healthy server.
    for (const connection of connections) if (!connection.isWaiting()) connection.destroy();
  }

  return {
    suspectAll,
    watch(pool, silenceMs) {
      pool.on('connect', (client) => {
        const { connection } = client as Client;
        // In this process pg uses a socket of node:net or node:tls.
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
          const bytesRead = stream.bytesRead;
          // In a busy process the timer fires before input is read: process the input that has arrived first.
          setImmediate(() => {
            if (!watched.isWaiting() || stream.bytesRead !== bytesRead || stream.destroyed) return;
            warn(`The database sent nothing for ${silenceMs} ms: its connections are closed.`);
            watched.destroy();
            suspectAll();
          });
        });
      });
    },
  };
}

function silent(): Error {
  return Object.assign(new Error('The database stopped answering on this connection.'), {
    code: 'ETIMEDOUT',
  });
}
