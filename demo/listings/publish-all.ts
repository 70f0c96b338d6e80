import type { Giveaways, Listing, ListingDraft } from '@giveaway-gateway/client';
import { PublishListing, type ListingFactsInput } from '@giveaway-gateway/client/documents';
import type { Graphql } from '@giveaway-gateway/client/graphql';
import { expectThat, step, tell } from '../tell.ts';

const CHANGED = 3;

/** What the publisher has done: `published` in the order of the drafts, the last of them withdrawn. */
export interface Published {
  readonly published: readonly Listing[];
  /** The new worth of the first few. */
  readonly worth: string;
}

/** The publisher's part: publishes everything, states facts of some, changes some, withdraws the last one, and reads all back. */
export async function publishAll(
  { rest, graphql }: { readonly rest: Giveaways; readonly graphql: Graphql },
  drafts: readonly ListingDraft[],
  facts: Readonly<Record<string, ListingFactsInput>>,
): Promise<Published> {
  step(`Publishing ${drafts.length} listings: POST /api/v1/giveaways`);
  const published: Listing[] = [];
  for (const draft of drafts) published.push((await rest.publishListing({ body: draft })).listing);
  for (const { sourceExternalId, title } of published.slice(0, CHANGED))
    tell(`${sourceExternalId}  ${title}`);
  tell(`… and ${published.length - CHANGED} more`);

  const stated = drafts.flatMap((draft) => {
    const own = facts[draft.sourceExternalId];
    return own === undefined ? [] : [{ ...draft, facts: own }];
  });
  step(`Stating facts of ${stated.length}, which REST keeps: mutation publishListing`);
  for (const input of stated) await graphql(PublishListing, { input });

  step(`Changing the worth of ${CHANGED} of them: the same POST with the same sourceExternalId`);
  const worth = `${100 + (Date.now() % 900)} €`;
  for (const [index, draft] of drafts.slice(0, CHANGED).entries()) {
    const before = published[index];
    const { listing: changed } = await rest.publishListing({ body: { ...draft, worth } });
    expectThat(changed.id === before?.id, 'the listing should keep its id');
    expectThat(changed.updatedAt > (before?.updatedAt ?? ''), 'updatedAt should move on');
    tell(`${changed.sourceExternalId}  is now worth ${changed.worth}, updated ${changed.updatedAt}`);
  }

  const [changedDraft] = drafts;
  const withdrawnDraft = drafts.at(-1);
  if (!changedDraft || !withdrawnDraft) throw new Error('listings.json holds too few listings.');

  step('Withdrawing the last one, twice: DELETE /api/v1/giveaways?sourceExternalId=…');
  for (const time of ['', ', and a repeat is safe']) {
    const { sourceExternalId } = withdrawnDraft;
    const response = await rest.withdrawListing({ query: { sourceExternalId } });
    expectThat(response.status === 'withdrawn', 'the status should be withdrawn');
    tell(`${response.sourceExternalId}  ${response.status}${time}`);
  }

  step('Reading back: GET /api/v1/giveaways?sourceExternalId=…');
  for (const [{ sourceExternalId }, expected] of [
    [changedDraft, 'published'],
    [withdrawnDraft, 'withdrawn'],
  ] as const) {
    const response = await rest.myListings({ query: { sourceExternalId } });
    if (!('listing' in response)) throw new Error('The answer should be one listing.');
    const { listing } = response;
    expectThat(listing.status === expected, `${listing.sourceExternalId} should be ${expected}`);
    tell(`${listing.sourceExternalId}  ${listing.status}, worth ${listing.worth}`);
  }
  return { published, worth };
}
