import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { listingReports } from '../../../core/reports/listing-reports.ts';
import {
  MAX_REPORT_TEXT,
  type ReportDecision,
  type ReportReason,
  type ReportState,
} from '../../../core/reports/listing-report.ts';
import { Public, Requires } from '../guard/field-rules.ts';
import { PageInfoType } from '../relay/node-types.ts';
import { ObjectionStatusType } from './objection-types.ts';
import { ReportDecisionEnum, ReportReasonEnum, ReportStateEnum } from './report-enums.ts';

@Public()
@ObjectType('ListingReportStatus', { description: 'What the reporter of a listing sees of the report.' })
export class ListingReportStatusType {
  @Field(() => ReportStateEnum, { description: 'Whether the operator has decided.' })
  state!: ReportState;
  @Field(() => String, { description: 'The title of the listing when it was reported.' })
  title!: string;
  @Field(() => ReportReasonEnum, { description: 'Why it was reported.' })
  reason!: ReportReason;
  @Field(() => GraphQLDateTime)
  createdAt!: Date;
  @Field(() => Boolean, {
    description: 'Whether the reporter left an e-mail address that gets a receipt and the decision.',
  })
  isMailed!: boolean;
  @Field(() => ReportDecisionEnum, { nullable: true, description: 'The decision; null while it is open.' })
  decision!: ReportDecision | null;
  @Field(() => String, { nullable: true, description: 'Why the operator has decided so.' })
  decisionReason!: string | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the operator decided.' })
  decidedAt!: Date | null;
  @Field(() => ObjectionStatusType, {
    nullable: true,
    description: 'The objection of the reporter to the decision; null while the report is open.',
  })
  objection!: ObjectionStatusType | null;
  @Field(() => String, {
    nullable: true,
    description: 'Why the operator has upheld an objection of the publisher, so that HIDE no longer holds.',
  })
  reversalReason!: string | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'When the operator upheld that.' })
  reversedAt!: Date | null;
}

@Requires(listingReports)
@ObjectType('ListingReport', { description: 'A report of a listing by a visitor, for the operator.' })
export class ListingReportType {
  @Field(() => ID, { description: 'The id of the report.' })
  id!: string;
  @Field(() => ID, { description: 'The id of the listing.' })
  listingId!: string;
  @Field(() => String, { description: 'The title of the listing when it was reported.' })
  title!: string;
  @Field(() => String, { description: 'The entry page of the listing when it was reported.' })
  landingUrl!: string;
  @Field(() => ReportReasonEnum, { description: 'Why it was reported.' })
  reason!: ReportReason;
  @Field(() => String, {
    nullable: true,
    description: 'What the reporter wrote; null from seven months after the decision.',
  })
  text!: string | null;
  @Field(() => GraphQLDateTime)
  createdAt!: Date;
  @Field(() => Boolean, {
    description: 'Whether the reporter left an e-mail address that gets a receipt and the decision.',
  })
  isMailed!: boolean;
  @Field(() => ReportDecisionEnum, { nullable: true, description: 'The decision; null while it is open.' })
  decision!: ReportDecision | null;
  @Field(() => String, { nullable: true, description: 'The reason of the decision.' })
  decisionReason!: string | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was decided.' })
  decidedAt!: Date | null;
}

@ObjectType()
export class ListingReportEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => ListingReportType)
  node!: ListingReportType;
}

@ObjectType()
export class ListingReportConnection {
  @Field(() => [ListingReportEdge])
  edges!: ListingReportEdge[];
  @Field(() => [ListingReportType], { description: 'The nodes of the edges.' })
  nodes!: ListingReportType[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}

@InputType()
export class ReportListingInput {
  @Field(() => ID, { description: 'The id of the listing.' })
  listing!: string;
  @Field(() => ReportReasonEnum, { description: 'Why you report it.' })
  reason!: ReportReason;
  @Field(() => String, {
    description: `What is wrong, and how the operator can see it: up to ${MAX_REPORT_TEXT} characters.`,
  })
  text!: string;
  @Field(() => String, {
    nullable: true,
    description:
      'An e-mail address that gets a receipt and the decision; `isMailed` of the report says whether it does.',
  })
  email?: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      'The language of the mails, a tag such as de or de-AT. Without one, or without texts in it: English.',
  })
  language?: string | null;
}

@ObjectType()
export class ReportListingPayload {
  @Field(() => String, {
    description:
      'Shows the state of the report by listingReportStatus: keep it. While the report is open, another one of your network gets the same.',
  })
  secret!: string;
}

@InputType()
export class DecideListingReportInput {
  @Field(() => ID, { description: 'The id of the report.' })
  id!: string;
  @Field(() => ReportDecisionEnum, {
    description: 'HIDE decides all open reports of the listing, DISMISS this one.',
  })
  decision!: ReportDecision;
  @Field(() => String, {
    description: 'For the reporter, and with HIDE for the publisher: up to 500 characters.',
  })
  reason!: string;
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether DISMISS decides all open reports of the listing; false by default.',
  })
  allOfListing?: boolean | null;
}

@ObjectType()
export class DecideListingReportPayload {
  @Field(() => ListingReportType, { description: 'The report with its decision.' })
  report!: ListingReportType;
}
