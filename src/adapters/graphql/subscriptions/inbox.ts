import { CloseCode } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { requireJsonLimits } from '../../../core/values/json-limits.ts';

/** The messages that a client may send. */
const TYPES: ReadonlySet<unknown> = new Set(['connection_init', 'ping', 'pong', 'subscribe', 'complete']);

/**
 * Passes the messages of a WebSocket to `take` one after the other; `take` waits for a turn of the event loop. While one is processed,
 * nothing further is read from the connection. A message that no client may send closes it.
 */
export function createInbox(socket: WebSocket, take: (text: string) => Promise<void>): void {
  const waiting: Buffer[] = [];
  let isTaking = false;
  // A Buffer, because the binaryType of the server is `nodebuffer`.
  socket.on('message', (data) => {
    waiting.push(data as Buffer);
    if (isTaking) socket.pause();
    else void takeAll();
  });

  async function takeAll(): Promise<void> {
    isTaking = true;
    for (let next = waiting.shift(); next && socket.readyState === socket.OPEN; next = waiting.shift()) {
      const text = next.toString();
      if (isClientMessage(text)) await take(text);
      else socket.close(CloseCode.BadRequest, 'Invalid message received');
    }
    isTaking = false;
    waiting.length = 0;
    socket.resume();
  }
}

function isClientMessage(text: string): boolean {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message !== 'object' || message === null || !('type' in message)) return false;
    // The payload of a subscription has a limit of its own, whose error names the subscription.
    if (message.type !== 'subscribe') requireJsonLimits(message, 'The message');
    return TYPES.has(message.type);
  } catch {
    return false;
  }
}
