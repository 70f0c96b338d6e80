import { DomainError } from '../errors.ts';
import type { FeedChanges } from '../listings/feed-changes.ts';
import type { ImageDecoder } from './image-decoder.ts';
import { ImageFetchFailed, type DueImage, type ImageFetches, type ImageFetchStore } from './image-fetches.ts';
import type { PictureSpace, PictureStore } from './picture-store.ts';
import { storePicture } from './upload-picture.ts';

/** A slow host delays three other images for as long as an answer takes. */
const AT_ONCE = 4;
/** The seconds until the second and the third attempt; then the image is given up. */
const RETRY_SECONDS = [3_600, 21_600] as const;

type FetchPorts = {
  feedChanges: FeedChanges;
  imageDecoder: ImageDecoder;
  imageFetches: ImageFetches;
  imageFetchStore: ImageFetchStore;
  pictures: PictureStore;
  pictureSpace: PictureSpace;
};

interface FetchRun {
  /** `busy`: images are left; `stopped`: this service can store none at the moment. */
  readonly end: 'done' | 'busy' | 'stopped';
  readonly failures: readonly unknown[];
}

/** How an attempt ended: with a picture, to be tried again, or given up. */
export type FetchOutcome = 'fetched' | 'failed' | 'given_up';

/**
 * Fetches the images of public listings that have no picture, each once, and a few times more while its host does not answer (job
 * 'fetch-images'). Stops early when `isOver`.
 */
export async function fetchImages(
  ports: FetchPorts,
  isOver: () => boolean,
  note: (outcome: FetchOutcome) => void,
): Promise<FetchRun> {
  let hasFetched = false;
  try {
    for (;;) {
      if (isOver()) return { end: 'busy', failures: [] };
      const due = await ports.imageFetchStore.claimDue(AT_ONCE);
      const outcomes = await Promise.allSettled(due.map((each) => attempt(ports, each)));
      const ended = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      const failures = outcomes.flatMap((each) =>
        each.status === 'rejected' ? [each.reason as unknown] : [],
      );
      for (const outcome of ended) note(outcome);
      hasFetched ||= ended.includes('fetched');
      if (failures.length > 0) return { end: 'stopped', failures };
      if (due.length < AT_ONCE) return { end: 'done', failures };
    }
  } finally {
    // Once a run: each announcement makes all cached pages of the feed stale.
    if (hasFetched) ports.feedChanges.announce();
  }
}

/** Throws what is no fault of the image. */
async function attempt(ports: FetchPorts, due: DueImage): Promise<FetchOutcome> {
  try {
    const picture = await ports.imageDecoder.decode(await ports.imageFetches.fetch(due.url));
    await storePicture(ports, due.publisherId, picture);
    await ports.imageFetchStore.settle(due, picture.id);
    return 'fetched';
  } catch (error) {
    const { failure, isFinal } = toFailure(error);
    const retry = isFinal ? undefined : RETRY_SECONDS[due.attempts - 1];
    await ports.imageFetchStore.fail(due, failure, retry ?? null);
    return retry === undefined ? 'given_up' : 'failed';
  }
}

function toFailure(error: unknown): Pick<ImageFetchFailed, 'failure' | 'isFinal'> {
  if (error instanceof ImageFetchFailed) return error;
  if (!(error instanceof DomainError) || error.code !== 'INVALID_PAYLOAD' || error.reason === undefined)
    throw error;
  return { failure: error.reason, isFinal: error.reason !== 'PICTURE_SPACE_USED' };
}
