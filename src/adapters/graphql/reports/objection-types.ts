import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { listingObjections } from '../../../core/reports/objections/listing-objections.ts';
import {
  MAX_OBJECTION_TEXT,
  OBJECTION_RESULTS,
  OBJECTION_SIDES,
  OBJECTION_STATES,
  type ObjectionResult,
  type ObjectionSide,
  type ObjectionState,
} from '../../../core/reports/objections/listing-objection.ts';
import type { ReportDecision } from '../../../core/reports/listing-report.ts';
import { Public, Requires } from '../guard/field-rules.ts';
import { toEnum } from '../leaf-types/to-enum.ts';
import { PageInfoType } from '../relay/node-types.ts';
import { ReportDecisionEnum } from './report-enums.ts';

export const ObjectionStateEnum = toEnum(OBJECTION_STATES);
registerEnumType(ObjectionStateEnum, {
  name: 'ObjectionState',
  description: 'How it stands with the objection of one side to a decision.',
  valuesConfig: {
    NONE: { description: 'The decision is the one that this side asked for.' },
    POSSIBLE: { description: 'There is none yet; it is possible until a time.' },
    LATE: { description: 'There is none, and it is too late for one.' },
    WAITING: { description: 'It waits for the decision of the operator.' },
    UPHELD: { description: 'It was upheld: the decision was reversed.' },
    REJECTED: { description: 'It was rejected: the decision stands.' },
  },
});

export const ObjectionResultEnum = toEnum(OBJECTION_RESULTS);
registerEnumType(ObjectionResultEnum, {
  name: 'ObjectionResult',
  description: 'What the operator decides on an objection.',
  valuesConfig: {
    UPHELD: { description: 'The decision on the listing is reversed.' },
    REJECTED: { description: 'The decision on the listing stands.' },
  },
});

export const ObjectionSideEnum = toEnum(OBJECTION_SIDES);
registerEnumType(ObjectionSideEnum, {
  name: 'ObjectionSide',
  description: 'Who objects to a decision.',
  valuesConfig: {
    REPORTER: { description: 'A reporter, to the decision to dismiss the report.' },
    PUBLISHER: { description: 'The publisher, to the decision to hide the listing.' },
  },
});

@Public()
@ObjectType('ObjectionStatus', { description: 'The objection of one side to a decision, for that side.' })
export class ObjectionStatusType {
  @Field(() => ObjectionStateEnum, { description: 'How it stands with it.' })
  state!: ObjectionState;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Until when it is possible; null unless it is.',
  })
  until!: Date | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was sent; null without one.' })
  sentAt!: Date | null;
  @Field(() => String, { nullable: true, description: 'Why the operator has decided so; null before.' })
  resultReason!: string | null;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the operator decided on it; null before.',
  })
  resultAt!: Date | null;
}

@Requires(listingObjections)
@ObjectType('ListingObjection', {
  description: 'An objection to a decision on a listing, for the operator.',
})
export class ListingObjectionType {
  @Field(() => ID, { description: 'The id of the objection.' })
  id!: string;
  @Field(() => ObjectionSideEnum, { description: 'Who objects.' })
  side!: ObjectionSide;
  @Field(() => ID, { description: 'The id of the listing.' })
  listingId!: string;
  @Field(() => String, { description: 'The title of the listing.' })
  title!: string;
  @Field(() => ID, {
    nullable: true,
    description: 'The report of the reporter who objects; null for the publisher.',
  })
  reportId!: string | null;
  @Field(() => ReportDecisionEnum, { description: 'The decision that it is about.' })
  decision!: ReportDecision;
  @Field(() => String, { description: 'The reason of that decision.' })
  decisionReason!: string;
  @Field(() => GraphQLDateTime, { description: 'When that was decided.' })
  decidedAt!: Date;
  @Field(() => String, {
    nullable: true,
    description: 'What the objection says; null from seven months after its result.',
  })
  text!: string | null;
  @Field(() => GraphQLDateTime)
  createdAt!: Date;
  @Field(() => ObjectionResultEnum, { nullable: true, description: 'The result; null while it waits.' })
  result!: ObjectionResult | null;
  @Field(() => String, { nullable: true, description: 'The reason of the result.' })
  resultReason!: string | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'When that was decided.' })
  resultAt!: Date | null;
}

@ObjectType()
export class ListingObjectionEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => ListingObjectionType)
  node!: ListingObjectionType;
}

@ObjectType()
export class ListingObjectionConnection {
  @Field(() => [ListingObjectionEdge])
  edges!: ListingObjectionEdge[];
  @Field(() => [ListingObjectionType], { description: 'The nodes of the edges.' })
  nodes!: ListingObjectionType[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}

const TEXT = `Why the decision is wrong: up to ${MAX_OBJECTION_TEXT} characters.`;

@InputType()
export class ObjectToDecisionInput {
  @Field(() => String, { description: 'The secret of the report, as reportListing has returned it.' })
  secret!: string;
  @Field(() => String, { description: TEXT })
  text!: string;
}

@InputType()
export class ObjectToHidingInput {
  @Field(() => ID, { description: 'The id of your listing.' })
  listing!: string;
  @Field(() => String, { description: TEXT })
  text!: string;
}

@InputType()
export class DecideListingObjectionInput {
  @Field(() => ID, { description: 'The id of the objection.' })
  id!: string;
  @Field(() => ObjectionResultEnum, { description: 'UPHELD reverses the decision on the listing.' })
  result!: ObjectionResult;
  @Field(() => String, {
    description: 'For the side that objected, and with UPHELD for the other one too: up to 500 characters.',
  })
  reason!: string;
}

@ObjectType()
export class ObjectToDecisionPayload {
  @Field(() => ObjectionStatusType, { description: 'The objection as it is now.' })
  objection!: ObjectionStatusType;
}

@ObjectType()
export class ObjectToHidingPayload {
  @Field(() => ObjectionStatusType, { description: 'The objection as it is now.' })
  objection!: ObjectionStatusType;
}

@ObjectType()
export class DecideListingObjectionPayload {
  @Field(() => ListingObjectionType, { description: 'The objection with its result.' })
  objection!: ListingObjectionType;
}
