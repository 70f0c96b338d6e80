import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { listingDrafts } from '../../../../core/listings/drafts/listing-drafts.ts';
import type { DraftText } from '../../../../core/listings/drafts/saved-draft.ts';
import { Requires } from '../../guard/field-rules.ts';
import { GraphQLDateTime } from '../../leaf-types/date-time.ts';
import { PageInfoType } from '../../relay/node-types.ts';
import { ListingPictureType } from '../picture-types.ts';

const Entered = (what: string) =>
  Field(() => String, { nullable: true, description: `${what}, as it was entered.` });

@Requires(listingDrafts)
@ObjectType('ListingDraftTexts', { description: 'What was entered for a listing; null where it is nothing.' })
@InputType('ListingDraftTextsInput', {
  description: 'What was entered for a listing, valid or not. What is left out or empty is nothing.',
})
export class ListingDraftTextsType implements Record<DraftText, string | null | undefined> {
  @Entered('Your own ID of the giveaway')
  sourceExternalId!: string | null | undefined;
  @Entered('The title')
  title!: string | null | undefined;
  @Entered('The description')
  description!: string | null | undefined;
  @Entered('The address of the entry page')
  landingUrl!: string | null | undefined;
  @Entered('The name of the organiser')
  provider!: string | null | undefined;
  @Entered('The address of an image')
  image!: string | null | undefined;
  @Entered('The platform')
  platform!: string | null | undefined;
  @Entered('The worth')
  worth!: string | null | undefined;
  @Entered('How to enter')
  instructions!: string | null | undefined;
  @Entered('The end')
  endDate!: string | null | undefined;
  @Entered('The time zone of an end that names none')
  endZone!: string | null | undefined;
  @Entered('The regions of the facts')
  regions!: string | null | undefined;
  @Entered('The minimum age of the facts')
  minimumAge!: string | null | undefined;
  @Entered('The number of prizes of the facts')
  prizes!: string | null | undefined;
  @Entered('The kind of the facts')
  kind!: string | null | undefined;
  @Entered('The allocation of the facts')
  allocation!: string | null | undefined;
}

const REVISION = 'How often the draft was changed, from 1 on.';
const LISTING = 'The id of the listing that it changes; null for a new one.';
const VERSION = 'The updatedAt of the listing that the draft is based on; null for a new listing.';

@Requires(listingDrafts)
@ObjectType('ListingDraft', {
  description: 'What an account has entered for a listing and not published yet. Nobody else sees it.',
})
export class ListingDraftType {
  @Field(() => ID, { description: 'The id that was chosen for it, unique among your drafts.' })
  id!: string;
  @Field(() => Int, { description: REVISION })
  revision!: number;
  @Field(() => ListingDraftTextsType, { description: 'The texts that were entered.' })
  texts!: ListingDraftTextsType;
  @Field(() => ID, { nullable: true, description: LISTING })
  listingId!: string | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: VERSION })
  listingVersion!: Date | null;
  @Field(() => ListingPictureType, { nullable: true, description: 'The picture that it has.' })
  picture!: ListingPictureType | null;
  @Field(() => GraphQLDateTime)
  createdAt!: Date;
  @Field(() => GraphQLDateTime, { description: 'When it was last saved.' })
  savedAt!: Date;
}

@ObjectType()
export class ListingDraftEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => ListingDraftType)
  node!: ListingDraftType;
}

@ObjectType()
export class ListingDraftConnection {
  @Field(() => [ListingDraftEdge])
  edges!: ListingDraftEdge[];
  @Field(() => [ListingDraftType], { description: 'The nodes of the edges.' })
  nodes!: ListingDraftType[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}

@InputType()
export class SaveListingDraftInput {
  @Field(() => ID, {
    description: 'An id of your choice, 16 to 64 letters A to Z, digits and _, the same in every save.',
  })
  id!: string;
  @Field(() => Int, {
    description: 'The revision that you have seen, 0 for a new draft. Another stored one is not replaced.',
  })
  revision!: number;
  @Field(() => ListingDraftTextsType, { description: 'All texts: they replace those of the draft.' })
  texts!: ListingDraftTextsType;
  @Field(() => ID, { nullable: true, description: LISTING })
  listingId?: string | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: VERSION })
  listingVersion?: Date | null;
  @Field(() => ID, {
    nullable: true,
    description: 'The id that POST /api/pictures returned for your image; null for none.',
  })
  picture?: string | null;
}

@InputType()
export class DeleteListingDraftInput {
  @Field(() => ID, { description: 'The id of the draft.' })
  id!: string;
  @Field(() => Int, {
    nullable: true,
    description: 'The revision that you have seen: another one is not deleted.',
  })
  revision?: number | null;
}

@ObjectType()
export class SaveListingDraftPayload {
  @Field(() => ListingDraftType, { description: 'The draft as it is stored.' })
  draft!: ListingDraftType;
}

@ObjectType()
export class DeleteListingDraftPayload {
  @Field(() => ID, { description: 'The id of the draft that is deleted now, or was before.' })
  id!: string;
}

/** What a listing is published with. */
@ArgsType()
export class PublishedWithArgs {
  @Field(() => ID, {
    nullable: true,
    description:
      'The draft of your account that the listing is published from, and that is deleted with it. An id that names none changes nothing.',
  })
  draftId?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: 'The revision that is published: the draft stays if it has another one by now.',
  })
  draftRevision?: number | null;
  @Field(() => ID, {
    nullable: true,
    description:
      'The id of a picture that you have sent, or null to remove the picture of the listing. Without it, the listing keeps its own.',
  })
  picture?: string | null;
}
