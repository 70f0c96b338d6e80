import { LRUCache } from 'lru-cache';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from '../../adapters/http/body.ts';
import { allowSlowUpload } from '../../adapters/http/slow-senders.ts';
import type { PictureFiles } from '../../adapters/rest/pictures/picture-files.ts';
import { DomainError } from '../../core/errors.ts';
import type { PictureStore } from '../../core/pictures/picture-store.ts';
import { createSlots } from '../../runtime/concurrency/slots.ts';

/** Files of pictures that are remembered, in bytes. */
const REMEMBERED_BYTES = 16_777_216;
/** A picture of a listing that was hidden or withdrawn is served for this long. */
const REMEMBERED_MS = 60_000;
/** Images that are received at once: each takes up to 10 MB of memory. */
const RECEIVED_AT_ONCE = 16;
/** The others of these are for publishers who send none at the moment. */
const SHARED = 8;
/** More than impatient clicks on one button: what a browser has given up is decoded all the same. */
const OF_PUBLISHER_AT_ONCE = 4;
const RETRY_AFTER_SECONDS = 5;

/** Finds files of pictures, and remembers those of public listings. */
export function createPictureFiles(pictures: Pick<PictureStore, 'find'>): PictureFiles {
  const known = new LRUCache<string, Uint8Array>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ({ length }) => length,
    ttl: REMEMBERED_MS,
  });
  return {
    recall: (id, size) => known.get(`${id}/${size}`),
    async find(id, size) {
      const file = await pictures.find(id, size, undefined);
      if (file) known.set(`${id}/${size}`, file);
      return file;
    },
    findOwn: (id, size, reader) => pictures.find(id, size, reader),
  };
}

/** Receives bodies with images, few at once. Throws RATE_LIMITED, SERVICE_UNAVAILABLE and what `readBody` throws. */
export function createImageReader() {
  const slots = createSlots({
    perUser: OF_PUBLISHER_AT_ONCE,
    inAll: RECEIVED_AT_ONCE,
    shared: SHARED,
    refusal: (isOfUser) =>
      isOfUser
        ? new DomainError('RATE_LIMITED', `Send at most ${OF_PUBLISHER_AT_ONCE} images at once.`, {
            retryAfterSeconds: RETRY_AFTER_SECONDS,
          })
        : new DomainError('SERVICE_UNAVAILABLE', 'Many images are being sent now: try again shortly.', {
            retryAfterSeconds: RETRY_AFTER_SECONDS,
          }),
  });
  return <Result>(
    request: IncomingMessage,
    response: ServerResponse,
    user: string,
    limit: number,
    use: (body: Buffer) => Promise<Result>,
  ): Promise<Result> =>
    slots(user, async () => {
      allowSlowUpload(request);
      return use(await readBody(request, response, limit));
    });
}
