import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createImageDecoder } from '../../src/adapters/pictures/decode-image.ts';
import { costlyJpeg, photo } from './support/images.ts';

const small = () => photo(50, 50).png().toBuffer();

/** A decoder whose process runs this program. */
async function withProgram(
  program: string,
  times: Parameters<typeof createImageDecoder>[1],
  use: (decoder: ReturnType<typeof createImageDecoder>) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'decode-'));
  const entry = join(folder, 'decode-process.ts');
  await writeFile(entry, program);
  try {
    await use(createImageDecoder(entry, times));
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('Images that take long to decode', () => {
  it('delay a publisher who sends one image by one of them', async () => {
    const decoder = createImageDecoder();
    const costly = await costlyJpeg(1_000);
    const order: string[] = [];
    const send = async (publisherId: string, image: Uint8Array) => {
      await decoder.decode(image, publisherId);
      order.push(publisherId);
    };
    const many = Array.from({ length: 4 }, () => send('pub_many', costly));
    await Promise.all([...many, send('pub_one', await small())]);
    expect(order).toEqual(['pub_many', 'pub_one', 'pub_many', 'pub_many', 'pub_many']);
  });

  it('are refused for a while, and those of other publishers are not', async () => {
    const decoder = createImageDecoder(undefined, { cpuSeconds: 15, longestMs: 30_000, ofPublisherMs: 1 });
    const image = await small();
    await decoder.decode(image, 'pub_many');
    const refused = { code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) };
    await expect(decoder.decode(image, 'pub_many')).rejects.toMatchObject(refused);
    expect(await decoder.decode(image, 'pub_one')).toMatchObject({ id: expect.stringMatching(/-50x50$/) });
  });

  it('are decoded once, also when they end a process that has decoded others', async () => {
    // The first image is too small; the second one works for more than a second, and then ends the process.
    const program = `
      let images = 0;
      process.on('message', () => {
        images += 1;
        if (images === 1) process.send({ kind: 'refused', why: 'TOO_SMALL' });
        else setTimeout(() => process.exit(1), 1_500);
      });`;
    await withProgram(program, { cpuSeconds: 15, longestMs: 30_000 }, async (decoder) => {
      const image = await small();
      await expect(decoder.decode(image, 'pub_one')).rejects.toMatchObject({ reason: 'IMAGE_TOO_SMALL' });
      await expect(decoder.decode(image, 'pub_one')).rejects.toMatchObject({ reason: 'IMAGE_BROKEN' });
    });
  });

  it('are no fault of the service, while many wait', async () => {
    await withProgram(`process.on('message', () => undefined);`, { longestMs: 50 }, async (decoder) => {
      const image = await small();
      const waiting = Array.from({ length: 34 }, (_, index) => decoder.decode(image, `pub_${index}`));
      const outcomes = Promise.allSettled(waiting);
      expect(await decoder.findFault()).toBeUndefined();
      expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true);
    });
  });
});
