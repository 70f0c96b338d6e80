import { createRequire } from 'node:module';
import { DomainError } from '../../core/errors.ts';
import { createGate } from '../../runtime/gate.ts';

const FONT_FILES = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'];
const RETRY_AFTER_SECONDS = 2;
const GATE = {
  atOnce: 1,
  slowMs: 1_000,
  mostWaiting: 16,
  longestWaitMs: 2_000,
  refusal: () =>
    new DomainError(
      'SERVICE_UNAVAILABLE',
      'There are too many images to draw at the moment: try again shortly.',
      {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      },
    ),
};
const gate = createGate(GATE);

/**
 * Converts an SVG image to PNG, in a thread of its own, one image at a time. The text of the image uses DejaVu Sans; other images
 * are never loaded. Throws SERVICE_UNAVAILABLE when too many images wait.
 */
export function renderPng(svg: string): Promise<Uint8Array> {
  return gate.run(async () => {
    const { renderAsync } = await import('@resvg/resvg-js');
    const { resolve } = createRequire(import.meta.url);
    const fontFiles = FONT_FILES.map((file) => resolve(`dejavu-fonts-ttf/ttf/${file}`));
    const image = await renderAsync(svg, {
      font: { fontFiles, loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' },
    });
    return image.asPng();
  });
}
