import type { FeedMatches, ListingEvent, MatchedListing } from '../../feed/feed-matches.ts';
import type { Ids } from '../../ids.ts';
import { textsOf } from '../../listings/listing-draft.ts';
import { toShownPicture } from '../../pictures/picture.ts';
import { toPayload } from '../deliver/webhook-message.ts';
import { LISTING_EVENT } from '../webhook.ts';

/** As many deliveries as get their jobs in one search, so that none wait for those of a listing with many followers. */
const MAX_FILTERS = 1_000;

/** Creates events for listings that began to match followed filters of the feed; true when there may be more. */
export async function announceListings({
  ids,
  feedMatches,
}: {
  ids: Ids;
  feedMatches: FeedMatches;
}): Promise<boolean> {
  const { matched, progress, hasMore } = await feedMatches.next(MAX_FILTERS);
  if (progress.finished.length === 0 && progress.partial === undefined) return false;
  await feedMatches.save(
    matched.map((match) => toEvent(ids, match)),
    progress,
  );
  return hasMore;
}

function toEvent(ids: Ids, { listing, publisher, webhookIds }: MatchedListing): ListingEvent {
  const { id, sourceExternalId, endDate, facts, picture, verified, createdAt, updatedAt } = listing;
  const data = {
    listing: {
      id,
      sourceExternalId,
      ...textsOf(listing),
      endDate: endDate === null ? null : endDate.toISOString(),
      facts,
      picture: toShownPicture(picture ?? '') ?? null,
      verified,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      publisher,
    },
  };
  return {
    id: ids.next('msg'),
    listingId: id,
    // The verification changes without a change of updatedAt.
    origin: `${updatedAt.toISOString()}${verified ? ':verified' : ''}`,
    payload: toPayload(LISTING_EVENT, updatedAt, data),
    webhookIds,
  };
}
