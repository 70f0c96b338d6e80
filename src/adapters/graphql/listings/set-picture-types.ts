import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { ListingType } from './listing-types.ts';

@InputType({ description: 'Set exactly one of id and sourceExternalId.' })
export class SetListingPictureInput {
  @Field(() => ID, { nullable: true, description: 'The id of one of your own listings.' })
  id?: string | null;
  @Field(() => String, { nullable: true, description: 'Your own ID of the listing.' })
  sourceExternalId?: string | null;
  @Field(() => ID, {
    nullable: true,
    description: 'The id that POST /api/pictures returned for your image; null removes the picture.',
  })
  picture?: string | null;
}

@ObjectType()
export class SetListingPicturePayload {
  @Field(() => ListingType, { description: 'The listing as it is now.' })
  listing!: ListingType;
}
