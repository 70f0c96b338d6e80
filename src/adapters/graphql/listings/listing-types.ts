import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { ListingColumn } from '../../../core/feed/feed-store.ts';
import { LISTING_STATUSES, type ListingStatus } from '../../../core/listings/listing.ts';
import { ListingFactsInput, ListingFactsType } from './fact-types.ts';
import { toEnum } from '../leaf-types/to-enum.ts';
import { Node, PageInfoType } from '../relay/node-types.ts';
import { ListingPictureType } from './picture-types.ts';
import { PublisherType } from './publisher-types.ts';
import { OwnListingType } from './own-listing-types.ts';
import { Public } from '../guard/field-rules.ts';

export const ListingStatusEnum = toEnum(LISTING_STATUSES);
registerEnumType(ListingStatusEnum, {
  name: 'ListingStatus',
  description: 'Whether a listing is in the feed.',
  valuesConfig: {
    PUBLISHED: { description: 'It is in the feed until it ends.' },
    WITHDRAWN: { description: 'It is not; publishing it again brings it back.' },
  },
});

@Public({ cache: 'feed' })
@ObjectType('Listing', {
  implements: Node,
  description: "A giveaway that a publisher announces; entries happen on the publisher's page.",
})
export class ListingType extends Node implements Record<ListingColumn, unknown> {
  @Field(() => String, { description: "The publisher's own stable ID of the giveaway." })
  sourceExternalId!: string;
  @Field(() => String)
  title!: string;
  @Field(() => String)
  description!: string;
  @Field(() => String, { description: 'The absolute URL of the entry page.' })
  landingUrl!: string;
  @Field(() => String)
  provider!: string;
  @Field(() => String, { nullable: true, description: 'The absolute URL of an image.' })
  image!: string | null;
  @Field(() => ListingPictureType, {
    nullable: true,
    description: 'The picture that this service has of it, to show instead of the image of another host.',
  })
  picture?: ListingPictureType | null;
  @Field(() => String)
  platform!: string;
  @Field(() => String, { description: 'The worth for display; N/A if unknown.' })
  worth!: string;
  @Field(() => String)
  instructions!: string;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it ends; null if no end is known.' })
  endDate!: Date | string | null;
  @Field(() => ListingFactsType, { description: 'What its publisher states beside the texts.' })
  facts!: ListingFactsType;
  @Field(() => Boolean, { description: 'The badge that only the operator awards.' })
  verified!: boolean;
  @Field(() => ListingStatusEnum, { description: 'Whether it is in the feed.' })
  status!: ListingStatus;
  @Field(() => GraphQLDateTime)
  createdAt!: Date | string;
  @Field(() => GraphQLDateTime)
  updatedAt!: Date | string;
  @Field(() => PublisherType, {
    nullable: true,
    description: 'Null for a legacy listing without an owner.',
  })
  publisher?: PublisherType | null;
  @Public()
  @Field(() => OwnListingType, {
    nullable: true,
    description: 'In your own listings and in results of mutations; null elsewhere.',
  })
  own?: OwnListingType | null;

  publisherId!: string | null;
}

@ObjectType()
export class ListingEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => ListingType)
  node!: ListingType;
}

@ObjectType()
export class ListingConnection {
  @Field(() => [ListingEdge])
  edges!: ListingEdge[];
  @Field(() => [ListingType], { description: 'The nodes of the edges.' })
  nodes!: ListingType[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}

/** The optional input fields of both publishing mutations. */
@InputType()
abstract class OptionalTexts {
  @Field(() => String, { nullable: true })
  image?: string | null;
  @Field(() => String, { nullable: true })
  platform?: string | null;
  @Field(() => String, { nullable: true })
  worth?: string | null;
  @Field(() => String, { nullable: true })
  instructions?: string | null;
}

@InputType({
  description:
    'What you have seen of the listing that you replace. A listing that is different is not replaced, unless it equals the new one.',
})
export class ExpectedListingInput {
  @Field(() => Boolean, { nullable: true, description: 'There is no listing with this ID.' })
  absent?: boolean | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'The updatedAt of the listing.' })
  updatedAt?: Date | null;
}

