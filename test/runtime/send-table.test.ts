import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { createTableSender, type ReadableTable } from '../../src/runtime/files/send-table.ts';
import { TABLE_FORMATS } from '../../src/runtime/files/table-file.ts';
import { eventually } from '../support/eventually.ts';

const broken = new Error('The page cannot be read.');
const refusal = (reason: string) => new Error(reason);
const sender = createTableSender({ mostAtOnce: 3, mostOfReader: 2, refusal });
let table: ReadableTable;
let failure: unknown;
let ended = 0;

const server = createServer((request, response) => {
  sender
    .send(response, request.url ?? '', table)
    .catch((error: unknown) => {
      failure = error;
      response.destroy();
    })
    .finally(() => (ended += 1));
});
let url: string;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

/** A table of that many pages of one line. */
const tableOf = (pages: number, line: string, readPage?: (page: number) => void): ReadableTable => ({
  columns: ['page', 'text'],
  format: TABLE_FORMATS.csv,
  headers: ['x-table', 'yes'],
  readPage: async (after) => {
    const page = Number(after ?? 0);
    readPage?.(page);
    return { lines: [[page, line]], next: page + 1 < pages ? String(page + 1) : undefined };
  },
});

describe('A table that is sent as a file', () => {
  it('has its head and the lines of every page', async () => {
    table = tableOf(3, 'lamp');
    const response = await fetch(`${url}/a`);
    expect(response.headers.get('x-table')).toBe('yes');
    expect(await response.text()).toBe('page,text\n0,lamp\n1,lamp\n2,lamp\n');
  });

  it('rejects with the error of a page, and the reader sees an incomplete file', async () => {
    table = tableOf(3, 'lamp', (page) => {
      if (page === 2) throw broken;
    });
    failure = undefined;
    await expect(fetch(`${url}/a`).then((response) => response.text())).rejects.toThrow('terminated');
    expect(failure).toBe(broken);
  });

  it('reads no page ahead of a reader that does not read, limits files, and frees the place of one who left', async () => {
    let read = 0;
    let begun = 0;
    table = tableOf(1_000, 'x'.repeat(1_000_000), (page) => {
      read += 1;
      if (page === 0) begun += 1;
    });
    const beginning = (files: number) =>
      eventually(
        async () => begun,
        (count) => count === files,
      );
    failure = undefined;
    ended = 0;
    const { port } = server.address() as AddressInfo;
    const open = async (reader: string) => {
      const socket = connect(port, '127.0.0.1').pause();
      await once(socket, 'connect');
      socket.write(`GET /${reader} HTTP/1.1\r\nhost: x\r\n\r\n`);
      return socket;
    };
    const sockets = [await open('a'), await open('a')];
    await beginning(2);
    await expect(fetch(`${url}/a`)).rejects.toThrow('fetch failed');
    expect(failure).toEqual(new Error('reader'));
    sockets.push(await open('b'));
    await beginning(3);
    const refused = async () => {
      await expect(fetch(`${url}/c`)).rejects.toThrow('fetch failed');
      return failure;
    };
    expect(await refused()).toEqual(new Error('all'));
    expect(read).toBeLessThan(100);
    failure = undefined;
    ended = 0;
    for (const socket of sockets) socket.destroy();
    expect(
      await eventually(
        async () => ended,
        (files) => files === 3,
      ),
    ).toBe(3);
    expect(failure).toBeUndefined();
    table = tableOf(1, 'lamp');
    expect((await fetch(`${url}/a`)).status).toBe(200);
  });
});
