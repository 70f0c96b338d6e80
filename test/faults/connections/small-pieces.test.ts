import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { createHttpServer } from '../../../src/adapters/http/server.ts';
import { startGateway } from '../../support/gateway/gateway.ts';

const CONNECTIONS = 8;
/** Two reads of a connection, in pieces of 100 bytes. */
const PIECES = 1_200;
const BYTES = PIECES * 100;
/** What is merged before it is handed on, at most. */
const REST = 4_096;

describe('a body in very small chunks', () => {
  let server: Server;
  afterEach(() => void server.close());

  it.each([
    ['of one byte', Array.from({ length: 900 }, (_, index) => String(index % 10))],
    [
      'of one byte between large ones',
      Array.from({ length: 200 }, (_, index) => (index % 50 === 0 ? 'y'.repeat(900) : 'x')),
    ],
    ['that fill a piece exactly', Array.from({ length: 100 }, () => 'z'.repeat(256))],
  ])('is read in few pieces, in its order: %s', async (_what, chunks) => {
    let pieces = 0;
    const handle = (request: IncomingMessage, response: ServerResponse) => {
      let body = '';
      request.on('data', (piece: Buffer) => {
        pieces += 1;
        body += piece.toString();
      });
      request.on('end', () => response.end(String(body === chunks.join(''))));
    };
    server = createHttpServer({ handle, upgrades: () => false, upgrade: () => undefined });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('latin1');
    client.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n');
    client.write(chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join(''));
    client.write('0\r\n\r\n');
    let answer = '';
    for await (const part of client) answer += String(part);
    expect(answer).toMatch(/\r\n\r\n(?:4\r\n)?true/);
    expect(pieces).toBeLessThan(50);
  });
});

it('reads one connection in each turn of the event loop, among those that send bodies in very small chunks', async () => {
  /** The bytes of the bodies of each turn. */
  const turns: Map<IncomingMessage, number>[] = [];
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    request.on('data', ({ length }: Buffer) => {
      const turn = turns.at(-1);
      turn?.set(request, (turn.get(request) ?? 0) + length);
    });
    request.on('end', () => response.end());
  };
  const server = createHttpServer({ handle, upgrades: () => false, upgrade: () => undefined });
  let isOver = false;
  const turn = () => {
    turns.push(new Map());
    if (!isOver) setImmediate(turn);
  };
  turn();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n';
  const responses = Array.from({ length: CONNECTIONS }, () => {
    const client = connect(port, '127.0.0.1').resume();
    client.write(`${head}${`64\r\n${'x'.repeat(100)}\r\n`.repeat(PIECES)}0\r\n\r\n`);
    return once(client, 'end');
  });
  await Promise.all(responses);
  isOver = true;
  server.close();

  expect(Math.max(...turns.flatMap((each) => [...each.values()]))).toBeLessThan(BYTES);
  const begun = new Set<IncomingMessage>();
  for (const each of turns) {
    // The rest of an earlier read may come a turn later.
    const read = [...each].filter(([request, bytes]) => begun.has(request) && bytes > REST);
    expect(read.length).toBeLessThanOrEqual(1);
    for (const request of each.keys()) begun.add(request);
  }
  expect(begun.size).toBe(CONNECTIONS);
});

it.each([
  [3_000, 'The body comes in too many small chunks: send chunks of at least 512 bytes.'],
  [900, 'The body is not valid JSON in UTF-8.'],
])('tells the client of a body in %i chunks of one byte, sent at once: %s', async (count, message) => {
  const gateway = await startGateway();
  try {
    const client = connect(Number(new URL(gateway.url).port), '127.0.0.1').setEncoding('latin1');
    const head =
      'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n';
    client.write(`${head}Connection: close\r\n\r\n${'1\r\nx\r\n'.repeat(count)}0\r\n\r\n`);
    let response = '';
    for await (const part of client) response += String(part);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toMatchObject({
      errors: [{ message }],
    });
  } finally {
    await gateway.stop();
  }
});

it('ends a WebSocket whose message comes in very many fragments', async () => {
  const gateway = await startGateway();
  try {
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    for (let count = 0; count < 2_000; count += 1) socket.send('x', { fin: false });
    const [code] = (await once(socket, 'close')) as [number];
    expect(code).toBe(1008);
  } finally {
    await gateway.stop();
  }
});
