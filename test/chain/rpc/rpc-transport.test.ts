import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createRpc, RpcUnreachable, type Rpc } from '../../../src/adapters/chain/rpc/rpc.ts';
import { openPipe, type Pipe } from '../../support/faults/pipe.ts';

const TIMEOUT_MS = 400;
const AT_ONCE = 5;

describe('the connections to a node', () => {
  let server: Server;
  let pipe: Pipe;
  let rpc: Rpc;
  let sockets: Set<Socket>;
  let packs: boolean;
  beforeEach(async () => {
    sockets = new Set();
    packs = false;
    server = createServer((request, response) => {
      sockets.add(request.socket);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { id } = JSON.parse(Buffer.concat(chunks).toString());
        const reply = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, result: '0x1' }));
        if (packs) response.setHeader('content-encoding', 'gzip');
        // Late enough that simultaneous requests each need a connection.
        setTimeout(() => response.end(packs ? gzipSync(reply) : reply), 20);
      });
    });
    // The server never closes idle connections.
    server.keepAliveTimeout = 0;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    pipe = await openPipe((server.address() as AddressInfo).port);
    rpc = createRpc(`http://127.0.0.1:${pipe.port}`, TIMEOUT_MS);
  });
  afterEach(async () => {
    await pipe.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const request = () => rpc.call('eth_blockNumber');
  const requestAtOnce = () => Promise.all(Array.from({ length: AT_ONCE }, request));

  it('are reused', async () => {
    await request();
    await request();
    expect(sockets.size).toBe(1);
  });

  it('are all replaced when one of them stops answering', async () => {
    await requestAtOnce();
    expect(sockets.size).toBe(AT_ONCE);
    pipe.silence();
    await expect(request()).rejects.toThrow(RpcUnreachable);
    pipe.mend();

    // Each earlier connection would cost a timeout.
    expect(await requestAtOnce()).toEqual(Array.from({ length: AT_ONCE }, () => '0x1'));
    expect(sockets.size).toBe(2 * AT_ONCE);
  });

  it('are replaced without an error when the node has closed them', async () => {
    await requestAtOnce();
    for (const socket of sockets) socket.once('data', () => socket.destroy());

    expect(await request()).toBe('0x1');
  });

  it('accept compressed responses', async () => {
    packs = true;
    expect(await request()).toBe('0x1');
  });
});
