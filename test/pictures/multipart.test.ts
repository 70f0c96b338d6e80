import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { MULTIPART_LIMIT, parseMultipart } from '../../src/adapters/web/multipart.ts';
import { measureBlocking } from '../support/faults/event-loop.ts';

const typeWith = (boundary: string) => `multipart/form-data; boundary=${boundary}`;

describe('a form with a file', () => {
  it('has the texts and the file that fetch sends', async () => {
    const image = new Uint8Array(randomBytes(100_000));
    const form = new FormData();
    form.append('title', 'Ein Käse — "gratis"\r\n--x\r\n');
    form.append('title', '');
    form.append('a"b', 'other');
    form.append('ignored', new Blob(['x']), 'x.txt');
    form.append('picture', new Blob([image]), 'a "b".jpg');
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const body = Buffer.from(await request.arrayBuffer());
    const { fields, file } = await parseMultipart(body, request.headers.get('content-type') ?? '');
    expect([...fields]).toEqual([
      ['title', 'Ein Käse — "gratis"\r\n--x\r\n'],
      ['title', ''],
      ['a"b', 'other'],
    ]);
    expect(file).toEqual(image);
  });

  it.each([
    ['nothing', ''],
    ['another boundary', '--y\r\nContent-Disposition: form-data; name="a"\r\n\r\nA\r\n--y--\r\n'],
    ['a part without a name', '--x\r\nContent-Type: text/plain\r\n\r\nA\r\n--x--\r\n'],
    ['no end', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nA\r\n--x\r\n'],
    [
      'long headers',
      `--x\r\nContent-Disposition: form-data; name="${'a'.repeat(5_000)}"\r\n\r\nA\r\n--x--\r\n`,
    ],
  ])('is refused with %s', async (_what, body) => {
    await expect(parseMultipart(Buffer.from(body), typeWith('x'))).rejects.toThrow('is not complete');
  });

  const PART = '--x\r\nContent-Disposition: form-data; name="a"\r\n';
  const dashes = '-'.repeat(66);
  it.each([
    ['a long text', 'x', `${PART}\r\n`, 'é', '\r\n--x--\r\n'],
    ['long headers', 'x', PART, 'X-Other: a\r\n', '\r\nA\r\n--x--\r\n'],
    ['a long name', 'x', '--x\r\nContent-Disposition: form-data; name="', 'a', '"\r\n\r\nA\r\n--x--\r\n'],
    ['many parts', 'x', '', `${PART}\r\n\r\n`, '--x--\r\n'],
    ['many line ends', 'x', `${PART}\r\n`, '\r\n', '\r\n--x--\r\n'],
    ['what resembles its boundary', `${dashes}x`, `--${dashes}x\r\n\r\n\r\n`, `\r\n--${dashes}`, ''],
    ['dashes', `a${dashes}`, `--a${dashes}\r\n${PART.slice(5)}\r\n`, '-', ''],
  ])('costs little time with %s', async (_what, boundary, start, repeated, end) => {
    const count = (MULTIPART_LIMIT - start.length - end.length) / Buffer.byteLength(repeated);
    const body = Buffer.from(start + repeated.repeat(count) + end);
    const { ms } = await measureBlocking(async () => {
      await parseMultipart(body, typeWith(boundary)).catch(() => undefined);
    });
    expect(ms).toBeLessThan(250);
  });
});
