import { GraphQLSafeInt } from 'graphql-scalars';
import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { ArgsType, Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DETERMINATIONS } from '../../../core/giveaways/create-giveaway.ts';
import { GIVEAWAY_STATES, type GiveawayState } from '../../../core/giveaways/giveaway-filter.ts';
import { toEnum } from '../leaf-types/to-enum.ts';
import { Address, Hash } from '../leaf-types/chain-scalars.ts';
import { Node, PageInfoType } from '../relay/node-types.ts';
import { PageArgs } from '../relay/page-args.ts';
import { Public } from '../guard/field-rules.ts';

export const DeterminationType = toEnum(DETERMINATIONS);
registerEnumType(DeterminationType, {
  name: 'DeterminationType',
  description: 'How a winner is determined: the provider declares it, or it is drawn on chain.',
  valuesConfig: {
    PROVIDER_DECLARED: { description: '0 in the provider interface.' },
    ON_CHAIN_RANDOM: { description: '1 in the provider interface.' },
  },
});

export const GiveawayStateEnum = toEnum(GIVEAWAY_STATES);
registerEnumType(GiveawayStateEnum, {
  name: 'GiveawayState',
  description: "The state of a giveaway by the chain's clock.",
  valuesConfig: {
    SCHEDULED: { description: 'Not started yet.' },
    RUNNING: { description: 'Between its start and its end; a round need not be open.' },
    ENDED: { description: 'Past its end.' },
  },
});

@InputType('GiveawayFilter', {
  description:
    'A giveaway must match every given field. With a search, giveaways are ordered newest first; else by their start for SCHEDULED, by their end, latest first, for ENDED, and by their end, soonest first, for any other filter. A cursor is valid for the filter of its page.',
})
export class GiveawayFilterInput {
  @Field(() => GiveawayStateEnum, {
    nullable: true,
    description: "Only giveaways in this state, by the chain's clock.",
  })
  state?: GiveawayState | null;
  @Field(() => String, {
    nullable: true,
    description:
      'At most 16 words or beginnings of words, all of which must occur in the title or the description, without regard to case, accents and compatibility forms. A search with more than 1,000 matches finds those among the newest 1,000 giveaways, or those of the provider.',
  })
  search?: string | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only those that end after this instant.' })
  endsAfter?: Date | null;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only those that end before this instant.' })
  endsBefore?: Date | null;
}

@ArgsType()
export class GiveawaysArgs extends PageArgs {
  @Field(() => GiveawayFilterInput, { nullable: true })
  filter?: GiveawayFilterInput | null;
  @Field(() => Hash, { nullable: true, description: 'Only those of this provider.' })
  providerKey?: string | null;
}

@ArgsType()
export class GiveawayEntriesArgs extends PageArgs {
  @Field(() => GraphQLSafeInt)
  passportId!: number;
}

@Public({ cache: 'chain' })
@ObjectType({ implements: Node, description: 'A giveaway on the chain.' })
export class Giveaway extends Node {
  @Field(() => Hash, { description: 'Its key on chain: keccak256 of the provider key and the giveawayId.' })
  key!: string;
  @Field(() => GraphQLSafeInt, { nullable: true, description: 'The id of its chain (EIP-155).' })
  chainId!: number | null;
  @Field(() => Address, {
    nullable: true,
    description: 'The contract that created it, which draws its winners.',
  })
  hub!: string | null;
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'A block before all events of that contract: a verification of a draw reads from there.',
  })
  hubBlock!: number | null;
  @Field(() => String, { description: "The provider's own identifier." })
  giveawayId!: string;
  @Field(() => Hash, { description: "The provider's key on chain." })
  providerKey!: string;
  @Field(() => String, {
    nullable: true,
    description: "The provider's name; null when this service does not know the provider.",
  })
  providerName!: string | null;
  @Field(() => GiveawayStateEnum, { description: "Its state by the chain's clock." })
  state!: GiveawayState;
  @Field(() => GraphQLDateTime, { description: 'When round 0 opens.' })
  startTime!: string;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Null when it never ends.' })
  endTime!: string | null;
  @Field(() => DeterminationType, { description: 'How its winners are determined.' })
  determinationType!: keyof typeof DeterminationType;
  @Field(() => Int, { description: 'The number of winners of each round.' })
  winners!: number;
  @Field(() => Int, {
    description: 'The number of alternates of each round, which follow its winners in order.',
  })
  alternates!: number;
  @Field(() => Boolean, { description: 'Whether the winner confirms receipt before a delivery is recorded.' })
  requiresHandshake!: boolean;
  @Field(() => Boolean, { description: 'Whether the provider may confirm receipt for the winner.' })
  providerPaysReceiptGas!: boolean;
  @Field(() => Int, {
    description: 'Days between the starts of two rounds; 0 for a giveaway with one round.',
  })
  rollingEveryDays!: number;
  @Field(() => Int, { description: 'Days that a round is open; 0 for a giveaway with one round.' })
  rollingActiveDays!: number;
  @Field(() => Boolean, { description: 'Whether entries also count in later rounds.' })
  rollingEntriesCarryOver!: boolean;
  @Field(() => Address, { nullable: true, description: 'The beacon contract that decides the draws.' })
  beacon!: string | null;
  @Field(() => Int, {
    nullable: true,
    description: 'Seconds between the close of a round and its beacon round.',
  })
  beaconMargin!: number | null;
  @Field(() => String, { nullable: true })
  metadataUri!: string | null;
  @Field(() => Hash, { nullable: true, description: 'keccak256 of the texts as the service stores them.' })
  metadataHash!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Its public title; null if the service does not know it.',
  })
  title!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'Its public description; null if the service does not know it.',
  })
  description!: string | null;
  @Field(() => String, { nullable: true, description: 'An absolute URI.' })
  image!: string | null;
  @Field(() => Address, { description: 'The wallet that created it.' })
  signer!: string;
  @Field(() => GraphQLDateTime)
  createdAt!: string;
  @Field(() => GraphQLSafeInt, { description: 'The number of the block that created it.' })
  createdBlock!: number;
  @Field(() => Hash, { description: 'The transaction that created it.' })
  transactionHash!: string;
}

@ObjectType()
export class GiveawayEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => Giveaway)
  node!: Giveaway;
}

@ObjectType()
export class GiveawayConnection {
  @Field(() => [GiveawayEdge])
  edges!: GiveawayEdge[];
  @Field(() => [Giveaway], { description: 'The nodes of the edges.' })
  nodes!: Giveaway[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}
