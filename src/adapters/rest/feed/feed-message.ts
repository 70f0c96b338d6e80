import { LISTING_COLUMNS, type FeedRow } from '../../../core/feed/feed-store.ts';
import { toFactWords } from '../../../core/listings/facts/fact-words.ts';
import { NO_FACTS, type ListingFacts } from '../../../core/listings/facts/listing-facts.ts';
import { toFeedPage, type FeedDocument } from './feed-page.ts';
import { feedLinks } from './hub.ts';

/** A feed document with its Link header. */
interface FeedMessage extends FeedDocument {
  readonly link: string;
}

/**
 * What the subscriber of a topic gets for a listing (WebSub, section 7): the feed with this entry alone. `payload` is the message of
 * webhooks, which has all columns of the listing.
 */
export function toFeedMessage(topic: string, payload: string, publicUrl: string): FeedMessage {
  // Messages of listings have this form.
  const { data } = JSON.parse(payload) as {
    readonly data: { readonly listing: Record<string, FeedRow[number]> & { facts?: ListingFacts } };
  };
  const { facts = NO_FACTS, ...values } = data.listing;
  const row = LISTING_COLUMNS.map((column) =>
    column === 'facts' ? toFactWords(facts).join(' ') : (values[column] ?? null),
  );
  const page = toFeedPage({ own: topic, next: undefined, home: publicUrl, rows: [row] });
  return { ...page, link: feedLinks(topic, publicUrl) ?? '' };
}
