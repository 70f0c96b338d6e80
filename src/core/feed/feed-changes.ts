/** Tells every instance that the public feed changed, so that cached answers grow old at once. */
export interface FeedChanges {
  announce(): void;
}
