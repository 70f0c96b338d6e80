import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Handles the requests of one connection one after the other, although clients may send many at once (pipelining, RFC 9112 section
 * 9.3.2): each starts after the response to the previous one, in a later turn of the event loop. No further data is read from
 * the connection while requests wait.
 */
export function oneAtATime(handle: Handle): Handle {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    // A response gets the connection when the previous one is complete; most get it before the request arrives here.
    if (response.socket !== null) return handle(request, response);
    const { socket } = request;
    // Node resumes a connection whenever a request has arrived completely.
    if (!waiting.has(socket)) socket.on('resume', () => waiting.get(socket) && socket.pause());
    waiting.set(socket, (waiting.get(socket) ?? 0) + 1);
    socket.pause();
    response.once('socket', () => setImmediate(start));

    function start(): void {
      const left = (waiting.get(socket) ?? 1) - 1;
      waiting.set(socket, left);
      if (socket.destroyed) return;
      // Only the last request can have an incomplete body, so no request needs the connection to be read before that.
      if (left === 0) socket.resume();
      handle(request, response);
    }
  };
}
