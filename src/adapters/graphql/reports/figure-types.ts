import { Field, Float, Int, ObjectType } from 'type-graphql';
import { reportFigures, MOST_COUNTED } from '../../../core/reports/report-figures.ts';
import type { ReportReason } from '../../../core/reports/listing-report.ts';
import type { ObjectionSide } from '../../../core/reports/objections/listing-objection.ts';
import { Requires } from '../guard/field-rules.ts';
import { ObjectionSideEnum } from './objection-types.ts';
import { ReportReasonEnum } from './report-enums.ts';

@Requires(reportFigures)
@ObjectType('ReportsByReason', { description: 'How many reports have one reason.' })
export class ReportsByReasonType {
  @Field(() => ReportReasonEnum, { description: 'The reason.' })
  reason!: ReportReason;
  @Field(() => Int, { description: 'The number of reports.' })
  count!: number;
}

@Requires(reportFigures)
@ObjectType('DecisionFigures', { description: 'How many decisions on listings there were, by kind.' })
export class DecisionFiguresType {
  @Field(() => Int, { description: 'Decisions to hide a listing that answer reports.' })
  hiddenByReports!: number;
  @Field(() => Int, { description: 'Decisions to hide a listing that answer none.' })
  hiddenWithoutReport!: number;
  @Field(() => Int, { description: 'Decisions to dismiss reports.' })
  dismissed!: number;
}

@Requires(reportFigures)
@ObjectType('ObjectionFigures', { description: 'How many objections one side has sent, and their results.' })
export class ObjectionFiguresType {
  @Field(() => ObjectionSideEnum, { description: 'The side.' })
  side!: ObjectionSide;
  @Field(() => Int, { description: 'Objections that were sent.' })
  sent!: number;
  @Field(() => Int, { description: 'Objections that were upheld.' })
  upheld!: number;
  @Field(() => Int, { description: 'Objections that were rejected.' })
  rejected!: number;
}

@Requires(reportFigures)
@ObjectType('ReportFigures', {
  description: 'What was sent and what was decided about listings in a range of days (UTC).',
})
export class ReportFiguresType {
  @Field(() => String, { description: 'The first day, YYYY-MM-DD.' })
  from!: string;
  @Field(() => String, { description: 'The last day, YYYY-MM-DD.' })
  to!: string;
  @Field(() => [ReportsByReasonType], { description: 'Reports that were sent, by reason.' })
  reports!: readonly ReportsByReasonType[];
  @Field(() => DecisionFiguresType, { description: 'Decisions that were made.' })
  decisions!: DecisionFiguresType;
  @Field(() => Float, { nullable: true, description: 'The median time from a report to its decision.' })
  medianSecondsToDecision!: number | null;
  @Field(() => [ObjectionFiguresType], { description: 'Objections, by side.' })
  objections!: readonly ObjectionFiguresType[];
  @Field(() => Float, { nullable: true, description: 'The median time from an objection to its result.' })
  medianSecondsToResult!: number | null;
  @Field(() => Boolean, {
    description: `Whether there is more than is counted: at most ${MOST_COUNTED} of each kind are.`,
  })
  isPartial!: boolean;
}
