import { z } from 'zod';
import type { CallerFor } from '../../access/callers.ts';
import { DomainError } from '../../errors.ts';
import { defineUseCase } from '../../use-case.ts';
import { LEGACY_NAMESPACE, type Listing } from '../listing.ts';
import { publishedWith, type DraftToPublish } from '../drafts/published-draft.ts';
import { legacyListingDraft, type ListingDraft } from '../listing-draft.ts';
import type { SeenVersion } from '../listing-writer.ts';
import { putListing, type PutPorts } from '../put-listing.ts';
import { listingChanged, seenVersion } from '../seen-version.ts';
import type { ListingStore } from '../listing-store.ts';

type Publishing = PutPorts & { listings: ListingStore };

/** Publishes a listing through the legacy endpoint: one global namespace, in which each listing belongs to its creator (interface 4.1). */
export const publishLegacyListing = defineUseCase({
  permission: 'giveaways:publish',
  input: legacyListingDraft,

  execute: (ports: Publishing, publisher, draft) => publish(ports, publisher, draft, undefined),
});

/**
 * Publishes a listing like `publishLegacyListing`, but replaces only the version that the caller has seen. It gets its picture, and
 * loses the draft that it was published from, in the same step.
 */
export const publishSeenLegacyListing = defineUseCase({
  permission: 'giveaways:publish',
  input: z.intersection(legacyListingDraft, z.intersection(seenVersion, publishedWith)),

  execute: (ports: Publishing, publisher, { seen, fromDraft, picture, ...draft }) =>
    publish(ports, publisher, draft, seen, { fromDraft, picture }),
});

async function publish(
  ports: Publishing,
  publisher: CallerFor<'giveaways:publish'>,
  draft: ListingDraft,
  seen: SeenVersion | undefined,
  more: { readonly fromDraft?: DraftToPublish; readonly picture?: string | null | undefined } = {},
): Promise<Listing> {
  const namespace = LEGACY_NAMESPACE;
  const listing = await putListing(ports, publisher, {
    action: 'publishLegacyListing',
    namespace,
    draft,
    seen,
    ...more,
  });
  if (listing !== undefined) return listing;
  const existing = await ports.listings.find(namespace, draft.sourceExternalId);
  throw seen !== undefined && (existing === undefined || existing.publisherId === publisher.publisherId)
    ? listingChanged(seen)
    : refusal(existing);
}

function refusal(existing: Listing | undefined): DomainError {
  return existing?.publisherId === null
    ? new DomainError(
        'LISTING_UNOWNED',
        'This legacy listing has no owner yet: ask the operator to assign it to you, then send it again.',
      )
    : new DomainError(
        'UNAUTHORIZED',
        'This legacy listing belongs to another publisher: use an externalId of your own.',
        { reason: 'NOT_YOUR_LISTING' },
      );
}
