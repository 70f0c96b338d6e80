import { describe, expect, it } from '@jest/globals';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { exchange } from '../../support/http/raw.ts';
import { draft } from '../../support/listings.ts';
import { gateway, key, PATH, useBodiesGateway } from './raw-requests.ts';

useBodiesGateway();

describe('the content type and coding of a body', () => {
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
  ])('are refused with 415 for the type "%s"', async (type) => {
    const response = await gateway.rest('POST', PATH, { key, headers: { 'content-type': type }, body: text });
    expect(response).toMatchObject({ status: 415, body: JSON_TYPE_WANTED });
  });

  it('are refused with 415 without a type', async () => {
    const response = await exchange(gateway.port, [
      `POST ${PATH} HTTP/1.1\r\nHost: a.example.com\r\nAuthorization: Bearer ${key}\r\nContent-Length: 2\r\n\r\n{}`,
    ]);
    expect(response.status).toBe(415);
    expect(JSON.parse(response.text)).toStrictEqual(JSON_TYPE_WANTED);
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON ;charset=UTF-8'])(
    'are accepted for the type "%s"',
    async (type) => {
      const response = await gateway.rest('POST', PATH, {
        key,
        headers: { 'content-type': type },
        body: text,
      });
      expect(response.status).toBe(200);
    },
  );

  it.each([
    ['gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', Buffer.from(text)],
    ['gzip, br', Buffer.from(text)],
    ['x-unknown', Buffer.from(text)],
  ])('are refused with 415 for the coding %s', async (coding, body) => {
    const response = await gateway.rest('POST', PATH, { key, headers: { 'content-encoding': coding }, body });
    expect(response).toMatchObject({
      status: 415,
      body: { error: { message: 'Send the body uncompressed, without Content-Encoding.' } },
    });
  });
});

describe('the JSON of a body', () => {
  const NOT_JSON = 'The body is not valid JSON in UTF-8.';
  const TOO_DEEP = 'The body has more than 12 levels: nest less.';
  const NOT_AN_OBJECT = 'The body must be a JSON object with the fields of a listing.';
  const bytes = (...values: number[]) =>
    Buffer.concat([Buffer.from('{"title":"'), Buffer.from(values), Buffer.from('"}')]);

  it.each<[string, string | Buffer, string]>([
    ['empty', '', NOT_JSON],
    ['white space', ' \n', NOT_JSON],
    ['truncated JSON', '{"title": "a', NOT_JSON],
    ['an object with a trailing comma', '{"title": "a",}', NOT_JSON],
    ['JSON in single quotes', "{'title': 'a'}", NOT_JSON],
    ['two values', '{} {}', NOT_JSON],
    ['NaN', 'NaN', NOT_JSON],
    ['a raw control character', '{"title": "a\u0001"}', NOT_JSON],
    ['an unknown escape', '{"title": "\\x41"}', NOT_JSON],
    ['a byte that is invalid in UTF-8', bytes(0xff), NOT_JSON],
    ['an overlong UTF-8 form', bytes(0xc0, 0xaf), NOT_JSON],
    ['a surrogate in UTF-8', bytes(0xed, 0xa0, 0x80), NOT_JSON],
    ['a character cut in half', bytes(0xf0, 0x9f, 0x8e), NOT_JSON],
    ['UTF-16', Buffer.from('{"title":"a"}', 'utf16le'), NOT_JSON],
    ['8,000 nested arrays', `${'['.repeat(8_000)}${']'.repeat(8_000)}`, TOO_DEEP],
    ['5,000 nested objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, TOO_DEEP],
    ['10,000 numbers', `[${'1,'.repeat(10_000)}1]`, 'The body has more than 2000 values'],
    ['null', 'null', NOT_AN_OBJECT],
    ['an array', '[]', NOT_AN_OBJECT],
    ['an array with a listing', JSON.stringify([draft()]), NOT_AN_OBJECT],
    ['a string', '"a"', NOT_AN_OBJECT],
    ['a number', '1', NOT_AN_OBJECT],
    ['a number that is too large', '1e999', NOT_AN_OBJECT],
    ['true', 'true', NOT_AN_OBJECT],
    ['an empty object', '{}', 'sourceExternalId is required'],
  ])('is refused with 400 when the body is: %s', async (_what, body, message) => {
    const response = await gateway.rest('POST', PATH, {
      key,
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(400);
    expect(response.body).toStrictEqual({ error: { message: expect.stringContaining(message) } });
  });

  it('may begin with a byte order mark', async () => {
    const body = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(JSON.stringify(draft()))]);
    expect((await gateway.publish(key, body)).status).toBe(200);
  });
});

describe('members that are not fields of a listing', () => {
  it.each([
    ['__proto__', '{"__proto__": {"verified": true, "status": "withdrawn"}, '],
    ['constructor', '{"constructor": {"prototype": {"verified": true}}, '],
    ['toString', '{"toString": "x", "hasOwnProperty": 1, '],
    ['the same member twice', '{"title": "first", '],
  ])('do not change the gateway or other fields: %s', async (_name, start) => {
    const sent = draft();
    const response = await gateway.publish(key, start + JSON.stringify(sent).slice(1));
    expect(response.status).toBe(200);
    expect(response.body.listing).toMatchObject({ ...sent, verified: false, status: 'published' });
    expect(({} as Record<string, unknown>)['verified']).toBeUndefined();
  });
});
