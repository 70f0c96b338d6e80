import type { FeedRow } from '../../../core/feed/feed-store.ts';
import type { ShownPicture } from '../../../core/pictures/picture.ts';
import { toFactWords } from '../../../core/listings/facts/fact-words.ts';
import { NO_FACTS, type ListingFacts } from '../../../core/listings/facts/listing-facts.ts';
import { ENTRY_COLUMNS, toFeedPage, type FeedDocument } from './feed-page.ts';
import { linksOfTopic } from './hub.ts';

/** A feed document with its Link header. */
interface FeedMessage extends FeedDocument {
  readonly link: string;
}

/**
 * What the subscriber of a topic gets for listings (WebSub, section 7): the feed with these entries alone, newest change first.
 * A topic keeps its name when PUBLIC_URL changes. `payloads` are the messages of webhooks, which have all columns of a listing.
 */
export function toFeedMessage(topic: string, payloads: readonly string[], publicUrl: string): FeedMessage {
  const rows = payloads.map(toRow).toSorted((one, other) => (changeOf(one) < changeOf(other) ? 1 : -1));
  const page = toFeedPage({ own: topic, next: undefined, home: publicUrl, rows });
  return { ...page, link: linksOfTopic(topic, publicUrl) };
}

const UPDATED_AT = ENTRY_COLUMNS.indexOf('updatedAt');
const changeOf = (row: FeedRow) => String(row[UPDATED_AT]);

/** The values that are objects; messages that an earlier release has made lack them. */
interface Objects {
  readonly facts?: ListingFacts;
  readonly picture?: ShownPicture | null;
}

function toRow(payload: string): FeedRow {
  // Messages of listings have this form.
  const { data } = JSON.parse(payload) as {
    readonly data: { readonly listing: Record<string, FeedRow[number]> & Objects };
  };
  const { facts = NO_FACTS, picture, ...values } = data.listing;
  const cells: Record<string, FeedRow[number]> = {
    ...values,
    facts: toFactWords(facts).join(' '),
    picture: picture?.id ?? null,
  };
  return ENTRY_COLUMNS.map((column) => cells[column] ?? null);
}
