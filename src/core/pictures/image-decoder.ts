import type { Picture } from './picture.ts';

/** Makes pictures of images that strangers send. */
export interface ImageDecoder {
  /**
   * Publishers take turns. Throws INVALID_PAYLOAD with a reason of IMAGE_REFUSALS; RATE_LIMITED when the images of the publisher have
   * taken long of late; or SERVICE_UNAVAILABLE: many images wait, or (PICTURES_OFF) none can be decoded here.
   */
  decode(image: Uint8Array, publisherId: string): Promise<Picture>;
  /** Why no image can be decoded here; undefined when images can. */
  findFault(): Promise<string | undefined>;
}
