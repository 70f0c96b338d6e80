import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createResponseReader, type HttpResponse } from './response-reader.ts';

const RESPONSE_TIMEOUT_MS = 15_000;

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  /** No request starts later than this. */
  readonly seconds: number;
  /** The largest number of requests. */
  readonly count?: number;
  /** The bytes of the next request. */
  readonly next: () => Buffer;
  /** The status that every response must have. */
  readonly status: number;
}

export interface LoadReport {
  readonly requests: number;
  readonly seconds: number;
}

/** Keeps every connection busy with one request at a time; throws on an unexpected status. */
export async function runLoad(options: LoadOptions): Promise<LoadReport> {
  const sockets = await openSockets(options.port, options.connections);
  const began = performance.now();
  const deadline = began + options.seconds * 1_000;
  let left = options.count ?? Number.POSITIVE_INFINITY;
  const begin = () => performance.now() < deadline && left-- > 0;
  try {
    const counts = await Promise.all(sockets.map((socket) => drive(socket, options, begin)));
    const requests = counts.reduce((sum, count) => sum + count, 0);
    return { requests, seconds: (performance.now() - began) / 1_000 };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** Sends one request on a new connection. */
export async function sendRequest(port: number, request: Buffer): Promise<HttpResponse> {
  const [response] = await sendAtOnce(port, [request]);
  return response as HttpResponse;
}

/** Opens a connection for each request, then sends all at once. */
export async function sendAtOnce(port: number, requests: readonly Buffer[]): Promise<HttpResponse[]> {
  const sockets = await openSockets(port, requests.length);
  try {
    return await Promise.all(requests.map((request, index) => exchange(sockets[index] as Socket, request)));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

async function openSockets(port: number, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', noDelay: true }));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return sockets;
}

function drive(socket: Socket, { next, status }: LoadOptions, begin: () => boolean): Promise<number> {
  const reader = createResponseReader({ keep: false });
  let count = 0;
  return new Promise((resolve, reject) => {
    const send = () => {
      if (begin()) socket.write(next());
      else resolve(count);
    };
    watch(socket, reject);
    socket.on('data', (chunk: Buffer) => {
      const got = reader.push(chunk);
      if (got === undefined) return;
      if (got !== status) {
        reject(new Error(`Status ${got} instead of ${status}: ${chunk.toString().slice(0, 600)}`));
        return;
      }
      count += 1;
      send();
    });
    send();
  });
}

function exchange(socket: Socket, request: Buffer): Promise<HttpResponse> {
  const reader = createResponseReader({ keep: true });
  return new Promise((resolve, reject) => {
    watch(socket, reject);
    socket.on('data', (chunk: Buffer) => {
      if (reader.push(chunk) !== undefined) resolve(reader.response());
    });
    socket.write(request);
  });
}

function watch(socket: Socket, reject: (error: Error) => void): void {
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('The server closed a connection.')));
  socket.setTimeout(RESPONSE_TIMEOUT_MS, () => reject(new Error('The server did not answer in time.')));
}
