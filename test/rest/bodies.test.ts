import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { eventually } from '../support/eventually.ts';
import { startGateway, type Gateway } from '../support/gateway/gateway.ts';
import { measureBlocking, MAX_BLOCKED_MS } from '../support/faults/event-loop.ts';
import { draft } from '../support/listings.ts';
import { exchange } from '../support/http/raw.ts';

const PATH = '/api/v1/giveaways';
const LIMIT = 32_768;

let gateway: Gateway;
let key: string;
beforeAll(async () => {
  gateway = await startGateway();
  key = await gateway.createKey();
});
afterAll(() => gateway.stop());

const head = (...lines: string[]) =>
  [
    `POST ${PATH} HTTP/1.1`,
    'Host: gateway.example.com',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    ...lines,
    '',
    '',
  ].join('\r\n');
const chunk = (text: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n`),
    Buffer.from(text),
    Buffer.from('\r\n'),
  ]);
const LAST_CHUNK = '0\r\n\r\n';

/** A valid listing of exactly so many bytes. */
function bodyOf(bytes: number): string {
  const empty = JSON.stringify(draft({ padding: '' }));
  return JSON.stringify({ ...JSON.parse(empty), padding: 'x'.repeat(bytes - empty.length) });
}

const TOO_LARGE = { error: { message: `The body is larger than ${LIMIT} bytes: shorten it.` } };

describe('the limit of 32,768 bytes', () => {
  it('lets exactly that much pass', async () => {
    expect((await gateway.publish(key, bodyOf(LIMIT))).status).toBe(200);
  });

  it('stops one byte more', async () => {
    const answer = await gateway.publish(key, bodyOf(LIMIT + 1));
    expect(answer).toMatchObject({ status: 413, body: TOO_LARGE });
  });

  it('counts bytes, not characters', async () => {
    const body = JSON.stringify(draft({ padding: '🎁'.repeat(LIMIT / 4) }));
    expect((await gateway.publish(key, body)).status).toBe(413);
  });

  it('refuses a declared length before the body comes', async () => {
    const answer = await exchange(gateway.port, [head(`Content-Length: ${LIMIT + 1}`)]);
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text)).toStrictEqual(TOO_LARGE);
    expect(answer.headers['connection']).toBe('close');
  });

  it.each([
    ['in one chunk', 200, (body: string) => [chunk(body)]],
    [
      'in many chunks',
      200,
      (body: string) => [0, 1, 2, 3].map((n) => chunk(body.slice(n * 8_192, (n + 1) * 8_192))),
    ],
    ['in one chunk, one byte more', 413, (body: string) => [chunk(`${body} `)]],
    [
      'in chunks of which the last crosses it',
      413,
      (body: string) => [chunk(body.slice(0, -1)), chunk('} ')],
    ],
    ['in a last chunk of one byte', 413, (body: string) => [chunk(body), chunk(' ')]],
  ])('holds for a body that comes %s: %i', async (_how, status, split) => {
    const answer = await exchange(gateway.port, [
      head('Transfer-Encoding: chunked'),
      ...split(bodyOf(LIMIT)),
      LAST_CHUNK,
    ]);
    expect(answer.status).toBe(status);
    if (status === 413) expect(JSON.parse(answer.text)).toStrictEqual(TOO_LARGE);
  });

  it('answers while an endless body is still being sent', async () => {
    const parts = Array.from({ length: 40 }, () => chunk('x'.repeat(1_024)));
    const answer = await exchange(gateway.port, [head('Transfer-Encoding: chunked'), ...parts]);
    expect(answer.status).toBe(413);
  });

  it('holds at the legacy endpoint too', async () => {
    const answer = await gateway.rest('POST', '/api/integrations/publish-giveaway', {
      key,
      body: bodyOf(LIMIT + 1),
    });
    expect(answer).toMatchObject({ status: 413, body: TOO_LARGE });
  });
});

describe('Expect: 100-continue', () => {
  it('is answered with 100 when the body may come', async () => {
    const body = bodyOf(2_000);
    const answer = await exchange(gateway.port, [
      head('Expect: 100-continue', `Content-Length: ${body.length}`),
      body,
    ]);
    expect(answer).toMatchObject({ continued: true, status: 200 });
  });

  it.each([
    ['too long a body', 413, `Content-Length: ${LIMIT + 1}`, 'Expect: 100-continue'],
    ['a compressed body', 415, 'Content-Length: 10', 'Expect: 100-continue\r\nContent-Encoding: gzip'],
  ])('is answered with the error at once for %s', async (_what, status, length, expectation) => {
    const answer = await exchange(gateway.port, [head(expectation, length)]);
    expect(answer).toMatchObject({ continued: false, status });
  });

  it('is answered with 401 at once without a credential', async () => {
    const answer = await exchange(gateway.port, [
      `POST ${PATH} HTTP/1.1\r\nHost: a.example.com\r\nContent-Type: application/json\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n`,
    ]);
    expect(answer).toMatchObject({ continued: false, status: 401 });
  });
});

describe('a body that is not plain JSON', () => {
  const JSON_TYPE_WANTED = { error: { message: 'Send the body as Content-Type: application/json.' } };
  const text = JSON.stringify(draft());

  it.each([
    'text/plain',
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    'application/jsonp',
    'application/json-patch+json',
    'text/json',
    '',
  ])('is 415 with the type "%s"', async (type) => {
    const answer = await gateway.rest('POST', PATH, { key, headers: { 'content-type': type }, body: text });
    expect(answer).toMatchObject({ status: 415, body: JSON_TYPE_WANTED });
  });

  it('is 415 without a type', async () => {
    const answer = await exchange(gateway.port, [
      `POST ${PATH} HTTP/1.1\r\nHost: a.example.com\r\nAuthorization: Bearer ${key}\r\nContent-Length: 2\r\n\r\n{}`,
    ]);
    expect(answer.status).toBe(415);
    expect(JSON.parse(answer.text)).toStrictEqual(JSON_TYPE_WANTED);
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON ;charset=UTF-8'])(
    'is taken with the type "%s"',
    async (type) => {
      const answer = await gateway.rest('POST', PATH, { key, headers: { 'content-type': type }, body: text });
      expect(answer.status).toBe(200);
    },
  );

  it.each([
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', Buffer.from(text)],
    ['gzip, br', Buffer.from(text)],
    ['x-unknown', Buffer.from(text)],
  ])('is 415 in the coding %s', async (coding, body) => {
    const answer = await gateway.rest('POST', PATH, { key, headers: { 'content-encoding': coding }, body });
    expect(answer).toMatchObject({
      status: 415,
      body: { error: { message: 'Send the body uncompressed, without Content-Encoding.' } },
    });
  });
});

describe('a body that is JSON of the wrong kind, or none', () => {
  const NOT_JSON = 'The body is not valid JSON in UTF-8.';
  const TOO_DEEP = 'The body has more than 12 levels: nest less.';
  const NOT_AN_OBJECT = 'The body must be a JSON object with the fields of a listing.';
  const bytes = (...values: number[]) =>
    Buffer.concat([Buffer.from('{"title":"'), Buffer.from(values), Buffer.from('"}')]);

  it.each<[string, string | Buffer, string]>([
    ['empty', '', NOT_JSON],
    ['white space', ' \n', NOT_JSON],
    ['cut off', '{"title": "a', NOT_JSON],
    ['with a comma too many', '{"title": "a",}', NOT_JSON],
    ['in single quotes', "{'title': 'a'}", NOT_JSON],
    ['two values', '{} {}', NOT_JSON],
    ['no number', 'NaN', NOT_JSON],
    ['a raw control character', '{"title": "a\u0001"}', NOT_JSON],
    ['an unknown escape', '{"title": "\\x41"}', NOT_JSON],
    ['a byte that UTF-8 has not', bytes(0xff), NOT_JSON],
    ['an overlong form', bytes(0xc0, 0xaf), NOT_JSON],
    ['a surrogate in UTF-8', bytes(0xed, 0xa0, 0x80), NOT_JSON],
    ['a character cut in half', bytes(0xf0, 0x9f, 0x8e), NOT_JSON],
    ['UTF-16', Buffer.from('{"title":"a"}', 'utf16le'), NOT_JSON],
    ['8,000 arrays in each other', `${'['.repeat(8_000)}${']'.repeat(8_000)}`, TOO_DEEP],
    ['8,000 objects in each other', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, TOO_DEEP],
    ['10,000 numbers', `[${'1,'.repeat(10_000)}1]`, 'The body has more than 2000 values'],
    ['null', 'null', NOT_AN_OBJECT],
    ['an array', '[]', NOT_AN_OBJECT],
    ['an array of a listing', JSON.stringify([draft()]), NOT_AN_OBJECT],
    ['a string', '"a"', NOT_AN_OBJECT],
    ['a number', '1', NOT_AN_OBJECT],
    ['a number beyond all bounds', '1e999', NOT_AN_OBJECT],
    ['true', 'true', NOT_AN_OBJECT],
    ['an empty object', '{}', 'sourceExternalId is required'],
  ])('is 400 when it is %s', async (_what, body, message) => {
    const answer = await gateway.rest('POST', PATH, {
      key,
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toStrictEqual({ error: { message: expect.stringContaining(message) } });
  });

  it('may begin with a byte order mark', async () => {
    const body = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(JSON.stringify(draft()))]);
    expect((await gateway.publish(key, body)).status).toBe(200);
  });
});

describe('members that try to reach beyond the listing', () => {
  it.each([
    ['__proto__', '{"__proto__": {"verified": true, "status": "withdrawn"}, '],
    ['constructor', '{"constructor": {"prototype": {"verified": true}}, '],
    ['toString', '{"toString": "x", "hasOwnProperty": 1, '],
    ['a member twice', '{"title": "first", '],
  ])('are ignored: %s', async (_name, start) => {
    const sent = draft();
    const answer = await gateway.publish(key, start + JSON.stringify(sent).slice(1));
    expect(answer.status).toBe(200);
    expect(answer.body.listing).toMatchObject({ ...sent, verified: false, status: 'published' });
    expect(({} as Record<string, unknown>)['verified']).toBeUndefined();
  });
});

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

describe('a long text in a header or a target', () => {
  const LENGTH = 12_000;
  const long = (text: string) => text.repeat(LENGTH / text.length);
  const DOORS = [
    ['POST', '/graphql'],
    ['GET', '/graphql?query=%7B__typename%7D'],
    ['GET', '/feed.json'],
    ['GET', '/feed.atom'],
    ['POST', PATH],
    ['GET', `${PATH}?sourceExternalId=a`],
    ['DELETE', `${PATH}?sourceExternalId=a`],
    ['POST', '/api/integrations/publish-giveaway'],
    ['POST', '/api/provider/integrations/create-giveaway'],
    ['GET', '/api/provider/integrations/operations/opn_1'],
    ['POST', '/oauth/token'],
    ['GET', '/docs'],
    ['GET', '/openapi.json'],
    ['GET', '/nothing'],
  ] as const;
  const HEADERS = [
    ['Authorization', `Bearer${long(' ')}`],
    ['Authorization', `Bearer ${long('=')}!`],
    ['Authorization', `Bearer ${long('a.')}!`],
    ['Authorization', `Basic ${long('a')}`],
    ['Cookie', long('giveaways.session_token=a; ')],
    ['Cookie', `giveaways.session_token=${long(' ')}"`],
    ['Cookie', long('=;')],
    ['Accept', `text/html;${long(' ')}x`],
    ['Accept', long('*/*,')],
    ['Accept', long('a/b;q="')],
    ['Accept-Encoding', long('br;q=0,')],
    ['Accept-Encoding', `br${long(' ')};`],
    ['Accept-Language', long('en-')],
    ['Content-Type', `application/json${long(' ')}x`],
    ['Content-Type', `application/json;${long(' a="')}`],
    ['Content-Encoding', long(' gzip,')],
    ['Prefer', `wait${long(' ')}`],
    ['Prefer', long(' wait=1')],
    ['Prefer', `wait=${long('1')}x`],
    ['Idempotency-Key', long('a')],
    ['If-None-Match', long('W/"a",')],
    ['Origin', `https://${long('a.')}`],
    ['X-Forwarded-For', long(' ,')],
    ['X-Forwarded-Proto', long('https,')],
    ['X-Request-Id', long('a')],
    ['User-Agent', long('a(')],
    ['Apollo-Require-Preflight', long('a')],
    ['Range', `bytes=${long('0-,')}`],
  ] as const;

  /** Sends all at the same time; each must be answered without a failure, and none may hold up the others. */
  async function expectAnswers(requests: readonly (readonly string[])[]): Promise<void> {
    const { result, ms } = await measureBlocking(() =>
      Promise.all(requests.map((lines) => exchange(gateway.port, [lines.join('\r\n')]))),
    );
    expect(ms).toBeLessThan(MAX_BLOCKED_MS);
    const failures = result.flatMap(({ status }, index) => (status < 500 ? [] : [requests[index]?.[0]]));
    expect(failures).toEqual([]);
  }

  it.each(HEADERS)('holds no endpoint up: %s: %.20s', async (name, value) => {
    await expectAnswers(
      DOORS.map(([method, target]) => {
        const body = method === 'POST' ? '{}' : '';
        return [
          `${method} ${target} HTTP/1.1`,
          'Host: gateway.example.com',
          ...(name === 'Authorization' ? [] : [`Authorization: Bearer ${key}`]),
          ...(name === 'Content-Type' || body === '' ? [] : ['Content-Type: application/json']),
          `${name}: ${value}`,
          `Content-Length: ${body.length}`,
          '',
          body,
        ];
      }),
    );
  });

  it.each(['/', '%20', '%', '+', '?', '&a=b', '..%2f', 'a.', "'", ';', '%00', '%f0%9f', ':', '='])(
    'holds no endpoint up: a target of %s',
    async (text) => {
      const targets = DOORS.flatMap(([method, target]) => [
        [method, `${target}/${long(text)}`],
        [method, `${target}${target.includes('?') ? '&' : '?'}search=${long(text)}!`],
      ]);
      await expectAnswers(
        targets.map(([method, target]) => [
          `${method} ${target} HTTP/1.1`,
          'Host: gateway.example.com',
          'Content-Length: 0',
          '',
          '',
        ]),
      );
    },
  );
});
