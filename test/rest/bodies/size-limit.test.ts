import { describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { exchange } from '../../support/http/raw.ts';
import { draft } from '../../support/listings.ts';
import {
  bodyOf,
  chunk,
  gateway,
  head,
  key,
  LAST_CHUNK,
  LIMIT,
  PATH,
  useBodiesGateway,
} from './raw-requests.ts';

useBodiesGateway();

const TOO_LARGE = { error: { message: `The body is larger than ${LIMIT} bytes: shorten it.` } };

describe('the limit of 32,768 bytes', () => {
  it('accepts a body of exactly that size', async () => {
    expect((await gateway.publish(key, bodyOf(LIMIT))).status).toBe(200);
  });

  it('refuses a body that is one byte larger', async () => {
    const response = await gateway.publish(key, bodyOf(LIMIT + 1));
    expect(response).toMatchObject({ status: 413, body: TOO_LARGE });
  });

  it('counts bytes, not characters', async () => {
    const body = JSON.stringify(draft({ padding: '🎁'.repeat(LIMIT / 4) }));
    expect((await gateway.publish(key, body)).status).toBe(413);
  });

  it('refuses a declared length before the body arrives', async () => {
    const response = await exchange(gateway.port, [head(`Content-Length: ${LIMIT + 1}`)]);
    expect(response.status).toBe(413);
    expect(JSON.parse(response.text)).toStrictEqual(TOO_LARGE);
    expect(response.headers['connection']).toBe('close');
  });

  it.each([
    ['in one chunk', 200, (body: string) => [chunk(body)]],
    [
      'in many chunks',
      200,
      (body: string) => [0, 1, 2, 3].map((n) => chunk(body.slice(n * 8_192, (n + 1) * 8_192))),
    ],
    ['in one chunk that is one byte too large', 413, (body: string) => [chunk(`${body} `)]],
    [
      'in chunks of which the last one exceeds the limit',
      413,
      (body: string) => [chunk(body.slice(0, -1)), chunk('} ')],
    ],
    ['in a last chunk of one byte', 413, (body: string) => [chunk(body), chunk(' ')]],
  ])('applies to a body that arrives %s: %i', async (_how, status, split) => {
    const response = await exchange(gateway.port, [
      head('Transfer-Encoding: chunked'),
      ...split(bodyOf(LIMIT)),
      LAST_CHUNK,
    ]);
    expect(response.status).toBe(status);
    if (status === 413) expect(JSON.parse(response.text)).toStrictEqual(TOO_LARGE);
  });

  it('is enforced while an endless body is still being sent', async () => {
    const parts = Array.from({ length: 40 }, () => chunk('x'.repeat(1_024)));
    const response = await exchange(gateway.port, [head('Transfer-Encoding: chunked'), ...parts]);
    expect(response.status).toBe(413);
  });

  it.each([
    ['chunked', 'Transfer-Encoding: chunked', chunk('x'.repeat(16_384)), LAST_CHUNK],
    ['of a declared length', `Content-Length: ${20 * 16_384}`, 'x'.repeat(16_384), ''],
  ])('answers a client that reads after it has sent a whole body, %s', async (_how, header, piece, end) => {
    const socket = connect(gateway.port, '127.0.0.1').pause();
    const failed = new Promise((_resolve, reject) => socket.once('error', reject));
    const write = (part: string | Buffer) =>
      Promise.race([failed, new Promise<void>((resolve) => socket.write(part, () => resolve()))]);
    await write(head(header));
    for (let count = 0; count < 20; count += 1) {
      await write(piece);
      await after(10);
    }
    if (end !== '') await write(end);
    await after(100);
    let received = '';
    for await (const data of socket) received += String(data);
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
    expect(received).toContain(JSON.stringify(TOO_LARGE));
  });

  it('closes the connection of a client that continues to send', async () => {
    const socket = connect(gateway.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.resume().write(head('Transfer-Encoding: chunked'));
    const sending = setInterval(() => socket.write(chunk('x'.repeat(100_000))), 5);
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(sending);
  });

  it('applies to the legacy endpoint too', async () => {
    const response = await gateway.rest('POST', '/api/integrations/publish-giveaway', {
      key,
      body: bodyOf(LIMIT + 1),
    });
    expect(response).toMatchObject({ status: 413, body: TOO_LARGE });
  });
});

describe('a request with Expect: 100-continue', () => {
  it('gets 100 when the client may send the body', async () => {
    const body = bodyOf(2_000);
    const response = await exchange(gateway.port, [
      head('Expect: 100-continue', `Content-Length: ${body.length}`),
      body,
    ]);
    expect(response).toMatchObject({ continued: true, status: 200 });
  });

  it.each([
    ['a body that is too large', 413, `Content-Length: ${LIMIT + 1}`, 'Expect: 100-continue'],
    ['a compressed body', 415, 'Content-Length: 10', 'Expect: 100-continue\r\nContent-Encoding: gzip'],
  ])('gets the error before the body for %s', async (_what, status, length, expectation) => {
    const response = await exchange(gateway.port, [head(expectation, length)]);
    expect(response).toMatchObject({ continued: false, status });
  });

  it('gets 401 before the body without a credential', async () => {
    const response = await exchange(gateway.port, [
      `POST ${PATH} HTTP/1.1\r\nHost: a.example.com\r\nContent-Type: application/json\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n`,
    ]);
    expect(response).toMatchObject({ continued: false, status: 401 });
  });
});
