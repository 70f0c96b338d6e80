import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Server, ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { WebSocket } from 'ws';
import { createSubscriptionGateway } from '../../../src/adapters/graphql/subscriptions/socket.ts';
import { createHttpServer } from '../../../src/adapters/http/server.ts';
import { eventually } from '../../support/eventually.ts';

const COUNT = 500;
const MOST_READ = 1_048_576;
/** Large parts, so that all requests, and all messages, are many times as long as the most that is read. */
const HEADER = 'x'.repeat(12_288);
const PAYLOAD = 'x'.repeat(49_152);

const all = Array.from({ length: COUNT }, (_, index) => index);

let server: Server;
let url: string;
let busy: Socket | undefined;
/** The numbers of the requests or messages that have been started. */
let started: number[];
let turns: Set<number>;
let release: () => void;
let released: Promise<void>;
let turn: number;
let counting: NodeJS.Immediate;

function start(index: number): void {
  started.push(index);
  turns.add(turn);
}

beforeEach(async () => {
  started = [];
  turns = new Set();
  turn = 0;
  busy = undefined;
  released = new Promise((resolve) => (release = resolve));
  const countTurn = () => {
    turn += 1;
    counting = setImmediate(countTurn);
  };
  countTurn();
  const subscriptions = openSubscriptions();
  server = createHttpServer({
    handle({ url: path = '' }, response: ServerResponse) {
      if (path === '/ping') return void response.end();
      start(Number(path.slice(1)));
      // Only what was started before the release waits for it.
      if (started.length > 1) response.end();
      else void released.then(() => response.end());
    },
    upgrades: () => true,
    upgrade: subscriptions.upgrade,
  });
  server.on('connection', (socket: Socket) => (busy ??= socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  clearImmediate(counting);
  server.closeAllConnections();
  server.close();
});

/** Accepts WebSockets whose first message waits for the release, before its turn. */
function openSubscriptions() {
  return createSubscriptionGateway({
    protocol: {
      opened(connection) {
        connection.onMessage(async (message) => start(JSON.parse(message).payload.index));
        return async () => undefined;
      },
      recheck: async () => undefined,
      subscriptions: () => 0,
    },
    count: async () => undefined,
    networkOf: () => 'network',
    allowsPage: () => true,
    takeTurn: () => released,
    reportFailure: () => undefined,
  });
}

/** Requests on other connections, during which the server could read all that the busy one has. */
async function pingOften(): Promise<void> {
  for (let count = 0; count < 100; count += 1) await (await fetch(`${url}/ping`)).text();
}

it('reads no more requests of a connection while one waits, and starts each in its order and turn', async () => {
  const client = connect(Number(new URL(url).port), '127.0.0.1');
  const requests = all.map((index) => {
    const close = index === COUNT - 1 ? 'Connection: close\r\n' : '';
    return `GET /${index} HTTP/1.1\r\nHost: a\r\nX-Filler: ${HEADER}\r\n${close}\r\n`;
  });
  client.write(requests.join(''));
  await pingOften();
  expect(started).toEqual([0]);
  expect(busy?.bytesRead).toBeLessThan(MOST_READ);

  release();
  expect((await text(client)).match(/^HTTP\/1\.1 200/gm)).toHaveLength(COUNT);
  expect(started).toEqual(all);
  expect(turns.size).toBeGreaterThan(COUNT / 2);
});

it('reads no more messages of a WebSocket while one waits, and takes them in their order', async () => {
  const client = new WebSocket(url.replace('http', 'ws'), 'graphql-transport-ws');
  await new Promise((resolve) => client.once('open', resolve));
  for (const index of all) client.send(JSON.stringify({ type: 'ping', payload: { index, filler: PAYLOAD } }));
  await pingOften();
  expect(started).toEqual([]);
  expect(busy?.bytesRead).toBeLessThan(MOST_READ);

  release();
  await eventually(
    async () => started.length,
    (count) => count === COUNT,
  );
  expect(started).toEqual(all);
  client.terminate();
});
