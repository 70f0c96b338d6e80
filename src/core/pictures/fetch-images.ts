import { DomainError } from '../errors.ts';
import type { FeedChanges } from '../listings/feed-changes.ts';
import type { ImageDecoder } from './image-decoder.ts';
import { ImageFetchFailed, type DueImage, type ImageFetches, type ImageFetchStore } from './image-fetches.ts';
import type { PictureSpace, PictureStore } from './picture-store.ts';
import type { Picture } from './picture.ts';
import { storePicture } from './upload-picture.ts';

/** A slow host delays three other images for as long as an answer takes. */
const AT_ONCE = 4;
/** The seconds until the second and the third attempt; then the image is given up. */
const RETRY_SECONDS = [3_600, 21_600] as const;
/**
 * Then an image for which its publisher has no space or no time is tried once a day; the first one once so much of the space is free.
 */
const SPACE_SECONDS = 86_400;
const FREE_SHARE = 0.05;
const SPACE_USED = 'PICTURE_SPACE_USED';
/** The images of the publisher have taken long to decode of late. */
const TIME_USED = 'DECODING_TIME_USED';
/** What the images of a publisher use up and get again. */
const USED_UP = [SPACE_USED, TIME_USED];

type FetchPorts = {
  feedChanges: FeedChanges;
  imageDecoder: ImageDecoder;
  imageFetches: ImageFetches;
  imageFetchStore: ImageFetchStore;
  pictures: PictureStore;
  pictureSpace: PictureSpace;
};

interface FetchRun {
  /** `busy`: images are left, or many wait to be decoded; `stopped`: this service can store none at the moment. */
  readonly end: 'done' | 'busy' | 'stopped';
  readonly failures: readonly unknown[];
}

/** How an attempt ended: with a picture, to be tried again, or given up. */
export type FetchOutcome = 'fetched' | 'failed' | 'given_up';

/** The publisher whose turn was last, '' at first: the next run goes on with the one after it. */
export interface PublisherTurn {
  after: string;
}

interface FetchOptions {
  readonly turn: PublisherTurn;
  readonly isOver: () => boolean;
  /** Aborted when this instance stops: attempts that are under way do not count. */
  readonly stopping: AbortSignal;
  readonly note: (outcome: FetchOutcome) => void;
}

/**
 * Fetches the images of public listings that have no picture, each once, and a few times more while its host does not answer (job
 * 'fetch-images'). One for which its publisher has no space is fetched once there is some again. Publishers take turns, so that
 * nobody's images delay those of all others. Stops early when `isOver`.
 */
export async function fetchImages(ports: FetchPorts, options: FetchOptions): Promise<FetchRun> {
  const { turn, isOver, stopping, note } = options;
  let hasFetched = false;
  try {
    for (;;) {
      if (isOver() || stopping.aborted) return { end: 'busy', failures: [] };
      const isFirst = turn.after === '';
      const due = await ports.imageFetchStore.claimDue(AT_ONCE, turn.after);
      turn.after = due.length < AT_ONCE ? '' : lastPublisher(due);
      const outcomes = await Promise.allSettled(due.map((each) => attemptUnless(stopping, ports, each)));
      const attempts = outcomes.flatMap((each) => (each.status === 'fulfilled' ? (each.value ?? []) : []));
      const ended = attempts.filter((each) => each !== 'busy');
      const failures = outcomes.flatMap((each) =>
        each.status === 'rejected' ? [each.reason as unknown] : [],
      );
      for (const outcome of ended) note(outcome);
      hasFetched ||= ended.includes('fetched');
      if (failures.length > 0) return { end: 'stopped', failures };
      if (ended.length < attempts.length) return { end: 'busy', failures };
      if (isFirst && due.length < AT_ONCE && !stopping.aborted) return { end: 'done', failures };
    }
  } finally {
    // Once a run: each announcement makes all cached pages of the feed stale.
    if (hasFetched) ports.feedChanges.announce();
  }
}

function lastPublisher(due: readonly DueImage[]): string {
  return due.reduce((last, { publisherId }) => (publisherId > last ? publisherId : last), '');
}

/** An attempt; undefined when this instance stops before it ends. */
async function attemptUnless(
  stopping: AbortSignal,
  ports: FetchPorts,
  due: DueImage,
): Promise<FetchOutcome | 'busy' | undefined> {
  const stopped = Promise.withResolvers<undefined>();
  const stop = () => stopped.resolve(undefined);
  stopping.addEventListener('abort', stop, { once: true });
  if (stopping.aborted) stop();
  const outcome = await Promise.race([attempt(ports, due), stopped.promise]).finally(() =>
    stopping.removeEventListener('abort', stop),
  );
  if (outcome === undefined) await ports.imageFetchStore.release(due);
  return outcome;
}

/** `busy`: many images wait to be decoded, so it is tried again in an hour. Throws what else is no fault of the image. */
async function attempt(ports: FetchPorts, due: DueImage): Promise<FetchOutcome | 'busy'> {
  try {
    if (due.attempts > RETRY_SECONDS.length + 1) await requireSpace(ports, due);
    const picture = await decode(ports, due, await ports.imageFetches.fetch(due.url));
    if (picture === 'busy') return picture;
    await storePicture(ports, due.publisherId, picture);
    await ports.imageFetchStore.settle(due, picture.id);
    return 'fetched';
  } catch (error) {
    const { failure, isFinal } = toFailure(error);
    const last = USED_UP.includes(failure) ? SPACE_SECONDS : undefined;
    const retry = isFinal ? undefined : (RETRY_SECONDS[due.attempts - 1] ?? last);
    await ports.imageFetchStore.fail(due, failure, retry ?? null);
    return retry === undefined ? 'given_up' : 'failed';
  }
}

/** Saves asking for an image that would find no space again. Throws ImageFetchFailed. */
async function requireSpace(
  { pictures, pictureSpace }: FetchPorts,
  { publisherId }: DueImage,
): Promise<void> {
  const used = await pictures.usedBy(publisherId, pictureSpace);
  if (used > 1 - FREE_SHARE) throw new ImageFetchFailed(SPACE_USED, false);
}

/** Images of one publisher that take long to decode must not stop those of all others for longer than they take. */
function decode(
  { imageDecoder }: FetchPorts,
  { publisherId }: DueImage,
  image: Uint8Array,
): Promise<Picture | 'busy'> {
  return imageDecoder.decode(image, publisherId).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === 'RATE_LIMITED') throw new ImageFetchFailed(TIME_USED, false);
    if (error.code === 'SERVICE_UNAVAILABLE' && error.reason !== 'PICTURES_OFF') return 'busy';
    throw error;
  });
}

function toFailure(error: unknown): Pick<ImageFetchFailed, 'failure' | 'isFinal'> {
  if (error instanceof ImageFetchFailed) return error;
  if (!(error instanceof DomainError) || error.code !== 'INVALID_PAYLOAD' || error.reason === undefined)
    throw error;
  return { failure: error.reason, isFinal: error.reason !== SPACE_USED };
}
