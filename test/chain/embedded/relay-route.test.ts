import { expect, it } from '@jest/globals';
import express, { type ErrorRequestHandler } from 'express';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { createRelayRoute } from '../../../src/app/chain/relay-route.ts';
import { DomainError } from '../../../src/core/errors.ts';
import { eventually } from '../../support/eventually.ts';

const LONG = 16 * 1024 * 1024;
/** Four are sent at once, and eight wait. */
const SLOW_CLIENTS = 12;

it('refuses further long answers while clients do not read theirs, and still sends short ones', async () => {
  let asked = 0;
  const route = createRelayRoute(async (body) => {
    asked += 1;
    return (body as { readonly method: string }).method === 'long' ? 'x'.repeat(LONG) : '{}';
  });
  const status: ErrorRequestHandler = (error, _request, response, _next) => {
    response.status(error instanceof DomainError ? 503 : 500).end();
  };
  const server = createServer(express().use(route, status)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = (method: string) =>
    fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ method }),
    });
  const clients = Array.from({ length: SLOW_CLIENTS }, () => {
    const client = connect(port, '127.0.0.1').pause();
    const body = '{"method":"long"}';
    client.write(
      `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    return client;
  });
  try {
    await eventually(
      async () => asked,
      (count) => count === SLOW_CLIENTS,
    );
    expect((await ask('long')).status).toBe(503);
    expect(await (await ask('short')).text()).toBe('{}');
  } finally {
    for (const client of clients) client.destroy();
  }
  // The answers of lost clients are given up.
  const { status: again } = await eventually(
    () => ask('long').then(async (answer) => ({ status: answer.status, body: await answer.text() })),
    (answer) => answer.status === 200,
  );
  expect(again).toBe(200);
  server.closeAllConnections();
  server.close();
});
