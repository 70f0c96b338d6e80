import { afterEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createWebhookCalls } from '../../../src/adapters/webhooks/calls.ts';

const TIMEOUT_MS = 600;
const { post } = createWebhookCalls({ allowPrivate: true, timeoutMs: TIMEOUT_MS });

let server: Server;
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, 'close');
});

/** Calls a receiver that does this once it has received the request. */
async function call(response: (socket: Socket) => void) {
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => response(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return post({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    topic: null,
    secrets: [`whsec_${Buffer.alloc(32).toString('base64')}`],
    sentAt: new Date(),
    messages: [{ messageId: 'msg_1', payload: '{}' }],
  });
}

const write = (text: string) => (socket: Socket) => void socket.write(text);
function repeatForever(first: string, next: string) {
  return (socket: Socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(next), 50);
    socket.on('close', () => clearInterval(timer));
  };
}
const HEAD = 'HTTP/1.1 200 OK\r\n';
const closed = { status: null, body: null, error: 'The connection was closed without an answer.' };
const broken = { status: null, body: null, error: expect.any(String) };
const late = { status: null, body: null, error: 'There was no answer within 0.6 seconds.' };

describe('a call to a receiver that', () => {
  it.each([
    [
      'switches protocols',
      write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
      closed,
    ],
    ['closes during the headers', (socket: Socket) => socket.end(`${HEAD}X-Part`), broken],
    [
      'breaks off amid the headers',
      (socket: Socket) => socket.write(HEAD, () => socket.resetAndDestroy()),
      broken,
    ],
    ['does not answer', () => undefined, late],
    ['sends headers without end', repeatForever(HEAD, 'X-More: 1\r\n'), late],
    ['sends one header without end', repeatForever(`${HEAD}X-Long: `, 'x'), late],
    ['sends informational answers without end', repeatForever('', 'HTTP/1.1 102 Processing\r\n\r\n'), late],
    [
      'sends a body for ever',
      repeatForever(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n'),
      { status: 200, body: expect.stringMatching(/^x+$/), error: null },
    ],
    [
      'breaks its body off',
      (socket: Socket) => socket.end(`${HEAD}Content-Length: 10\r\n\r\n12345`),
      { status: 200, body: '12345', error: null },
    ],
  ])(
    '%s ends',
    async (_name, response, expected) => {
      const outcome = await call(response);
      expect(outcome).toMatchObject(expected);
      expect(outcome.durationMs).toBeLessThan(TIMEOUT_MS + 1_000);
    },
    5_000,
  );
});

describe('the wait that a receiver asks for', () => {
  const response = (retryAfter: string) => (socket: Socket) =>
    socket.end(`HTTP/1.1 503 Busy\r\nRetry-After: ${retryAfter}\r\nContent-Length: 0\r\n\r\n`);

  it.each([
    ['120', 120],
    ['0', null],
    ['-5', null],
    ['soon', null],
    ['Fri, 31 Dec 1999 23:59:59 GMT', null],
  ])('a receiver that answers "Retry-After: %s" gets a pause of %p seconds', async (retryAfter, seconds) => {
    expect((await call(response(retryAfter))).retryAfterSeconds).toBe(seconds);
  });

  it('can be a date', async () => {
    const hour = new Date(Date.now() + 3_600_000).toUTCString();
    const { retryAfterSeconds } = await call(response(hour));
    expect(Math.abs((retryAfterSeconds ?? 0) - 3_600)).toBeLessThan(60);
  });
});
