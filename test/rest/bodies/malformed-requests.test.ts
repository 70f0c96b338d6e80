import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { eventually } from '../../support/eventually.ts';
import { exchange } from '../../support/http/raw.ts';
import { draft } from '../../support/listings.ts';
import { gateway, head, key, PATH, useBodiesGateway } from './raw-requests.ts';

useBodiesGateway();

describe('requests that HTTP forbids', () => {
  const get = (...lines: string[]) => [`GET ${PATH} HTTP/1.1`, ...lines, '', ''].join('\r\n');

  it.each([
    ['two Host headers', get('Host: a.example.com', 'Host: b.example.com')],
    ['two equal Host headers', get('Host: a.example.com', 'hOST: a.example.com')],
    ['no Host header', get()],
  ])('%s are 400 in JSON', async (_what, request) => {
    const answer = await exchange(gateway.port, [request]);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toStrictEqual({ error: { message: 'Send exactly one Host header.' } });
  });

  it('an absolute target of another service is 400 in JSON', async () => {
    const answer = await exchange(gateway.port, [
      'GET http://elsewhere.example.com/ HTTP/1.1\r\nHost: elsewhere.example.com\r\n\r\n',
    ]);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toHaveProperty('error.message');
  });

  it.each([
    ['both a length and chunks', head('Content-Length: 5', 'Transfer-Encoding: chunked')],
    ['two lengths', head('Content-Length: 5', 'Content-Length: 6')],
    ['a negative length', head('Content-Length: -1')],
    ['a length in words', head('Content-Length: many')],
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a header without an end', `GET / HTTP/1.1\r\nHost: a.example.com\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`],
  ])('%s is refused as the client’s fault', async (_what, request) => {
    const answer = await exchange(gateway.port, [request]);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  it.each([
    ['a key at REST', () => head('Content-Length: 100'), PATH],
    ['chunks', () => head('Transfer-Encoding: chunked'), PATH],
    ['a key at GraphQL', () => head('Content-Length: 100').replace(PATH, '/graphql'), '/graphql'],
    [
      'no key at GraphQL',
      () =>
        head('Content-Length: 100')
          .replace(PATH, '/graphql')
          .replace(/Authorization.*\r\n/, ''),
      '/graphql',
    ],
  ])(
    'a body that its client breaks off, with %s, is a line of the log and no failure',
    async (_what, start, path) => {
      const id = randomUUID();
      const logged = () =>
        gateway.log.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === id);
      const socket = connect(gateway.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(start().replace('\r\n\r\n', `\r\nX-Request-Id: ${id}\r\n\r\n`));
      socket.write('4\r\n{"ti', () => setImmediate(() => socket.resetAndDestroy()));

      const lines = await eventually(
        async () => logged(),
        ({ length }) => length > 0,
      );

      expect(lines).toEqual([
        expect.objectContaining({
          level: 30,
          path,
          msg: expect.stringContaining('ended before it was complete'),
        }),
      ]);
      expect(gateway.log.filter((line) => line.includes(id) && line.includes('stack'))).toEqual([]);
    },
  );

  it('a body that ends too early changes nothing', async () => {
    const sent = draft();
    const body = JSON.stringify(sent);
    const socket = exchange(gateway.port, [head(`Content-Length: ${body.length + 10}`), body, '         ']);
    await Promise.race([socket.catch(() => undefined), gateway.rest('GET', '/healthz')]);
    const found = await gateway.rest('GET', `${PATH}?sourceExternalId=${String(sent['sourceExternalId'])}`, {
      key,
    });
    expect(found.status).toBe(404);
  });
});
