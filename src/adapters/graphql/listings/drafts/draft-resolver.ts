import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { deleteListingDraft } from '../../../../core/listings/drafts/delete-listing-draft.ts';
import { findListingDraft } from '../../../../core/listings/drafts/find-listing-draft.ts';
import { DRAFTS_ORDER, listingDrafts } from '../../../../core/listings/drafts/listing-drafts.ts';
import { saveListingDraft } from '../../../../core/listings/drafts/save-listing-draft.ts';
import {
  DRAFT_DAYS,
  DRAFT_TEXTS,
  MAX_DRAFTS,
  type SavedDraft,
} from '../../../../core/listings/drafts/saved-draft.ts';
import { DRAFTS_PRICE, SCAN_PRICE } from '../../documents/prices.ts';
import type { GraphqlContext } from '../../gateway/context.ts';
import { Requires } from '../../guard/field-rules.ts';
import { toConnection } from '../../relay/connections.ts';
import { PageArgs } from '../../relay/page-args.ts';
import {
  DeleteListingDraftInput,
  DeleteListingDraftPayload,
  ListingDraftConnection,
  ListingDraftType,
  SaveListingDraftInput,
  SaveListingDraftPayload,
  type ListingDraftTextsType,
} from './draft-types.ts';
import { presentPicture } from '../present-listing.ts';

@Resolver()
export class DraftResolver {
  @Requires(listingDrafts, { price: DRAFTS_PRICE })
  @Query(() => ListingDraftConnection, {
    description: 'The drafts of listings that your account has, the one that was saved last first.',
  })
  async listingDrafts(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() { run }: GraphqlContext,
  ): Promise<ListingDraftConnection> {
    const page = await run(listingDrafts, args);
    return toConnection(page, DRAFTS_ORDER, ({ savedAt }) => savedAt, presentDraft);
  }

  @Requires(findListingDraft, { price: SCAN_PRICE })
  @Query(() => ListingDraftType, { nullable: true, description: 'A draft of your account by its id.' })
  async listingDraft(
    @Arg('id', () => ID) id: string,
    @Ctx() { run }: GraphqlContext,
  ): Promise<ListingDraftType | null> {
    const draft = await run(findListingDraft, { id });
    return draft ? presentDraft(draft) : null;
  }

  @Requires(saveListingDraft)
  @Mutation(() => SaveListingDraftPayload, {
    description: `Saves what was entered for a listing, valid or not, as a draft of your account; safe to repeat. An account has at most ${MAX_DRAFTS}, and each is deleted ${DRAFT_DAYS} days after it was last saved.`,
  })
  async saveListingDraft(
    @Arg('input', () => SaveListingDraftInput) input: SaveListingDraftInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<SaveListingDraftPayload> {
    return { draft: presentDraft(await run(saveListingDraft, input)) };
  }

  @Requires(deleteListingDraft)
  @Mutation(() => DeleteListingDraftPayload, { description: 'Deletes a draft; safe to repeat.' })
  async deleteListingDraft(
    @Arg('input', () => DeleteListingDraftInput) input: DeleteListingDraftInput,
    @Ctx() { run }: GraphqlContext,
  ): Promise<DeleteListingDraftPayload> {
    return { id: await run(deleteListingDraft, input) };
  }
}

function presentDraft(draft: SavedDraft): ListingDraftType {
  const { id, revision, listing, picture, createdAt, savedAt } = draft;
  const texts = DRAFT_TEXTS.map((name) => [name, draft.texts[name] ?? null] as const);
  return {
    id,
    revision,
    // It has each name of the list.
    texts: Object.fromEntries(texts) as unknown as ListingDraftTextsType,
    listingId: listing?.id ?? null,
    listingVersion: listing?.version ?? null,
    picture: presentPicture(picture),
    createdAt,
    savedAt,
  };
}
