import { z } from 'zod';
import type { RateLimits } from '../access/rate-limits.ts';
import { requireAllowance } from '../access/require-allowance.ts';
import type { PublisherStore } from '../accounts/publisher-store.ts';
import type { Clock } from '../clock.ts';
import { DomainError } from '../errors.ts';
import { blockedPublisher, ensurePublisher } from '../publishers/set-publisher-profile.ts';
import { defineUseCase } from '../use-case.ts';
import type { ImageDecoder } from './image-decoder.ts';
import type { PictureSpace, PictureStore } from './picture-store.ts';
import { picturesOff, toShownPicture, type Picture, type ShownPicture } from './picture.ts';

export type UploadPorts = {
  clock: Clock;
  imageDecoder: ImageDecoder;
  pictures: PictureStore;
  pictureSpace: PictureSpace;
  publishers: PublisherStore;
  rateLimits: RateLimits;
};

/**
 * Makes a picture of an image and stores it for the caller's publisher; the same image gives the same picture. Throws
 * UNAUTHORIZED (PUBLISHER_BLOCKED), RATE_LIMITED, INVALID_PAYLOAD and SERVICE_UNAVAILABLE.
 */
export const uploadPicture = defineUseCase({
  permission: 'giveaways:publish',
  input: z.object({ image: z.instanceof(Uint8Array) }),

  async execute(ports: UploadPorts, caller, { image }): Promise<ShownPicture> {
    const { imageDecoder, pictureSpace, publishers, rateLimits } = ports;
    if (pictureSpace.inAll === 0) throw picturesOff();
    const publisherId = await ensurePublisher(ports, ports, caller);
    const [publisher] = await publishers.findMany([publisherId]);
    if (publisher === undefined || publisher.blockedReason !== null) throw blockedPublisher(publisher);
    requireAllowance(await rateLimits.consume('picture-upload', publisherId));
    const picture = await imageDecoder.decode(image, publisherId);
    await storePicture(ports, publisherId, picture);
    return show(picture.id);
  },
});

/** Stores a picture of a publisher. Throws INVALID_PAYLOAD or SERVICE_UNAVAILABLE when there is no room for it. */
export async function storePicture(
  { pictures, pictureSpace }: Pick<UploadPorts, 'pictures' | 'pictureSpace'>,
  publisherId: string,
  picture: Picture,
): Promise<void> {
  const full = await pictures.add(publisherId, picture, pictureSpace);
  if (full === 'ofPublisher')
    throw new DomainError(
      'INVALID_PAYLOAD',
      'Your pictures take up all the space that a publisher has: remove those of withdrawn listings, and try again tomorrow.',
      { reason: 'PICTURE_SPACE_USED' },
    );
  if (full === 'inAll')
    throw new DomainError(
      'SERVICE_UNAVAILABLE',
      'The pictures of all publishers take up all their space: the operator has to raise PICTURE_STORAGE_MB.',
      { reason: 'PICTURE_STORAGE_FULL', retryAfterSeconds: 3_600 },
    );
}

function show(id: string): ShownPicture {
  const shown = toShownPicture(id);
  if (shown === undefined) throw new Error(`${id} is no id of a picture.`);
  return shown;
}
