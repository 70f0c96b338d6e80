import { DomainError } from '../errors.ts';

/** The largest image that is taken, in bytes as sent: 10 MB. */
export const MAX_IMAGE_BYTES = 10_485_760;

/** The sizes of a picture, the smallest first: at most 320, 640 and 1,280 pixels on the longer side. */
export const PICTURE_SIZES = ['small', 'medium', 'large'] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];

/** What a picture's files are. */
export const PICTURE_TYPE = 'image/webp';

/** An image of a publisher, decoded and encoded again, in each size. */
export interface Picture extends Readonly<Record<PictureSize, Uint8Array>> {
  /** The SHA-256 hash of its files in 64 hexadecimal digits, `-`, and the width, `x` and the height of the large one. */
  readonly id: string;
}

/** A picture as the APIs show it. */
export interface ShownPicture extends Readonly<Record<PictureSize, string>> {
  readonly id: string;
  /** Of the large size, in pixels. */
  readonly width: number;
  readonly height: number;
}

const ID = /^[0-9a-f]{64}-([1-9]\d{0,3})x([1-9]\d{0,3})$/;

/** A picture with this id, and the paths of its files below the public URL; undefined when it is no id of a picture. */
export function toShownPicture(id: string): ShownPicture | undefined {
  const [, width, height] = ID.exec(id) ?? [];
  if (width === undefined) return undefined;
  const paths = PICTURE_SIZES.map((size) => [size, `/pictures/${id}/${size}.webp`]);
  const files = Object.fromEntries(paths) as Record<PictureSize, string>;
  return { id, width: Number(width), height: Number(height), ...files };
}

/** The error where no images are taken: the operator wants none, or this instance cannot decode them. */
export function picturesOff(cause?: string): DomainError {
  return new DomainError('SERVICE_UNAVAILABLE', 'This service takes no images at the moment.', {
    reason: 'PICTURES_OFF',
    retryAfterSeconds: 3_600,
    cause,
  });
}

/** Why an image is not taken. */
export const IMAGE_REFUSALS = {
  IMAGE_FORMAT: 'The file is not a JPEG, PNG, WebP or AVIF image: save it in one of these formats.',
  IMAGE_ANIMATED: 'The image is animated: send a single image.',
  IMAGE_BROKEN: 'The image cannot be decoded, it may be incomplete: save it again, then send it.',
  IMAGE_TOO_LARGE: 'The image has more than 40 million pixels, or takes up too much memory: make it smaller.',
  IMAGE_TOO_SMALL: 'The image has fewer than 16 pixels on one side: send a larger one.',
} as const;
export type ImageRefusal = keyof typeof IMAGE_REFUSALS;

/** The error for an image that is not taken. */
export function refusedImage(reason: ImageRefusal): DomainError {
  return new DomainError('INVALID_PAYLOAD', IMAGE_REFUSALS[reason], { reason });
}
