import { z } from 'zod';
import type { PublisherStore } from '../accounts/publisher-store.ts';
import { record, type Audited } from '../audit/record.ts';
import { DomainError } from '../errors.ts';
import type { FeedChanges } from '../listings/feed-changes.ts';
import type { ListingStore } from '../listings/listing-store.ts';
import type { Listing } from '../listings/listing.ts';
import { ownListing } from '../listings/own-listing.ts';
import { listingFacts } from '../listings/put-listing.ts';
import { unknownPicture } from '../listings/unknown-picture.ts';
import { blockedPublisher } from '../publishers/set-publisher-profile.ts';
import { defineUseCase } from '../use-case.ts';
import { optionalText } from '../values/text.ts';
import type { PictureStore } from './picture-store.ts';

export type SetPicturePorts = { feedChanges: FeedChanges } & Audited<{
  listings: ListingStore;
  pictures: PictureStore;
  publishers: PublisherStore;
}>;

/**
 * Gives a listing of the caller a picture that the caller's publisher has sent, or removes it; safe to repeat. Publishing the listing
 * again keeps the picture. Throws NOT_FOUND, INVALID_PAYLOAD and UNAUTHORIZED (PUBLISHER_BLOCKED).
 */
export const setListingPicture = defineUseCase({
  permission: 'giveaways:publish',
  input: z.intersection(ownListing, z.object({ picture: optionalText(80, null) })),

  async execute(ports: SetPicturePorts, caller, { picture, ...reference }): Promise<Listing> {
    const { publisherId } = caller;
    const { listing, isPublic } = await ports.transaction(async (stores) => {
      const found = await stores.listings.findOwn(caller, reference);
      if (found === undefined)
        throw new DomainError('NOT_FOUND', 'You have no such listing: see your own listings.');
      const [publisher] = await stores.publishers.findMany([publisherId]);
      if (publisher?.blockedReason != null) throw blockedPublisher(publisher);
      if (picture !== null && !(await stores.pictures.keep(publisherId, picture))) throw unknownPicture();
      if (found.uploadedPicture === picture) return { listing: found, isPublic: false };
      const changed = await stores.pictures.setUploaded(found.id, picture);
      const facts = { picture: picture ?? '', ...listingFacts(caller, found.sourceExternalId) };
      await record(ports, stores, caller, 'setListingPicture', found.id, facts);
      return { listing: changed ?? found, isPublic: found.status === 'published' };
    });
    if (isPublic) ports.feedChanges.announce();
    return listing;
  },
});
