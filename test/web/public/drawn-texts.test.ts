import { describe, expect, it } from '@jest/globals';
import { Resvg } from '@resvg/resvg-js';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { withDrawnTexts, type Fonts } from '../../../src/adapters/web/drawn-texts.ts';
import { renderPng } from '../../../src/adapters/web/render-image.ts';
import { eventually } from '../../support/eventually.ts';

const MAX_MEMORY = 100_000_000;
const { resolve } = createRequire(import.meta.url);
const FONTS: Fonts = {
  fontFiles: ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) => resolve(`dejavu-fonts-ttf/ttf/${name}`)),
  loadSystemFonts: false,
  defaultFontFamily: 'DejaVu Sans',
};

const imageOf = (text: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="200"><rect width="1200" height="200" fill="#123"/>
    <text x="60" y="90" font-size="48" fill="#fff" data-otherwise="Draws">${text}</text></svg>`;

/** The texts that are drawn, on a computer without fonts, and whether fonts of the system were asked for. */
function drawnOf(text: string): { readonly text: string | undefined; readonly isSystemAsked: boolean } {
  let isSystemAsked = false;
  const drawn = withDrawnTexts(imageOf(text), FONTS, (svg, font) => {
    isSystemAsked ||= font.loadSystemFonts === true;
    return new Resvg(svg, { font: { ...font, loadSystemFonts: false } }).toString();
  });
  return { text: /<text[^>]*>([^<]*)</.exec(drawn.svg)?.[1], isSystemAsked };
}

const pixelsOf = async (text: string) =>
  (
    await sharp(await renderPng(imageOf(text)))
      .raw()
      .toBuffer()
  ).toString('base64');

describe('A text of an image', () => {
  it.each([
    ['Latin', 'Win a bicycle &amp; a <b>'.replace('<b>', '&lt;b&gt;')],
    ['Greek and Cyrillic', 'Κέρδισε Выиграй'],
    ['Arabic', 'رحلة لشخصين'],
    ['Hebrew', 'טיול לשניים'],
    ['Armenian and Georgian', 'Շահիր მოიგე'],
    ['combined marks', 'Cafe\u0301'],
  ])('is drawn as it is, without fonts of the system: %s', (_script, text) => {
    expect(drawnOf(text)).toEqual({ text, isSystemAsked: false });
  });

  it.each([
    ['an emoji', 'Win a 🎁 bicycle', 'Win a bicycle'],
    ['a joined emoji', 'Win 👩‍🚀 a flight', 'Win a flight'],
    ['a few letters of another script', 'Lanterns of 東京, ten of them', 'Lanterns of , ten of them'],
    ['letters beside what markup escapes', 'A &amp; B 夏 C', 'A &amp; B C'],
    ['a mark that no font has, at what markup escapes', 'Ab &amp;\u{1d165} C', 'Ab C'],
  ])('loses what no font has: %s', (_what, text, drawn) => {
    expect(drawnOf(text)).toEqual({ text: drawn, isSystemAsked: true });
  });

  it.each([
    ['Chinese', '夏季自行车抽奖'],
    ['Japanese', '夏のキャンペーン2027'],
    ['Korean', '여름 자전거 경품'],
    ['emoji alone', '🎁🎁🎁'],
    ['characters of private use', '\u{10fff0}\u{10fff1}'],
  ])('is the other text when most of it is lost: %s', (_what, text) => {
    expect(drawnOf(text)).toEqual({ text: 'Draws', isSystemAsked: true });
  });

  it('has no picture of an unknown character', async () => {
    expect(await pixelsOf('Win a \u{10fff0} bicycle')).toBe(await pixelsOf('Win a bicycle'));
    expect(await pixelsOf('\u{10fff0}\u{10fff1}')).toBe(await pixelsOf('Draws'));
    expect(await pixelsOf('رحلة')).not.toBe(await pixelsOf('Draws'));
  });

  it('takes bounded memory with characters of every block', async () => {
    const text = Array.from({ length: 200 }, (_one, index) => String.fromCodePoint(0x3_000 + index * 170));
    // A machine with other work to do may need longer for an image than a visitor waits.
    const draw = (drawn: string) =>
      eventually(
        () =>
          renderPng(imageOf(drawn)).then(
            () => true,
            () => false,
          ),
        (isDrawn) => isDrawn,
        60_000,
      );
    expect(await draw('first')).toBe(true);
    const before = process.memoryUsage().rss;
    for (let round = 0; round < 3; round += 1) expect(await draw(text.join(''))).toBe(true);
    expect(process.memoryUsage().rss - before).toBeLessThan(MAX_MEMORY);
  });
});
