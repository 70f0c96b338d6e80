import { afterEach, describe, expect, it } from '@jest/globals';
import express, { type ErrorRequestHandler } from 'express';
import { connect } from 'node:net';
import { createRelayRoute } from '../../../src/app/chain/relay-route.ts';
import { DomainError } from '../../../src/core/errors.ts';
import { eventually } from '../../support/eventually.ts';
import { startHttpServer, type TestServer } from '../../support/http/http-server.ts';

const LONG = 16 * 1024 * 1024;
/** Four are sent at once, and eight wait. */
const AT_ONCE = 4;
const SLOW_CLIENTS = 12;
/** Less than the time that a waiting response gets. */
const AT_ONCE_MS = 15_000;

const status: ErrorRequestHandler = (error, _request, response, _next) => {
  response.status(error instanceof DomainError ? 503 : 500).end();
};

describe('long responses of the relay', () => {
  let server: TestServer;
  let requested: number;
  const start = async (sendingMs?: number) => {
    requested = 0;
    const route = createRelayRoute(async (body) => {
      requested += 1;
      return (body as { readonly method: string }).method === 'long' ? 'x'.repeat(LONG) : '{}';
    }, sendingMs);
    server = await startHttpServer(express().use(route, status));
  };
  afterEach(() => server.stop());

  const query = (method: string) =>
    fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ method }),
    });
  /** Clients that ask for a long response and read nothing. */
  const openSlowClients = async (count: number) => {
    const clients = Array.from({ length: count }, () => {
      const client = connect(server.port, '127.0.0.1').pause();
      const body = '{"method":"long"}';
      client.on('error', () => undefined);
      client.write(
        `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      return client;
    });
    await eventually(
      async () => requested,
      (requests) => requests === count,
    );
    return clients;
  };

  it('are refused at once while clients do not read theirs, unlike short ones', async () => {
    await start();
    const clients = await openSlowClients(SLOW_CLIENTS);
    try {
      const begin = performance.now();
      expect((await query('long')).status).toBe(503);
      expect(performance.now() - begin).toBeLessThan(AT_ONCE_MS);
      expect(await (await query('short')).text()).toBe('{}');
    } finally {
      for (const client of clients) client.destroy();
    }
    // The responses of lost clients are given up.
    const { status: again } = await eventually(
      () =>
        query('long').then(async (response) => ({ status: response.status, body: await response.text() })),
      (response) => response.status === 200,
    );
    expect(again).toBe(200);
  });

  it('end with their connections when clients read too slowly, and make room for others', async () => {
    // The next response waits until the first ones are given up.
    await start(2_000);
    const clients = await openSlowClients(AT_ONCE);
    const { length } = await eventually(
      () => query('long').then((response) => (response.status === 200 ? response.text() : '')),
      (text) => text !== '',
    );
    expect(length).toBe(LONG);
    for (const client of clients) client.destroy();
  });
});
