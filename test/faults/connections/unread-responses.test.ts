import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { IncomingMessage, Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import { createHttpServer } from '../../../src/adapters/http/server.ts';
import type { CutReason, ReaderLimits } from '../../../src/adapters/http/slow-readers.ts';
import { eventually } from '../../support/eventually.ts';

jest.setTimeout(200_000);

const MIB = 1_048_576;
const PAGE = Buffer.alloc(MIB, 'x');
const CLIENTS = 300;
/** More than the buffers of the system take. */
const PIPELINED = 12;
const WIDE: ReaderLimits = {
  graceMs: 1_000,
  bytesPerSecond: 64 * MIB,
  ofConnection: 64 * MIB,
  ofNetwork: 1_024 * MIB,
  ofAll: 1_024 * MIB,
};

describe('clients that do not read', () => {
  let server: Server;
  let port: number;
  let cuts: CutReason[];
  const accepted = new Set<Socket>();
  const clients: Socket[] = [];
  const sockets = new WebSocketServer({ noServer: true });

  async function start(limits: Partial<ReaderLimits>): Promise<void> {
    cuts = [];
    const handlers = {
      handle: (_request: unknown, response: { end(body: Buffer): unknown }) => void response.end(PAGE),
      upgrades: () => true,
      upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
        sockets.handleUpgrade(request, socket, head, (client) => {
          client.on('error', () => undefined);
          for (let count = 0; count < PIPELINED; count += 1) client.send(PAGE);
        });
      },
      // Every tenth client is in another network.
      networkOf: ({ url }: IncomingMessage) => String(url),
      onCut: (reason: CutReason) => void cuts.push(reason),
    };
    server = createHttpServer(handlers, { ...WIDE, ...limits });
    server.on('connection', (socket: Socket) => accepted.add(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  }

  function sendRequest(path: string, times = PIPELINED): Socket {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(times));
    clients.push(socket);
    return socket;
  }

  const open = () => [...accepted].filter((socket) => !socket.destroyed);
  const waiting = () => open().reduce((sum, { writableLength }) => sum + writableLength, 0);

  afterEach(() => {
    for (const socket of clients.splice(0)) socket.destroy();
    accepted.clear();
    server.closeAllConnections();
    server.close();
  });

  it(`are cut, all ${CLIENTS} of them, and never hold more than the limit of their network`, async () => {
    const ofNetwork = 16 * MIB;
    await start({ ofNetwork });
    for (let count = 0; count < CLIENTS; count += 1) sendRequest('/one');
    await eventually(
      async () => accepted.size,
      (size) => size === CLIENTS,
      30_000,
    );
    const left = await eventually(
      async () => open().length,
      (count) => count === 0,
      120_000,
    );
    expect(left).toBe(0);
    expect(cuts).toHaveLength(CLIENTS);
    expect(cuts).toContain('network');
  });

  it('leave the connections of other networks alone', async () => {
    await start({ ofNetwork: 8 * MIB, graceMs: 60_000 });
    for (let count = 0; count < 60; count += 1) sendRequest('/many');
    sendRequest('/few');
    await eventually(
      async () => accepted.size,
      (size) => size === 61,
      30_000,
    );
    await eventually(
      async () => waiting(),
      (bytes) => bytes <= 10 * MIB,
      60_000,
    );
    await after(1_500);
    expect(new Set(cuts)).toEqual(new Set(['network']));
    expect(waiting()).toBeLessThanOrEqual(10 * MIB);
    expect(open().length).toBeGreaterThan(1);
  });

  it('are cut when more than the limit waits for one connection', async () => {
    await start({ ofConnection: MIB / 4 });
    sendRequest('/one');
    expect(
      await eventually(
        async () => cuts,
        ({ length }) => length === 1,
        30_000,
      ),
    ).toEqual(['connection']);
  });

  it('are cut when they do not read the messages of their subscriptions', async () => {
    await start({ bytesPerSecond: 4 * MIB });
    const client = new WebSocket(`ws://127.0.0.1:${port}/`);
    const closed = new Promise<number>((resolve) => client.once('close', resolve));
    client.once('open', () => client.pause());
    const cut = await eventually(
      async () => cuts,
      ({ length }) => length === 1,
      60_000,
    );
    expect(cut).toEqual(['slow']);
    client.resume();
    expect(await closed).toBe(1006);
  });

  it('are told from clients that read slowly, which get every response', async () => {
    await start({ graceMs: 3_000, bytesPerSecond: MIB / 4 });
    const socket = sendRequest('/slow', 6);
    let bytes = 0;
    while (bytes < 6 * MIB && !socket.destroyed) {
      const chunk = socket.read() as Buffer | null;
      bytes += chunk?.length ?? 0;
      await after(25);
    }
    expect([bytes > 6 * MIB, cuts]).toEqual([true, []]);
  });

  it('do not end a connection that waits for a slow response', async () => {
    await start({ graceMs: 500 });
    server.removeAllListeners('request');
    server.on('request', (_request, response) => void after(2_500).then(() => response.end('late')));
    const socket = sendRequest('/late', 1);
    socket.resume();
    const read: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => read.push(chunk));
    const text = await eventually(
      async () => Buffer.concat(read).toString(),
      (received) => received.includes('late'),
      20_000,
    );
    expect(text).toContain('late');
    expect(cuts).toEqual([]);
  });
});
