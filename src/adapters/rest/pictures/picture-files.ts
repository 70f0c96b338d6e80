import type { PictureReader } from '../../../core/pictures/picture-store.ts';
import type { PictureSize } from '../../../core/pictures/picture.ts';

/** The files of pictures. */
export interface PictureFiles {
  /** A file of a public listing that was found a short time ago. */
  recall(id: string, size: PictureSize): Uint8Array | undefined;
  /** A file of a public listing. */
  find(id: string, size: PictureSize): Promise<Uint8Array | undefined>;
  /** A file of any picture of a publisher that the reader may act for. */
  findOwn(id: string, size: PictureSize, reader: PictureReader): Promise<Uint8Array | undefined>;
}
