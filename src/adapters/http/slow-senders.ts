import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TransientMap } from '../../runtime/concurrency/transient-map.ts';
import { hasUnreadBody } from './body.ts';

/** How slowly clients may send. */
export interface SenderLimits {
  /** How long any body may take, in milliseconds. */
  readonly graceMs: number;
  /** How fast an upload must arrive after that. */
  readonly bytesPerSecond: number;
  /** How long an upload may take in all, in milliseconds. */
  readonly longestMs: number;
}

export const SENDER_LIMITS: SenderLimits = { graceMs: 10_000, bytesPerSecond: 16_384, longestMs: 120_000 };
const SWEEP_MS = 500;
const TIMEOUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** Requests with a large body that is being received: few at once, so that slow ones take up little. */
const UPLOADS: WeakSet<IncomingMessage> = new WeakSet();

/** Lets the body of this request take as long as its client sends steadily. */
export function allowSlowUpload(request: IncomingMessage): void {
  UPLOADS.add(request);
}

/** Cuts the connections of clients that send their bodies too slowly. */
export interface SlowSenders {
  /** Watches a request until its body is complete. */
  watch(request: IncomingMessage, response: ServerResponse): void;
}

interface Sender {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  readonly startedAt: number;
  /** Since when little has arrived, and how much had arrived before. */
  since: number;
  receivedBefore: number;
}

/** A body has `graceMs`. An upload may take longer while enough of it arrives in each such time. */
export function createSlowSenders(limits: SenderLimits = SENDER_LIMITS): SlowSenders {
  const senders = new TransientMap<number, Sender>();
  let lastId = 0;
  let sweeping: NodeJS.Timeout | undefined;

  function sweep(): void {
    const now = performance.now();
    for (const id of senders.keys()) {
      const sender = senders.get(id);
      if (sender === undefined) continue;
      if (sender.request.complete || sender.socket.destroyed) senders.delete(id);
      else if (isTooSlow(sender, limits, now)) {
        senders.delete(id);
        cut(sender);
      }
    }
    if (senders.size > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  }

  function add(request: IncomingMessage, response: ServerResponse): void {
    if (request.complete) return;
    const { socket } = request;
    const now = performance.now();
    const sender = { request, response, socket, startedAt: now, since: now };
    senders.set((lastId += 1), { ...sender, receivedBefore: socket.bytesRead });
    sweeping ??= setInterval(sweep, Math.min(SWEEP_MS, limits.graceMs / 4)).unref();
  }

  return {
    watch(request, response) {
      if (!hasUnreadBody(request)) return;
      // Most bodies arrive with the head of their request, and need not be kept until the next sweep.
      setImmediate(add, request, response);
    },
  };
}

function isTooSlow(sender: Sender, limits: SenderLimits, now: number): boolean {
  const { graceMs, bytesPerSecond, longestMs } = limits;
  if (!UPLOADS.has(sender.request)) return now - sender.startedAt > graceMs;
  if (now - sender.startedAt > longestMs) return true;
  const received = sender.socket.bytesRead - sender.receivedBefore;
  if (received >= (bytesPerSecond * graceMs) / 1_000) {
    sender.since = now;
    sender.receivedBefore = sender.socket.bytesRead;
  }
  return now - sender.since > graceMs;
}

function cut({ response, socket }: Sender): void {
  if (!response.headersSent && socket.writable) socket.write(TIMEOUT);
  socket.destroy();
}
