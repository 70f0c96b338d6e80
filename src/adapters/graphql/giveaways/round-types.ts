import { GraphQLSafeInt } from 'graphql-scalars';
import { GraphQLDateTime } from '../leaf-types/date-time.ts';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { ROUND_STATES, type RoundState } from '../../../core/chain/contracts.ts';
import { toEnum } from '../leaf-types/to-enum.ts';
import { Address, Hash } from '../leaf-types/chain-scalars.ts';
import { Node, PageInfoType } from '../relay/node-types.ts';
import { Public } from '../guard/field-rules.ts';
import { HasPrizeTexts } from './prize-texts.ts';

export const RoundStateEnum = toEnum(ROUND_STATES);
registerEnumType(RoundStateEnum, {
  name: 'RoundState',
  description: "The state of a round by the chain's clock.",
  valuesConfig: {
    SCHEDULED: { description: 'Not open yet.' },
    OPEN: { description: 'Open: entries can change.' },
    CLOSED: { description: 'Closed, without a winner yet.' },
    DECIDED: { description: 'Decided: it has a winner.' },
    VOID: {
      description: 'Closed without entries, or marked void because its beacon stayed silent for 30 days.',
    },
  },
});

@HasPrizeTexts
@Public({ cache: 'chain' })
@ObjectType({ implements: Node, description: 'A round of a giveaway.' })
export class Round extends Node {
  @Field(() => Int, { description: 'Counted from 0.' })
  index!: number;
  @Field(() => RoundStateEnum, { description: "Its state by the chain's clock." })
  state!: RoundState;
  @Field(() => GraphQLDateTime, { description: 'When it opens or opened.' })
  opensAt!: string;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'Null when it never closes.' })
  closesAt!: string | null;
  @Field(() => GraphQLSafeInt, {
    description:
      'The number of entries that count for its winner: those issued in it, and with carry-over what is left of those of earlier rounds. It does not change after the close. countedEntries lists them.',
  })
  entriesCounted!: number;
  @Field(() => GraphQLSafeInt, {
    description:
      'The number of entries issued in the round itself, less those of them that were removed until it closed. It does not change after the close.',
  })
  entriesIssued!: number;
  @Field(() => Int, {
    description: 'The number of passports with entriesIssued. It does not change after the close.',
  })
  holdersIssued!: number;
  @Field(() => GraphQLSafeInt, {
    description: 'The same as entriesCounted.',
    deprecationReason: 'Use entriesCounted, or entriesIssued.',
  })
  entriesTotal!: number;
  @Field(() => Int, {
    description: 'The number of passports that still hold entries of the round itself.',
    deprecationReason: 'With carry-over it can change after the close: use holdersIssued.',
  })
  holders!: number;
  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it got its winner; null before.' })
  decidedAt!: string | null;
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When it was marked void because its beacon stayed silent; null for any other round.',
  })
  voidedAt!: string | null;
  @Field(() => Int, { description: 'The number of its places that have a winner.' })
  placesDecided!: number;
  @Field(() => Int, { description: 'The number of its places whose prize was delivered.' })
  placesDelivered!: number;
  @Field(() => Boolean, {
    description: 'Whether more of its places are to be drawn: a draw can take several transactions.',
  })
  isDrawing!: boolean;
  @Field(() => Boolean, {
    description:
      'Whether as many prizes are delivered as it has winners, to winners or to alternates; or as its draw found passports.',
  })
  isDelivered!: boolean;
}

@Public({ cache: 'chain' })
@ObjectType({
  description:
    'The confirmation that the winner received the prize, by the winner or by the provider for it.',
})
export class Receipt {
  @Field(() => Address, { description: 'The wallet that confirmed it.' })
  by!: string;
  @Field(() => Boolean, { description: 'Whether the provider confirmed it for the winner.' })
  byProvider!: boolean;
  @Field(() => GraphQLDateTime, { description: 'When it was confirmed.' })
  confirmedAt!: string;
  @Field(() => Hash)
  transactionHash!: string;
}

@ObjectType()
export class RoundEdge {
  @Field(() => String)
  cursor!: string;
  @Field(() => Round)
  node!: Round;
}

@ObjectType({ description: 'The rounds that have opened, in their order; the first one is always included.' })
export class RoundConnection {
  @Field(() => [RoundEdge])
  edges!: RoundEdge[];
  @Field(() => [Round], { description: 'The nodes of the edges.' })
  nodes!: Round[];
  @Field(() => PageInfoType)
  pageInfo!: PageInfoType;
}
