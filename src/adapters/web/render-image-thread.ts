import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import { withDrawnTexts, withFittingTexts } from './drawn-texts.ts';
import { lowerThreadPriority } from '../../runtime/threads/thread-priority.ts';

// Requests take precedence when the processors are busy.
const NICE = 10;
lowerThreadPriority(NICE);

const { resolve } = createRequire(import.meta.url);
const fontFiles = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((name) =>
  resolve(`dejavu-fonts-ttf/ttf/${name}`),
);
const font = { fontFiles, loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' };

// The entry of the thread that render-image.ts starts: returns the PNG image of each SVG text, or the message of an error.
parentPort?.on('message', (svg: string) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin, as a window has.
  parentPort?.postMessage(render(svg));
});

function render(svg: string): Uint8Array | string {
  try {
    const drawn = withDrawnTexts(svg, font, (texts, fonts) => new Resvg(texts, { font: fonts }).toString());
    const options = { font: drawn.fonts };
    const fitting = withFittingTexts(drawn.svg, (texts) => new Resvg(texts, options).getBBox()?.width ?? 0);
    return new Uint8Array(new Resvg(fitting, options).render().asPng());
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
