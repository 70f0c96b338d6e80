import { expect, it } from '@jest/globals';
import { Resvg } from '@resvg/resvg-js';
import { renderPng } from '../../src/adapters/web/render-image.ts';

const IMAGES = 10;

const imageOf = (text: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="#123"/>
    <text x="60" y="90" font-size="48" fill="#fff">${text}</text></svg>`;

/** The CPU time of this thread while it draws each image; the median, since a collection of garbage may fall into one. */
async function medianCpu(draw: (svg: string) => Promise<Uint8Array> | Uint8Array): Promise<number> {
  const times: number[] = [];
  // One after the other: of more at once, some are refused on a slow machine.
  for (let index = 0; index < IMAGES; index += 1) {
    const before = process.threadCpuUsage();
    const image = await draw(imageOf(`Image ${index}`));
    const { user, system } = process.threadCpuUsage(before);
    times.push(user + system);
    expect(Buffer.from(image).subarray(1, 4).toString('latin1')).toBe('PNG');
  }
  return times.toSorted((one, other) => one - other)[IMAGES / 2] as number;
}

it('draws images without the time of the thread that answers requests', async () => {
  await renderPng(imageOf('first'));
  const here = await medianCpu((svg) => new Resvg(svg).render().asPng());
  expect(await medianCpu(renderPng)).toBeLessThan(here / 3);
});

it('refuses an image that cannot be drawn, and draws the next one', async () => {
  await expect(renderPng('<svg')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    retryAfterSeconds: 2,
  });
  expect((await renderPng(imageOf('next'))).length).toBeGreaterThan(1_000);
});
