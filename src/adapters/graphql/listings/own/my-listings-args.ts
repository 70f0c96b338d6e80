import { ArgsType, Field, InputType, registerEnumType } from 'type-graphql';
import {
  OWN_LISTING_ORDERS,
  OWN_LISTING_STATES,
  type OwnListingOrder,
  type OwnListingState,
} from '../../../../core/listings/own/own-listing-query.ts';
import { toEnum } from '../../leaf-types/to-enum.ts';
import { PageArgs } from '../../relay/page-args.ts';

const OwnListingStateEnum = toEnum(OWN_LISTING_STATES);
registerEnumType(OwnListingStateEnum, {
  name: 'OwnListingState',
  description: 'What a listing is for the public, as its publisher sees it; the states exclude each other.',
  valuesConfig: {
    LIVE: { description: 'Public, and not ended.' },
    ENDED: { description: 'Public on request, because its end has passed.' },
    HIDDEN: { description: 'Published, but hidden by the operator, alone or with its publisher.' },
    WITHDRAWN: { description: 'Withdrawn by its publisher.' },
  },
});

const OwnListingOrderEnum = toEnum(OWN_LISTING_ORDERS);
registerEnumType(OwnListingOrderEnum, {
  name: 'OwnListingOrder',
  description: 'The order of own listings.',
  valuesConfig: {
    RECENTLY_UPDATED: { description: 'The newest change first.' },
    LEAST_RECENTLY_UPDATED: { description: 'The oldest change first.' },
    NEWEST: { description: 'The newest listing first, by the time when it was first published.' },
    OLDEST: { description: 'The oldest listing first, by the time when it was first published.' },
    ENDING_SOON: { description: 'The earliest end first; listings without an end date are last.' },
    ENDING_LAST: { description: 'The latest end first; listings without an end date are first.' },
  },
});

@InputType('OwnListingFilter', { description: 'A listing must match every given field.' })
export class OwnListingFilterInput {
  @Field(() => String, { nullable: true })
  search?: string | null;
  @Field(() => OwnListingStateEnum, { nullable: true })
  state?: OwnListingState | null;
  @Field(() => Boolean, { nullable: true })
  isLegacy?: boolean | null;
  @Field(() => [String], { nullable: true })
  platforms?: string[] | null;
}

@ArgsType()
export class MyListingsArgs extends PageArgs {
  @Field(() => OwnListingFilterInput, { nullable: true })
  filter?: OwnListingFilterInput | null;
  @Field(() => OwnListingOrderEnum, { nullable: true, description: 'RECENTLY_UPDATED by default.' })
  orderBy?: OwnListingOrder | null;
}
