import { describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { once } from 'node:events';
import { gateway, newPlatform, publish, read, useDocumentsGateway } from './documents-gateway.ts';

useDocumentsGateway();

const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('An export of the feed', () => {
  it('has every listing that matches, over several pages, the newest first', async () => {
    const platform = newPlatform();
    for (let index = 0; index < 103; index += 1) await publish({ platform, title: `Lantern ${index}` });
    await publish({ platform: newPlatform() });

    const { status, headers, text } = await read(`/feed.ndjson?platforms=${platform}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    const rows = rowsOf(text);
    expect(rows.map(({ title }) => title)).toEqual(
      Array.from({ length: 103 }, (_, index) => `Lantern ${102 - index}`),
    );

    const { text: rest } = await read(
      `/feed.ndjson?platforms=${platform}&after=${String(rows[100]?.['cursor'])}`,
    );
    expect(rowsOf(rest).map(({ title }) => title)).toEqual(['Lantern 1', 'Lantern 0']);
  });

  it('has a listing that changes between two files in the second one', async () => {
    const platform = newPlatform();
    const fields = (number: number) => ({ platform, sourceExternalId: `${platform}-${number}` });
    for (const number of [1, 2, 3]) await publish(fields(number));
    const [first] = rowsOf((await read(`/feed.ndjson?platforms=${platform}`)).text);

    await publish({ ...fields(1), title: 'Changed' });
    const { text } = await read(`/feed.ndjson?platforms=${platform}&after=${String(first?.['cursor'])}`);
    expect(rowsOf(text).map(({ title }) => title)).toEqual([expect.any(String), 'Changed']);
  });

  it('is CSV with a line of names, and no text of it is a formula', async () => {
    const platform = newPlatform();
    await publish({ platform, title: '=1+1', description: 'Two "nights",\nfor two' });
    const { headers, text } = await read(`/feed.csv?platforms=${platform}`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(text).toMatch(/^cursor,id,sourceExternalId,title,/);
    expect(text).toContain(`,'=1+1,`);
    expect(text).toContain('"Two ""nights"",\nfor two"');
  });

  it.each(['first=5', 'last=5', 'verified=perhaps', 'after=nonsense', 'colour=red'])(
    'is refused with %s before it begins',
    async (query) => expect((await read(`/feed.csv?${query}`)).status).toBe(400),
  );

  it('ends when its reader leaves, and keeps no other waiting', async () => {
    const platform = newPlatform();
    for (let index = 0; index < 20; index += 1) await publish({ platform, description: 'long '.repeat(800) });
    const { port, hostname } = new URL(gateway.url);
    for (let index = 0; index < 70; index += 1) {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(`GET /feed.ndjson?platforms=${platform} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
      setTimeout(() => socket.destroy(), 50);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { status, text } = await read(`/feed.ndjson?platforms=${platform}`);
    expect(status).toBe(200);
    expect(rowsOf(text)).toHaveLength(20);
  });
});
