import { afterEach, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';

const CHECK = `${process.cwd()}/deploy/image/healthcheck`;

let server: Server | HttpServer | undefined;
afterEach(async () => {
  server?.close();
  if (server && 'closeAllConnections' in server) server.closeAllConnections();
  server = undefined;
});

async function listen(started: Server | HttpServer): Promise<string> {
  server = started.listen(0, '127.0.0.1');
  await once(started, 'listening');
  return String((started.address() as AddressInfo).port);
}

/** The exit code of the check, which the image runs, on a port. */
async function check(port: string): Promise<number> {
  const child = spawn(CHECK, { env: { PATH: process.env['PATH'], PORT: port } });
  const [code] = (await once(child, 'exit')) as [number];
  return code;
}

it.each([
  [200, 0],
  [503, 1],
  [404, 1],
])('takes the status %i for exit code %i', async (status, code) => {
  const requested: unknown[] = [];
  const port = await listen(
    createHttpServer(({ method, url, headers }, response) => {
      requested.push([method, url, headers.host]);
      response.writeHead(status).end();
    }),
  );
  expect(await check(port)).toBe(code);
  expect(requested).toEqual([['GET', '/healthz', 'localhost']]);
});

it('fails when nothing listens', async () => {
  const port = await listen(createServer());
  server?.close();
  expect(await check(port)).toBe(1);
});

it('fails when nothing is answered for two seconds', async () => {
  const sockets: { destroy(): unknown }[] = [];
  const port = await listen(createServer((socket) => sockets.push(socket)));
  expect(await check(port)).not.toBe(0);
  for (const socket of sockets) socket.destroy();
});
