import { describe, expect, it } from '@jest/globals';
import { FEEDS, gateway, newPlatform, publish, read, useDocumentsGateway } from './documents-gateway.ts';

useDocumentsGateway();

const endDate = '2031-05-05T05:05:05Z';

describe.each([...FEEDS, '/feed.ics'])('%s', (feed) => {
  it('gets 304 while it is unchanged, and another ETag for other content', async () => {
    const platform = newPlatform();
    const path = `${feed}?platforms=${platform}`;
    await publish({ platform, endDate });
    const etag = (await read(path)).headers.get('etag') ?? '';

    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const response = await read(path, { 'if-none-match': known });
      expect(response).toMatchObject({ status: 304, text: '' });
      expect(response.headers.get('etag')).toBe(etag);
      expect(response.headers.get('cache-control')).toMatch(/^public, max-age=\d+/);
    }
    expect((await read(path, { 'if-none-match': '"other"' })).status).toBe(200);

    const second = newPlatform();
    await publish({ platform: second, endDate });
    const changed = await read(`${feed}?platforms=${platform}&platforms=${second}`);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it('answers HEAD with the headers of GET', async () => {
    const path = `${feed}?platforms=${newPlatform()}`;
    const got = await read(path);
    const { status, headers, text } = await gateway.rest('HEAD', path);
    expect({ status, text }).toEqual({ status: 200, text: '' });
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'vary'])
      expect([name, headers.get(name)]).toEqual([name, got.headers.get(name)]);
  });

  it('may be cached for at most ten minutes, and states its age', async () => {
    const { headers } = await read(`${feed}?platforms=${newPlatform()}`);
    const seconds = headers.get('cache-control')?.match(/\d+/g) ?? [];
    expect(headers.get('cache-control')).toMatch(/^public, /);
    expect(seconds.length).toBeGreaterThan(0);
    for (const each of seconds) expect(Number(each)).toBeLessThanOrEqual(600);
    expect(headers.get('age')).toMatch(/^\d+$/);
    expect(headers.get('vary')).toContain('accept-encoding');
  });

  it.each(['gzip', 'br'])(
    'is compressed with %s for clients that accept it, with the same content',
    async (coding) => {
      const platform = newPlatform();
      for (let count = 0; count < 3; count += 1)
        await publish({ platform, endDate, description: 'text '.repeat(400) });
      const path = `${feed}?platforms=${platform}`;
      const plain = await read(path, { 'accept-encoding': 'identity' });

      const response = await read(path, { 'accept-encoding': coding });

      expect(response.headers.get('content-encoding')).toBe(coding);
      expect(response.text).toBe(plain.text);
    },
  );
});
