import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import { Public } from '../guard/field-rules.ts';

@Public({ cache: 'chain' })
@ObjectType('TrackRecord', {
  description:
    "What the chain says about a provider's giveaways; nothing of it is stated by the provider. It covers the newest 1,000 giveaways, fewer when they have more than 5,000 rounds or 10,000 places: then every number is at least so great for all of them, except the median.",
})
export class TrackRecordType {
  @Field(() => Int, { description: 'The number of giveaways that it covers.' })
  giveaways!: number;
  @Field(() => Boolean, { description: 'Whether it covers all giveaways of the provider.' })
  isComplete!: boolean;
  @Field(() => Int, { description: 'Rounds that got a winner, drawn or declared, by whoever sent it.' })
  roundsDecided!: number;
  @Field(() => Int, {
    description:
      'Decided rounds whose decision came within 24 hours after the deadline: the close of the round, and with a beacon beaconMargin after it.',
  })
  roundsOnTime!: number;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'The median of the seconds from the deadline to the decision; null without a decided round.',
  })
  medianDelay!: number | null;
  @Field(() => GraphQLSafeInt, {
    description:
      "Rounds that count entries, and are neither decided nor void 24 hours after their deadline, by the chain's clock.",
  })
  roundsOverdue!: number;
  @Field(() => Int, {
    description: 'Prizes of decided rounds: as many as the round has winners, alternates not counted.',
  })
  prizes!: number;
  @Field(() => Int, { description: 'Prizes with a recorded delivery.' })
  prizesDelivered!: number;
  @Field(() => Int, {
    description: 'Prizes whose latest recorded delivery is VERIFIED on the chain of its proof.',
  })
  prizesProved!: number;
  @Field(() => Int, {
    description:
      'Prizes without a recorded delivery 30 days after the decision; where the winner has to confirm receipt first, 30 days after that.',
  })
  prizesOverdue!: number;
}
