import { setPriority } from 'node:os';
import type { Sharp, SharpOptions } from 'sharp';

/*
 * The process that decode-image.ts starts. It alone decodes images of strangers: without the environment of the service, with
 * little memory, for seconds. It imports nothing of the service.
 */

/** What the process answers for an image. */
export type Decoded =
  | {
      readonly kind: 'picture';
      readonly width: number;
      readonly height: number;
      readonly small: Uint8Array;
      readonly medium: Uint8Array;
      readonly large: Uint8Array;
    }
  | { readonly kind: 'refused'; readonly why: Refusal }
  | { readonly kind: 'unavailable'; readonly message: string };
export type Refusal = 'BROKEN' | 'TOO_LARGE' | 'TOO_SMALL' | 'ANIMATED';

/** The longer side of each size, in pixels. */
const SIDES = { small: 320, medium: 640, large: 1_280 };
const QUALITY = 80;
/** Decoded, an image of so many pixels takes at most 320 MB: 8 bytes each. */
const MAX_PIXELS = 40_000_000;
const LEAST_SIDE = 16;
// Requests take precedence when the processors are busy.
const NICE = 10;

setPriority(NICE);

const loaded = import('sharp').then(
  ({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['JpegBuffer', 'PngBuffer', 'WebpBuffer', 'HeifBuffer'].map(
        (name) => `VipsForeignLoad${name}`,
      ),
    });
    return sharp;
  },
  (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '',
);

process.on('message', (image: Uint8Array | null) => {
  void decode(image).then((decoded) => process.send?.(decoded));
});

/** Null asks only whether images can be decoded. */
async function decode(image: Uint8Array | null): Promise<Decoded> {
  const sharp = await loaded;
  if (typeof sharp === 'string') return { kind: 'unavailable', message: sharp };
  if (image === null) return { kind: 'refused', why: 'BROKEN' };
  const open = (input: Uint8Array, options?: SharpOptions): Sharp =>
    sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'error', ...options });
  try {
    const { width, height, pages = 1 } = await open(image).metadata();
    if (width * height > MAX_PIXELS) return { kind: 'refused', why: 'TOO_LARGE' };
    if (pages > 1) return { kind: 'refused', why: 'ANIMATED' };
    if (Math.min(width, height) < LEAST_SIDE) return { kind: 'refused', why: 'TOO_SMALL' };
    // Only pixels go on: no position, name of a camera or text of the file.
    const { data, info } = await resize(open(image).autoOrient(), SIDES.large)
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width: rawWidth, height: rawHeight, channels } = info;
    const encode = (side: number) =>
      resize(open(data, { raw: { width: rawWidth, height: rawHeight, channels } }), side)
        .webp({ quality: QUALITY })
        .toBuffer();
    const [small, medium, large] = [
      await encode(SIDES.small),
      await encode(SIDES.medium),
      await encode(SIDES.large),
    ];
    return { kind: 'picture', width: rawWidth, height: rawHeight, small, medium, large };
  } catch (error) {
    // AVIF takes up most: about 30 bytes a pixel.
    const isTooLarge = error instanceof Error && /pixel limit|memory/i.test(error.message);
    return { kind: 'refused', why: isTooLarge ? 'TOO_LARGE' : 'BROKEN' };
  }
}

function resize(image: Sharp, side: number): Sharp {
  return image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}
