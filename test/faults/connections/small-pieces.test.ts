import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { createHttpServer } from '../../../src/adapters/http/server.ts';
import { startGateway } from '../../support/gateway/gateway.ts';

const BYTES = 20_000;

describe('a body in very small chunks', () => {
  let server: Server;
  afterEach(() => void server.close());

  it.each([
    ['of one byte', Array.from({ length: BYTES }, (_, index) => String(index % 10))],
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
