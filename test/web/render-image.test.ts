import { expect, it } from '@jest/globals';
import { renderPng } from '../../src/adapters/web/render-image.ts';

const IMAGES = 10;
/** Encoding alone takes several times as long. */
const MAX_CPU_MS = 3;

const imageOf = (text: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="#123"/>
    <text x="60" y="90" font-size="48" fill="#fff">${text}</text></svg>`;

it('draws images without the time of the thread that answers requests', async () => {
  await renderPng(imageOf('first'));
  const before = process.threadCpuUsage();
  const images: Uint8Array[] = [];
  // One after the other: of more at once, some are refused on a slow machine.
  for (let index = 0; index < IMAGES; index += 1) images.push(await renderPng(imageOf(`Image ${index}`)));
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000 / IMAGES).toBeLessThan(MAX_CPU_MS);
  for (const image of images) expect(Buffer.from(image).subarray(1, 4).toString('latin1')).toBe('PNG');
});

it('refuses an image that cannot be drawn, and draws the next one', async () => {
  await expect(renderPng('<svg')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    retryAfterSeconds: 2,
  });
  expect((await renderPng(imageOf('next'))).length).toBeGreaterThan(1_000);
});
