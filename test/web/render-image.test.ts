import { expect, it } from '@jest/globals';
import { Resvg } from '@resvg/resvg-js';
import { renderPng } from '../../src/adapters/web/render-image.ts';

const imageOf = (text: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="#123"/>
    <text x="60" y="90" font-size="48" fill="#fff">${text}</text></svg>`;

/** How often the event loop of this thread turns until the image is drawn. */
async function turnsDuring(draw: () => Promise<Uint8Array> | Uint8Array): Promise<number> {
  let turns = 0;
  let immediate = setImmediate(function turn() {
    turns += 1;
    immediate = setImmediate(turn);
  });
  const image = await draw();
  clearImmediate(immediate);
  expect(Buffer.from(image).subarray(1, 4).toString('latin1')).toBe('PNG');
  return turns;
}

it('draws images in another thread than that which answers requests', async () => {
  expect(await turnsDuring(() => new Resvg(imageOf('here')).render().asPng())).toBe(0);
  await renderPng(imageOf('first'));
  expect(await turnsDuring(() => renderPng(imageOf('elsewhere')))).toBeGreaterThan(10);
});

it('draws the same image once', async () => {
  expect(await renderPng(imageOf('again'))).toBe(await renderPng(imageOf('again')));
});

it('refuses an image that cannot be drawn, and draws the next one', async () => {
  await expect(renderPng('<svg')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    retryAfterSeconds: 2,
  });
  expect((await renderPng(imageOf('next'))).length).toBeGreaterThan(1_000);
});
