/** Fetches images that listings name on other hosts. */
export interface ImageFetches {
  /** At most 10 MB, within ten seconds. Throws ImageFetchFailed. */
  fetch(url: string): Promise<Uint8Array>;
}

/** An image was not fetched. */
export class ImageFetchFailed extends Error {
  /**
   * HTTP_ and the status, NO_ANSWER, INCOMPLETE, TOO_MANY_BYTES, PRIVATE_ADDRESS, OTHER_PORT, DECODING_TIME_USED, or a reason of
   * IMAGE_REFUSALS.
   */
  readonly failure: string;
  /** Whether another attempt would fail too. */
  readonly isFinal: boolean;

  constructor(failure: string, isFinal: boolean) {
    super(`The image was not fetched: ${failure}.`);
    this.name = 'ImageFetchFailed';
    this.failure = failure;
    this.isFinal = isFinal;
  }
}

/** A listing whose image is fetched now. */
export interface DueImage {
  readonly listingId: string;
  readonly publisherId: string;
  readonly url: string;
  /** This attempt counts. */
  readonly attempts: number;
}

/** Stores which images of listings were fetched. An image that a listing has no longer is not settled. */
export interface ImageFetchStore {
  /**
   * Public listings without a picture whose image is due: it was not fetched, or an attempt failed and it is time for the next one.
   * Counts an attempt of each, and delays its next one, so that an attempt that ends its process is none that repeats at once.
   * Takes one of each publisher whose id follows `after`. From the first publisher on ('') it takes more of each where there are
   * fewer publishers.
   */
  claimDue(limit: number, after: string): Promise<DueImage[]>;
  /** Makes an attempt that did not end count no longer. The image is due at once. */
  release(due: DueImage): Promise<void>;
  /** Shows the listing with a picture; returns whether it still has the image. */
  settle(due: DueImage, picture: string): Promise<boolean>;
  /** Stores why an image was not fetched, and after how many seconds it is tried again; null gives it up. */
  fail(due: DueImage, failure: string, retrySeconds: number | null): Promise<void>;
  /** Why the image that a listing has was not fetched; undefined when it was, or is not tried yet. */
  findFailure(listingId: string): Promise<string | undefined>;
}
