/** Notifies every instance that the public feed changed, so that cached responses become stale at once. */
export interface FeedChanges {
  announce(): void;
}
