import { afterEach, describe, expect, it } from '@jest/globals';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { readBody } from '../../../src/adapters/http/body.ts';
import { createHttpServer } from '../../../src/adapters/http/server.ts';
import { allowSlowUpload } from '../../../src/adapters/http/slow-senders.ts';

const LIMITS = { graceMs: 400, bytesPerSecond: 16_384, longestMs: 3_000 };
const LARGEST = 10_485_760;

describe('clients that send a body slowly', () => {
  let server: Server;
  const clients: Socket[] = [];

  async function start(): Promise<number> {
    const handle = (request: IncomingMessage, response: ServerResponse) => {
      if (request.url === '/pictures') allowSlowUpload(request);
      void readBody(request, response, LARGEST).then(
        ({ length }) => response.end(String(length)),
        () => response.destroy(),
      );
    };
    const handlers = { handle, upgrades: () => false, upgrade: () => undefined };
    server = createHttpServer(handlers, undefined, LIMITS);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  afterEach(() => {
    for (const client of clients.splice(0)) client.destroy();
    server.close();
  });

  /** Sends a body in parts, one each 100 ms. Resolves to the answer, and how long it took. */
  async function send(port: number, path: string, parts: number, bytesOfPart: number) {
    const client = connect(port, '127.0.0.1');
    clients.push(client);
    let answer = '';
    client.on('error', () => undefined);
    client.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk));
    const closed = new Promise((resolve) => client.once('close', resolve));
    const length = parts * bytesOfPart;
    client.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n`);
    client.write('Connection: close\r\n\r\n');
    const began = performance.now();
    for (let part = 0; part < parts && !client.closed && client.writable; part += 1) {
      client.write(Buffer.alloc(bytesOfPart, 'x'));
      await after(100);
    }
    await closed;
    const [status = ''] = answer.split('\r\n');
    return { status, body: answer.split('\r\n\r\n')[1], ms: performance.now() - began };
  }

  it('complete an upload that is slow and steady', async () => {
    const { status, body, ms } = await send(await start(), '/pictures', 15, 4_000);
    expect({ status, body }).toEqual({ status: 'HTTP/1.1 200 OK', body: '60000' });
    expect(ms).toBeGreaterThan(3 * LIMITS.graceMs);
  });

  it('are cut when other bodies take so long', async () => {
    const { status, ms } = await send(await start(), '/other', 30, 4_000);
    expect(status).toBe('HTTP/1.1 408 Request Timeout');
    expect(ms).toBeLessThan(1_500);
  });

  it('are cut when an upload nearly stands still, also after a fast beginning', async () => {
    const port = await start();
    const [dripping, stopping] = await Promise.all([send(port, '/pictures', 40, 10), sendHalf(port)]);
    expect([dripping.status, stopping]).toEqual([
      'HTTP/1.1 408 Request Timeout',
      'HTTP/1.1 408 Request Timeout',
    ]);
    expect(dripping.ms).toBeLessThan(1_500);
  });

  /** Sends the first half of an upload at once, and no more. */
  async function sendHalf(port: number): Promise<string> {
    const client = connect(port, '127.0.0.1');
    clients.push(client);
    let answer = '';
    client.on('error', () => undefined);
    client.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk));
    client.write('POST /pictures HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n');
    client.write(Buffer.alloc(500_000, 'x'));
    await new Promise((resolve) => client.once('close', resolve));
    return answer.split('\r\n')[0] ?? '';
  }

  it('are cut when an upload takes longer than any may', async () => {
    const { status, ms } = await send(await start(), '/pictures', 60, 8_000);
    expect(status).toBe('HTTP/1.1 408 Request Timeout');
    expect(ms).toBeGreaterThan(LIMITS.longestMs - 100);
    expect(ms).toBeLessThan(LIMITS.longestMs + 1_500);
  });
});
