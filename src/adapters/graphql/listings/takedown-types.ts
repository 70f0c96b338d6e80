import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { ListingType } from './listing-types.ts';
import { PublisherType } from './publisher-types.ts';

@InputType()
export class HideListingInput {
  @Field(() => ID, { description: 'The id of the listing.' })
  id!: string;
  @Field(() => String, { description: 'For the publisher, up to 500 characters.' })
  reason!: string;
}

@InputType()
export class UnhideListingInput {
  @Field(() => ID, { description: 'The id of the listing.' })
  id!: string;
}

@InputType()
export class BlockPublisherInput {
  @Field(() => ID, { description: 'The id of the publisher.' })
  id!: string;
  @Field(() => String, { description: 'For the publisher, up to 500 characters.' })
  reason!: string;
}

@InputType()
export class UnblockPublisherInput {
  @Field(() => ID, { description: 'The id of the publisher.' })
  id!: string;
}

@ObjectType()
export class HideListingPayload {
  @Field(() => ListingType, { description: 'The listing as it is now.' })
  listing!: ListingType;
}

@ObjectType()
export class UnhideListingPayload {
  @Field(() => ListingType, { description: 'The listing as it is now.' })
  listing!: ListingType;
}

@ObjectType()
export class BlockPublisherPayload {
  @Field(() => PublisherType, { description: 'The publisher.' })
  publisher!: PublisherType;
  @Field(() => Int, { description: 'The number of listings that this has hidden.' })
  listings!: number;
}

@ObjectType()
export class UnblockPublisherPayload {
  @Field(() => PublisherType, { description: 'The publisher.' })
  publisher!: PublisherType;
  @Field(() => Int, { description: 'The number of listings that are no longer blocked.' })
  listings!: number;
}
