import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createHttpServer, type GatewayServer } from '../../../src/adapters/http/server.ts';
import { placeEmbeddedDatabase } from '../../support/database/embedded-database.ts';
import { startServer } from '../../support/gateway/server.ts';

const BLOCKED_MS = 400;
/** Sends a request on an idle connection, while the thread of the server is blocked, and tells what it gets. */
const CLIENT = `
  const { workerData, parentPort } = require('node:worker_threads');
  const socket = require('node:net').connect(workerData.port, '127.0.0.1');
  const REQUEST = 'GET / HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n';
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
    if (answer.endsWith('first')) {
      parentPort.postMessage('idle');
      setTimeout(() => socket.write(REQUEST), ${BLOCKED_MS / 2});
    }
  });
  socket.on('error', ({ code }) => (answer += code));
  socket.on('close', () => parentPort.postMessage(answer));
  socket.write(REQUEST);
`;

describe('a server that stops', () => {
  let server: GatewayServer;
  let isStopping = false;
  let respond: (request: IncomingMessage, response: ServerResponse) => void;
  beforeEach(async () => {
    isStopping = false;
    server = createHttpServer({
      handle(request, response) {
        if (isStopping) response.setHeader('connection', 'close');
        respond(request, response);
      },
      upgrades: () => false,
      upgrade: () => undefined,
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => server.closeAllConnections());
  const stop = async () => {
    isStopping = true;
    server.endAfterResponses();
    await new Promise<void>((resolve) => server.closeWhenRead(resolve));
  };
  const port = () => (server.address() as AddressInfo).port;

  it('answers what arrived while its thread was busy, and resets no connection', async () => {
    respond = (_request, response) => void response.end(isStopping ? 'last' : 'first');
    const worker = new Worker(CLIENT, { eval: true, workerData: { port: port() } });
    const messages: string[] = [];
    worker.on('message', (message: string) => messages.push(message));
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    while (messages.length === 0) await after(5);
    const until = performance.now() + BLOCKED_MS;
    while (performance.now() < until);
    await stop();
    await exited;
    const last = messages[1]?.split('HTTP/1.1 200 OK')[2] ?? messages[1];
    expect(last).toMatch(/Connection: close\r\n[^]*last$/i);
  });

  it('says in a response that was requested before the stop that the connection ends', async () => {
    const requested = Promise.withResolvers<ServerResponse>();
    respond = (_request, response) => requested.resolve(response);
    const socket = connect(port(), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += String(chunk)));
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const response = await requested.promise;
    const stopped = stop();
    response.end('done');
    await Promise.all([closed, stopped]);
    expect(answer).toMatch(/Connection: close\r\n[^]*done$/i);
  });
});

/** How one connection of a client ended. */
interface Ended {
  readonly answers: number;
  readonly last: string | undefined;
  /** Of a request without an answer: how its connection ended. */
  readonly failure: string | undefined;
}

/** Sends requests on one connection until a response says that it ends, or it is closed. */
function converse(port: number, request: string, pauseMs: number): Promise<Ended> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answers = 0;
    let isWaiting = false;
    let last: string | undefined;
    let received = '';
    let failure: string | undefined;
    const send = () => {
      if (socket.destroyed || !socket.writable) return;
      isWaiting = true;
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      const [head = '', ...body] = received.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (!received.includes('\r\n\r\n') || body.join('\r\n\r\n').length < length) return;
      answers += 1;
      last = /connection: ([\w-]+)/i.exec(head)?.[1];
      [received, isWaiting] = ['', false];
      if (last === 'close') socket.end();
      else setTimeout(send, pauseMs);
    });
    socket.on('error', ({ code }: NodeJS.ErrnoException) => (failure = code ?? 'error'));
    socket.on('close', () => {
      if (isWaiting) failure ??= 'closed';
      resolve({ answers, last, failure: isWaiting || failure === 'ECONNRESET' ? failure : undefined });
    });
  });
}

describe('SIGTERM to a gateway', () => {
  it('fails no request of clients with connections that are kept alive', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'gateway-'));
    await placeEmbeddedDatabase(join(directory, 'db'));
    const server = await startServer(directory);
    const port = Number(new URL(server.url).port);
    const query = JSON.stringify({ query: '{ listings(first: 2) { edges { node { id } } } }' });
    const requests = [
      'GET /feed.json HTTP/1.1\r\nHost: localhost\r\n\r\n',
      'GET /api/v1/giveaways HTTP/1.1\r\nHost: localhost\r\n\r\n',
      `POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${query.length}\r\n\r\n${query}`,
    ];
    const over = new AbortController();
    const ended: Ended[] = [];
    const clients = Array.from({ length: 24 }, async (_, index) => {
      const request = requests[index % requests.length] ?? '';
      // A client connects again until nobody listens.
      while (!over.signal.aborted) {
        const one = await converse(port, request, 20 + index * 40);
        if (one.failure === 'ECONNREFUSED' || one.answers === 0) return;
        ended.push(one);
      }
    });
    await after(1_500);
    const code = await server.end('SIGTERM');
    over.abort();
    await Promise.all(clients);
    expect(code).toBe(0);
    expect(ended.length).toBeGreaterThanOrEqual(24);
    expect(ended.filter(({ failure, last }) => failure !== undefined || last !== 'close')).toEqual([]);
    await rm(directory, { recursive: true, force: true });
  });
});
