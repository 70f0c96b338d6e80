import { Field, Int, ObjectType } from 'type-graphql';
import { CLICK_DAYS } from '../../../core/listings/clicks/listing-clicks.ts';
import { Public } from '../guard/field-rules.ts';
import { ObjectionStatusType } from '../reports/objection-types.ts';

@Public()
@ObjectType('ListingClicks', { description: 'How often visitors followed the link of a listing on one day.' })
export class ListingClicksType {
  @Field(() => String, { description: 'The UTC day, YYYY-MM-DD.' })
  day!: string;
  @Field(() => Int, { description: 'The clicks of that day.' })
  clicks!: number;
}

@Public()
@ObjectType('OwnListing', { description: 'What only the publisher of a listing and the operator see.' })
export class OwnListingType {
  @Field(() => Boolean, {
    description: 'Whether it was published through the legacy endpoint, which updates it.',
  })
  isLegacy!: boolean;
  @Field(() => String, {
    nullable: true,
    description: 'Why the operator has hidden the listing from the public; null unless it is hidden.',
  })
  hiddenReason!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Why the operator has blocked the publisher, so that none of its listings is public.',
  })
  blockedReason?: string | null;
  @Field(() => [ListingClicksType], {
    description: `The days of the last ${CLICK_DAYS} that have clicks, oldest first.`,
  })
  clicksByDay?: ListingClicksType[];
  @Field(() => Int, {
    description: `How often visitors followed the link of its page here to its landing page in the last ${CLICK_DAYS} days.`,
  })
  clicks?: number;

  @Field(() => ObjectionStatusType, {
    nullable: true,
    description:
      'The objection of the publisher to the last decision to hide the listing; null when none hides it and there is no objection.',
  })
  objection?: ObjectionStatusType | null;

  @Public({ price: 1 })
  @Field(() => String, {
    nullable: true,
    description:
      'Why the image could not be fetched to show it as the picture; null when it could, or was not tried.',
  })
  imageFailure?: string | null;

  listingId!: string;

  publisherId!: string | null;
}
