import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { eventually } from '../../support/eventually.ts';
import { exchange } from '../../support/http/raw.ts';
import { draft } from '../../support/listings.ts';
import { gateway, head, key, PATH, useBodiesGateway } from './raw-requests.ts';

useBodiesGateway();

describe('malformed HTTP requests', () => {
  const get = (...lines: string[]) => [`GET ${PATH} HTTP/1.1`, ...lines, '', ''].join('\r\n');

  it.each([
    ['two Host headers', get('Host: a.example.com', 'Host: b.example.com')],
    ['two equal Host headers', get('Host: a.example.com', 'hOST: a.example.com')],
    ['no Host header', get()],
  ])('get 400 in JSON for %s', async (_what, request) => {
    const response = await exchange(gateway.port, [request]);
    expect(response.status).toBe(400);
    expect(JSON.parse(response.text)).toStrictEqual({ error: { message: 'Send exactly one Host header.' } });
  });

  it('get 400 in JSON for an absolute target of another service', async () => {
    const response = await exchange(gateway.port, [
      'GET http://elsewhere.example.com/ HTTP/1.1\r\nHost: elsewhere.example.com\r\n\r\n',
    ]);
    expect(response.status).toBe(400);
    expect(JSON.parse(response.text)).toHaveProperty('error.message');
  });

  it.each([
    ['a length and chunks together', head('Content-Length: 5', 'Transfer-Encoding: chunked')],
    ['two lengths', head('Content-Length: 5', 'Content-Length: 6')],
    ['a negative length', head('Content-Length: -1')],
    ['a length in words', head('Content-Length: many')],
    ['a text that is not HTTP', 'hello\r\n\r\n'],
    ['a header without an end', `GET / HTTP/1.1\r\nHost: a.example.com\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`],
  ])('get a client error for %s', async (_what, request) => {
    const response = await exchange(gateway.port, [request]);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
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
  ])('are logged without a stack trace when the client aborts a body with %s', async (_what, start, path) => {
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
  });

  it('publish nothing when the body is shorter than its length', async () => {
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

describe('a request for a part or a version of a file', () => {
  it.each([
    ['a range behind its end', { range: 'bytes=999999999-' }, 416],
    ['a version that it does not have', { 'if-match': '"other"' }, 412],
  ])('names %s', async (_what, headers, status) => {
    const response = await fetch(`${gateway.url}/docs/favicon-32x32.png`, { headers });
    expect(response.status).toBe(status);
    expect(await response.text()).toBe('');
    expect(response.headers.get('cache-control')).toBe('no-store');
    if (status === 416) expect(response.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/);
  });
});
