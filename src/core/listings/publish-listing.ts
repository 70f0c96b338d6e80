import { z } from 'zod';
import type { CallerFor } from '../access/callers.ts';
import { DomainError } from '../errors.ts';
import { defineUseCase } from '../use-case.ts';
import { publishedWith, type DraftToPublish } from './drafts/published-draft.ts';
import { statedFacts } from './facts/listing-facts.ts';
import { listingDraft } from './listing-draft.ts';
import type { Listing } from './listing.ts';
import type { DraftWithFacts, SeenVersion } from './listing-writer.ts';
import { putListing, type PutPorts } from './put-listing.ts';
import { listingChanged, seenVersion } from './seen-version.ts';

/** Publishes a listing, or replaces the caller's listing of the same sourceExternalId (interface 3.1). */
export const publishListing = defineUseCase({
  permission: 'giveaways:publish',
  input: listingDraft,

  execute: (ports: PutPorts, publisher, draft) => publish(ports, publisher, draft, undefined),
});

const facts = statedFacts
  .nullish()
  .describe('Facts that replace all those of the listing; without them, it keeps its own.');

/**
 * Publishes a listing like `publishListing`, with facts, which the interface does not know, and replaces only the version
 * that the caller has seen. It gets its picture and loses the draft that it was published from in the same step.
 */
export const publishSeenListing = defineUseCase({
  permission: 'giveaways:publish',
  input: z.intersection(listingDraft.extend({ facts }), z.intersection(seenVersion, publishedWith)),

  execute: (ports: PutPorts, publisher, { seen, fromDraft, picture, facts: stated, ...draft }) =>
    publish(ports, publisher, { ...draft, facts: stated ?? undefined }, seen, { fromDraft, picture }),
});

async function publish(
  ports: PutPorts,
  publisher: CallerFor<'giveaways:publish'>,
  draft: DraftWithFacts,
  seen: SeenVersion | undefined,
  more: { readonly fromDraft?: DraftToPublish; readonly picture?: string | null | undefined } = {},
): Promise<Listing> {
  const { namespace } = publisher;
  const toPut = { action: 'publishListing', namespace, draft, seen, ...more };
  const listing = await putListing(ports, publisher, toPut);
  if (listing !== undefined) return listing;
  if (seen !== undefined) throw listingChanged(seen);
  throw new DomainError('INTERNAL', 'The listing belongs to another publisher.');
}
