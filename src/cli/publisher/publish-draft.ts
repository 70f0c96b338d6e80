import type { Result } from '../command.ts';
import {
  OwnListing,
  PublishListingDraft,
  type ListingDraftFieldsFragment,
  type ListingFieldsFragment,
} from '../documents.ts';
import { Failure } from '../failure.ts';
import type { GraphqlClient } from '../graphql-client.ts';
import { toConstant } from '../choices.ts';
import { DRAFT_MEMBERS, describeListing, REQUIRED_TEXTS, toSentEnd } from './listing.ts';

type Texts = ListingDraftFieldsFragment['texts'];

/**
 * Publishes the listing of a draft with the picture of the draft. A draft of a listing replaces only the version that it is
 * based on; any other draft replaces no listing. Throws Failure.
 */
export async function publishDraft(
  client: GraphqlClient,
  draft: ListingDraftFieldsFragment,
): Promise<Result> {
  const { id: draftId, revision: draftRevision, listingId, listingVersion, picture } = draft;
  if (listingId !== null) await requireForm(client, listingId);
  const listing = await publish(client, {
    input: toListing(draft),
    expected: listingVersion === null ? { absent: true } : { updatedAt: listingVersion },
    draftId,
    draftRevision,
    ...(picture !== null && { picture: picture.id }),
  }).catch((error: unknown) => {
    throw advise(draftId, error);
  });
  return { document: listing, text: describeListing(listing) };
}

async function publish(client: GraphqlClient, variables: object): Promise<ListingFieldsFragment> {
  return (await client.request(PublishListingDraft, variables)).publishListing.listing;
}

/** An invalid draft is corrected by other commands than an invalid request. */
function advise(id: string, error: unknown): unknown {
  if (!(error instanceof Failure) || error.code !== 'INVALID_PAYLOAD') return error;
  const recommendedAction = `Correct the draft: giveaways drafts show ${id} --json prints it, and giveaways drafts save reads it.`;
  return new Failure(error.code, error.message, { ...error.facts, recommendedAction }, error);
}

/** Refuses a draft of a listing of the legacy API, which has fields of its own. */
async function requireForm(client: GraphqlClient, id: string): Promise<void> {
  const { myListing } = await client.request(OwnListing, { id });
  if (myListing?.own?.isLegacy !== true) return;
  throw new Failure(
    'LEGACY_LISTING',
    'The draft is of a legacy listing: publish it by the form on the site.',
  );
}

/** What the texts of a draft mean as a listing. The gateway refuses what is not valid. */
function toListing({ id, texts }: ListingDraftFieldsFragment): object {
  const entered = withoutSpaces(texts);
  const named = DRAFT_MEMBERS.flatMap((name) => (entered[name] === null ? [] : [[name, entered[name]]]));
  const { sourceExternalId = id, endDate, ...others } = Object.fromEntries(named) as Partial<Texts>;
  return {
    ...REQUIRED_TEXTS,
    ...others,
    sourceExternalId,
    ...(endDate && { endDate: toInstant(endDate, entered.endZone) }),
    facts: toFacts(entered),
  };
}

/** The texts without the spaces around them; an empty one is missing. */
function withoutSpaces(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text?.trim() || null]),
  ) as Texts;
}

/** The end as an instant: a date and a time without a zone are in the one of the draft, UTC by default. */
function toInstant(endDate: string, endZone: string | null): string {
  const [, minute, seconds = ':00'] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?$/.exec(endDate) ?? [];
  if (minute === undefined) return toSentEnd(endDate);
  if (endZone === null || endZone === 'UTC') return `${minute}${seconds}Z`;
  const message = `The draft ends at ${endDate} in the time zone ${endZone}: save it with an instant such as ${minute}${seconds}Z, or publish it by the form on the site.`;
  throw new Failure('INVALID_PAYLOAD', message);
}

/** The facts: a number that is none is out of range, so that the gateway refuses it. */
function toFacts({ regions, minimumAge, prizes, kind, allocation }: Texts): object {
  const toNumber = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : -1);
  return {
    regions: (regions ?? '')
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter((code) => code !== ''),
    ...(minimumAge && { minimumAge: toNumber(minimumAge) }),
    ...(prizes && { prizes: toNumber(prizes) }),
    ...(kind && { kind: toConstant(kind) }),
    ...(allocation && { allocation: toConstant(allocation) }),
  };
}