@InputType({ description: 'A full listing: omitted fields are reset to their defaults, except facts.' })
export class PublishListingInput extends OptionalTexts {
  @Field(() => String, { description: 'Your stable ID of the giveaway, up to 200 characters.' })
  sourceExternalId!: string;
  @Field(() => String, { description: 'Up to 160 characters.' })
  title!: string;
  @Field(() => String, { description: 'Up to 4,000 characters: entry costs, eligibility, conditions.' })
  description!: string;
  @Field(() => String, { description: 'The absolute http(s) URL of the entry page.' })
  landingUrl!: string;
  @Field(() => String, { nullable: true })
  provider?: string | null;
  @Field(() => String, { nullable: true, description: 'YYYY-MM-DDTHH:MM:SSZ.' })
  endDate?: string | null;
  @Field(() => ListingFactsInput, {
    nullable: true,
    description: 'Replaces all facts of the listing. Left out or null, the listing keeps its own.',
  })
  facts?: ListingFactsInput | null;
}

@InputType({ description: 'A listing with the field names of the legacy endpoint.' })
export class PublishLegacyListingInput extends OptionalTexts {
  @Field(() => String)
  externalId!: string;
  @Field(() => String)
  title!: string;
  @Field(() => String)
  description!: string;
  @Field(() => String)
  url!: string;
  @Field(() => String, { nullable: true, description: 'YYYY-MM-DDTHH:MM:SSZ or YYYY-MM-DD HH:MM:SS (UTC).' })
  endDate?: string | null;
}

@InputType({ description: 'Set exactly one of id and sourceExternalId.' })
export class WithdrawListingInput {
  @Field(() => ID, { nullable: true, description: 'The id of one of your own listings.' })
  id?: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Your own ID: names a legacy listing of yours only if you have no other listing with it.',
  })
  sourceExternalId?: string | null;
}

@InputType()
export class VerifyListingInput {
  @Field(() => ID, { description: 'The id of the listing.' })
  id!: string;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'The updatedAt of the listing that was checked: a listing that was updated since gets no badge.',
  })
  expectedUpdatedAt?: Date | null;
}

@InputType()
export class UnverifyListingInput {
  @Field(() => ID, { description: 'The id of the listing.' })
  id!: string;
}

@InputType({ description: 'Set exactly one of account and namespace, which name the new owner.' })
export class AssignLegacyListingInput {
  @Field(() => String, { description: 'The externalId of the legacy listing.' })
  externalId!: string;
  @Field(() => String, { nullable: true, description: "The e-mail address of the owner's account." })
  account?: string | null;
  @Field(() => String, { nullable: true, description: 'client:<issuer>#<client id> for a service client.' })
  namespace?: string | null;
}

@InputType()
export class ImportLegacyListingsInput {
  @Field(() => [PublishLegacyListingInput], { description: 'Up to 100 at a time.' })
  listings!: PublishLegacyListingInput[];
}

@InputType()
export class MigrateListingsInput {
  @Field(() => String, { description: 'client:<issuer>#<client id>: the namespace of the listings to move.' })
  namespace!: string;
  @Field(() => String, { description: 'The e-mail address of the account that gets them.' })
  account!: string;
}

@ObjectType()
export class PublishListingPayload {
  @Field(() => ListingType)
  listing!: ListingType;
}
@ObjectType()
export class PublishLegacyListingPayload {
  @Field(() => ListingType)
  listing!: ListingType;
}
@ObjectType()
export class WithdrawListingPayload {
  @Field(() => ID, { nullable: true, description: 'Null if you have no listing with the sourceExternalId.' })
  id!: string | null;
  @Field(() => String, { description: 'The ID of the withdrawn listing.' })
  sourceExternalId!: string;
  @Field(() => ListingStatusEnum, {
    description: 'WITHDRAWN, also when it was withdrawn before or never existed.',
  })
  status!: ListingStatus;
}
@ObjectType()
export class VerifyListingPayload {
  @Field(() => ListingType)
  listing!: ListingType;
}
@ObjectType()
export class UnverifyListingPayload {
  @Field(() => ListingType)
  listing!: ListingType;
}
@ObjectType()
export class AssignLegacyListingPayload {
  @Field(() => ListingType)
  listing!: ListingType;
}
@ObjectType()
export class ImportLegacyListingsPayload {
  @Field(() => Int, { description: 'The number of new listings.' })
  imported!: number;
  @Field(() => Int, { description: 'The number that existed already and were not changed.' })
  skipped!: number;
}
@ObjectType()
export class MigrateListingsPayload {
  @Field(() => Int, {
    description: 'The number of listings with a new publisher, including legacy listings of the client.',
  })
  migrated!: number;
  @Field(() => Int, {
    description:
      'The number of withdrawn listings that were not moved, because the account has listings with the same IDs.',
  })
  left!: number;
  @Field(() => Int, {
    description:
      'The number of withdrawn listings of the account that were replaced by published ones with the same IDs.',
  })
  replaced!: number;
}
