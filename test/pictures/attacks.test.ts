import { beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { MAX_IMAGE_BYTES } from '../../src/core/pictures/picture.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { draft } from '../support/listings.ts';
import { SET, upload } from './support/api.ts';
import { claimingPng, photo } from './support/images.ts';
import { sharedByTests } from '../support/shared-by-tests.ts';

const gateway = sharedByTests(() => startGateway({ PICTURE_STORAGE_OF_PUBLISHER_MB: '1' }));
let key: string;
beforeAll(async () => {
  key = await gateway.createKey();
});

const SVG = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><text y="20">&x;</text></svg>`;
const jpeg = () => photo().jpeg().toBuffer();

/** Begins to send an image, up to where the service answers that it waits for the rest, or that it does not. */
async function begin(token: string): Promise<{ readonly socket: Socket; readonly isTaken: boolean }> {
  const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  const head = ['POST /api/pictures HTTP/1.1', 'Host: gateway', `Authorization: Bearer ${token}`];
  const body = ['Content-Type: image/png', 'Content-Length: 1000000', 'Expect: 100-continue'];
  socket.write([...head, ...body, '', ''].join('\r\n'));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return { socket, isTaken: answer.toString().startsWith('HTTP/1.1 100 ') };
}

async function refused(image: Uint8Array, type?: string): Promise<string> {
  const { status, body } = await upload(gateway, key, image, type);
  expect(status).toBe(400);
  return String(body.error.message);
}

describe('A hostile image', () => {
  it.each([
    ['an SVG image with an external entity', async () => Buffer.from(SVG), /not a JPEG, PNG, WebP or AVIF/],
    ['a GIF image', () => photo(40, 40).gif().toBuffer(), /not a JPEG/],
    ['a TIFF image', () => photo(40, 40).tiff().toBuffer(), /not a JPEG/],
    ['an HTML page', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), /not a JPEG/],
    ['nothing', async () => Buffer.alloc(0), /not a JPEG/],
    ['a PNG image that claims 50,000 × 50,000 pixels', async () => claimingPng(50_000, 50_000), /40 million/],
    [
      'an AVIF image that needs more memory than there is',
      () =>
        sharp({ create: { width: 6_320, height: 6_320, channels: 3, background: '#8a4' } })
          .avif({ effort: 0 })
          .toBuffer(),
      /too much memory: make it smaller/,
    ],
    ['a PNG image with less data than it claims', async () => claimingPng(6_000, 6_000), /cannot be decoded/],
    ['half an image', async () => (await jpeg()).subarray(0, 20_000), /cannot be decoded/],
    ['the start of an image alone', async () => Buffer.from([0xff, 0xd8, 0xff]), /cannot be decoded/],
    ['an image of one pixel', () => photo(1, 1).png().toBuffer(), /fewer than 16/],
    [
      'an animation',
      async () => {
        const frames = await Promise.all([2, 3].map((seed) => photo(40, 40, seed).png().toBuffer()));
        return sharp(frames, { join: { animated: true } })
          .webp()
          .toBuffer();
      },
      /animated/,
    ],
  ])('%s is refused', async (_what, make, message) => {
    expect(await refused(await make())).toMatch(message);
  });

  it('a polyglot of an image and a page is served as the picture alone', async () => {
    const page = '<html><script>document.title = "polyglot"</script></html>';
    const image = Buffer.concat([await jpeg(), Buffer.from(page)]);
    const { body } = await upload(gateway, key, image);
    const { listing } = (await gateway.publish(key, draft())).body;
    await gateway.graphql(SET, { input: { id: listing.id, picture: body.picture.id } }, key);
    const response = await fetch(`${gateway.url}${body.picture.large}`);
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    const served = Buffer.from(await response.arrayBuffer());
    expect(served.includes('script')).toBe(false);
    expect(served.subarray(8, 12).toString()).toBe('WEBP');
  });

  it('an image of one byte more than 10 MB is refused before it is decoded', async () => {
    const padded = Buffer.alloc(MAX_IMAGE_BYTES + 1);
    (await jpeg()).copy(padded);
    const { status, body } = await upload(gateway, key, padded);
    expect({ status, message: body.error.message }).toEqual({
      status: 413,
      message: 'The body is larger than 10485760 bytes: shorten it.',
    });
    expect((await upload(gateway, key, padded.subarray(0, MAX_IMAGE_BYTES))).status).toBe(200);
  });

  it('an image without a credential, or of another type, is not read', async () => {
    expect((await upload(gateway, undefined, await jpeg())).status).toBe(401);
    expect((await upload(gateway, key, Buffer.from('{}'), 'application/json')).status).toBe(415);
  });

  it('a picture of another publisher is given to no listing', async () => {
    const other = await gateway.createKey();
    const { body } = await upload(gateway, other, await photo(50, 50, 5).png().toBuffer());
    const { listing } = (await gateway.publish(key, draft())).body;
    const set = (input: object, token: string) => gateway.graphql(SET, { input }, token);
    const theirs = await set({ id: listing.id, picture: body.picture.id }, key);
    expect(theirs.body.errors?.[0]?.message).toMatch(/^picture is no picture that you have sent/);
    const notTheirs = await set({ id: listing.id, picture: body.picture.id }, other);
    expect(notTheirs.body.errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect((await set({ id: listing.id, picture: '../../etc/passwd' }, key)).body.errors).toHaveLength(1);
  });

  it('an image is sent fifty times at once, and the gateway serves on', async () => {
    const image = await jpeg();
    const keys = await Promise.all(Array.from({ length: 10 }, () => gateway.createKey()));
    const uploads = Array.from({ length: 50 }, (_, index) => upload(gateway, keys[index % 10], image));
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
    const statuses = (await Promise.all(uploads)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  });

  it('images of few publishers that arrive slowly leave room for those of others', async () => {
    const keys = await Promise.all(Array.from({ length: 4 }, () => gateway.createKey()));
    const begun = await Promise.all(keys.flatMap((each) => Array.from({ length: 4 }, () => begin(each))));
    const image = await photo(50, 50).png().toBuffer();
    const { status } = await upload(gateway, await gateway.createKey(), image);
    for (const { socket } of begun) socket.destroy();
    expect(begun.filter(({ isTaken }) => isTaken).length).toBeGreaterThanOrEqual(8);
    expect(status).toBe(200);
  });

  it('an image is refused when the publisher has no space left', async () => {
    const full = await gateway.createKey();
    let last = await upload(gateway, full, await photo(1_280, 1_280, 11).jpeg().toBuffer());
    for (let seed = 12; last.status === 200 && seed < 40; seed += 1)
      last = await upload(gateway, full, await photo(1_280, 1_280, seed).jpeg().toBuffer());
    expect({ status: last.status, message: last.body.error?.message }).toEqual({
      status: 400,
      message: expect.stringMatching(/^Your pictures take up all the space/),
    });
  });
});
